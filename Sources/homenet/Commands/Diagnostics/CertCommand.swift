public import ArgumentParser
public import Diagnostics
import LinuxNetwork
import Networking

/// `homenet cert`.
struct CertCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "cert",
    _superCommandName: Program.name,
    abstract: "Show a server's certificate and TLS versions, and their problems.",
    discussion: """
      Sends one ClientHello for each version of TLS and closes the connection before the \
      handshake ends. Weak and old certificates are shown too.

      Exit codes: 0 fine, 1 expired, not valid yet, for another host, revoked, good for less than \
      --min-days, or no certificate; 2 usage; 3 this machine's own failure, or a certificate that \
      HomeNet can't decrypt. An untrusted certificate is reported, but the exit code is 0: at \
      home most are self-signed. With --strict every warning gives 1.
      """
  )

  private typealias Parameters = CertificateDiagnostic.Options.Parameters

  @Argument(help: ArgumentHelp(Parameters.host))
  var target: String

  @Option(Parameters.startTLS)
  var starttls: StartTLS?

  @Option(Parameters.serverName)
  var servername: String?

  @Option(Parameters.minimumDays)
  var minDays: Int?

  @Option(
    help: ArgumentHelp("Certificates (PEM) to trust in place of the system's.", valueName: "file")
  )
  var caFile: String?

  @Flag(help: "Exit with 1 for any warning, and warn of an expiry that is near.")
  var strict = false

  @Flag(Parameters.ciphers)
  var ciphers: Bool

  @Flag(help: "Print only the server's certificates in PEM, its own first.")
  var pem = false

  @Option(Parameters.timeout)
  var timeout: Duration

  @Flag(name: .customShort("4"), help: "Use IPv4 only.")
  var v4 = false

  @Flag(name: .customShort("6"), help: "Use IPv6 only.")
  var v6 = false

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if v4, v6 { throw ValidationError("-4 and -6 exclude each other") }
    if let minDays, !Parameters.minimumDays.contains(minDays) {
      throw ValidationError("--min-days is \(Parameters.minimumDays.least) or more")
    }
    if pem, ciphers { throw ValidationError("--pem can't be combined with --ciphers") }
    if pem, format == .csv {
      throw ValidationError("--pem can't be combined with --format csv")
    }
    if pem, format == .json {
      throw ValidationError("--format json has what --pem prints in its member pem")
    }
  }

  func run() async throws {
    let roots = try TrustRoots.load(from: caFile)
    let tool = CertificateDiagnostic(
      CertificateDiagnostic.Options(
        target,
        family: v4 ? .v4 : v6 ? .v6 : nil,
        startTLS: starttls,
        serverName: servername,
        minimumDays: minDays,
        isStrict: strict,
        listsCiphers: ciphers,
        timeout: Double(timeout.roundedMilliseconds) / 1000
      ),
      roots: roots,
      now: { .now }
    )
    let style = Style(isColoured: StandardStream.output.wantsColour)
    let errorStyle = Style(isColoured: StandardStream.error.wantsColour)
    let printsPEM = pem
    let line = CiphersProgressLine()
    try await DiagnosticSession(format: format).run(tool, live: line.show) { report in
      line.clear()
      guard printsPEM else { return CertificateText(style: style).lines(report.report) }
      for line in CertificateText(style: errorStyle).problems(report.report) {
        StandardStream.error.writeLine(line)
      }
      return report.report.pem.split(separator: "\n").map(String.init)
    }
  }
}

extension StartTLS: ExpressibleByArgument {}
