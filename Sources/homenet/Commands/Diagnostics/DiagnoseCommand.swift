import ArgumentParser
import Diagnostics
import LinuxNetwork
import Networking

/// `homenet diagnose`.
struct DiagnoseCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    _superCommandName: Program.name,
    abstract: "Say in one sentence what is wrong with the network or the way to a host.",
    discussion: """
      Checks this machine's link, addresses, router and resolver, and with a host its name, the \
      way to it, its port and TLS, in parallel and within ten seconds.

      Without a host nothing is sent to the Internet. With one, packets go only to the host, the \
      routers on the way to it, and the system's resolvers.

      Exit codes: 0 all is well, 1 something is wrong, 2 usage, 3 this machine's own failure.
      """
  )

  @Argument(help: ArgumentHelp(ConnectionDiagnostic.Parameters.host))
  var host: String?

  @Option(
    help: ArgumentHelp("Certificates (PEM) to trust in place of the system's.", valueName: "file")
  )
  var caFile: String?

  @OptionGroup var family: FamilyArguments

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if host == nil, family.family != nil {
      throw ValidationError("\(family.onlyV4 ? "-4" : "-6") is for a host's address: name a host")
    }
  }

  func run() async throws {
    let network: LinuxNetwork
    do {
      // Without a host nothing on the Internet is asked.
      network = try LinuxNetwork(allowPublic: host != nil, ledger: .tools)
    } catch {
      throw Failure(error, during: "can't diagnose")
    }
    let roots = try TrustRoots.load(from: caFile)
    let tool = ConnectionDiagnostic(
      host,
      family: family.family,
      environment: ConnectionEnvironment(network: network, roots: roots)
    )
    let text = ConnectionText(style: Style(isColoured: StandardStream.output.wantsColour))
    let renderer = ConnectionRenderer(text, kinds: ConnectionStep.Kind.all(withHost: host != nil))
    try await DiagnosticSession(format: format).run(tool, live: renderer.show) { timed in
      renderer.clear()
      return text.lines(timed)
    }
  }
}
