import ArgumentParser
import Diagnostics

struct WhoisCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "whois",
    _superCommandName: Program.name,
    abstract: "Show the registration of a domain, an address, a network or an AS.",
    discussion: """
      Asks the registry by RDAP, and by whois where RDAP has no answer. Private and other special \
      subjects are answered locally. A range stands for the smallest network that contains it. \
      Several subjects are looked up one after another.

      Exit codes: 0 registered, 1 not registered, expired, or no registry answered; 2 usage; 3 \
      this machine's own failure.
      """
  )

  private typealias Parameters = WhoisDiagnostic.Options.Parameters

  @Argument(help: ArgumentHelp(Parameters.subject))
  var subjects: [String]

  @Flag(help: "Use RDAP only.")
  var rdap = false

  @Flag(help: "Use whois only.")
  var whois = false

  @Flag(help: "Print the raw answer; without one, what is known.")
  var raw = false

  @Option(Parameters.timeout)
  var timeout: Duration

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if rdap, whois { throw ValidationError("--rdap and --whois exclude each other") }
    if raw, format == .csv { throw ValidationError("--raw and --format csv exclude each other") }
    if subjects.count > Self.mostSubjects {
      throw ValidationError("at most \(Self.mostSubjects) subjects: registries count questions")
    }
  }

  private static let mostSubjects = 64

  func run() async throws {
    // Checks all subjects before sending anything.
    if subjects.count > 1 {
      for subject in subjects { _ = try RegistrySubject(subject) }
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
