import ArgumentParser
import Diagnostics

/// `homenet whois`.
struct WhoisCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "whois",
    _superCommandName: Program.name,
    abstract: "Say whose a domain, an address, a network or an autonomous system is.",
    discussion: """
      Asks the registry by RDAP, and by whois where RDAP has no answer. What no registry has, such \
      as private addresses, is answered without asking anybody. A range stands for the smallest \
      network that holds it. Several subjects are asked about one after another.

      Exit codes: 0 registered, 1 not registered, its time is over, or no registry says; 2 usage; 3 \
      this machine's own failure.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Domains, addresses, networks (192.0.2.0/24), ranges (192.0.2.10-20), or AS and a number.",
      valueName: "subject"
    )
  )
  var subjects: [String]

  @Flag(help: "Ask by RDAP alone.")
  var rdap = false

  @Flag(help: "Ask by whois alone.")
  var whois = false

  @Flag(help: "Print the answer as it came, or what is known where none came.")
  var raw = false

  @Option(
    help: ArgumentHelp("How long each server may take (default: 8s).", valueName: "duration"),
    transform: parseDuration
  )
  var timeout: Duration = .seconds(8)

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if rdap, whois { throw ValidationError("--rdap and --whois exclude each other") }
    if raw, format == .csv { throw ValidationError("--raw and --format csv exclude each other") }
    if subjects.count > Self.mostSubjects {
      throw ValidationError("at most \(Self.mostSubjects) subjects: registries count questions")
    }
  }

  /// How many subjects one run asks about.
  private static let mostSubjects = 64

  func run() async throws {
    // Mistyped subjects are reported before anything is sent.
    if subjects.count > 1 {
      for subject in subjects {
        do throws(DiagnosticError) { _ = try RegistrySubject(subject) } catch {
          throw Failure(error)
        }
      }
    }
    let tools = subjects.map { subject in
      WhoisDiagnostic(
        WhoisDiagnostic.Options(
          subject,
          usesRDAP: !whois,
          usesWhois: !rdap,
          timeout: timeout.roundedMilliseconds / 1000
        ),
        network: .system
      )
    }
    let text = WhoisText(style: Style(isColoured: StandardStream.output.wantsColour))
    let wantsRaw = raw
    let command = Self.configuration.commandName
    try await DiagnosticSession(format: format).run(each: tools, of: command) { report in
      wantsRaw ? text.raw(report.report) : text.lines(report.report)
    }
  }
}
