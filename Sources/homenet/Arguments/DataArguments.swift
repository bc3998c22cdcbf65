import ArgumentParser

/// The option of commands that ask a server, or read what is stored.
struct DataArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ask the server that keeps its data in this directory, or read what is stored there.",
      valueName: "directory"
    ),
    completion: .directory
  )
  var data: String?

  func validate() throws { try ListenArguments.check(data: data) }
}
