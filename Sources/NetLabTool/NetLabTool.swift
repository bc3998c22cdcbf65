import ArgumentParser

/// The program that builds simulated networks for tests and benchmarks.
struct NetLabTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "netlab",
    abstract: "Build a simulated home network that nothing can leave.",
    discussion: """
      Each command builds its network, prints one line of JSON, and keeps it until its standard \
      input ends or the time limit comes; then everything is gone. Other programs are run as the \
      scanner by

        nsenter --net=$SCANNER_NAMESPACE PROGRAM

      where the line says {"scanner_namespace":"/proc/PID/fd/N"}; an ordinary user adds \
      --user=/proc/PID/ns/user --preserve-credentials.
      """,
    subcommands: [HomeCommand.self, CrowdCommand.self]
  )
}
