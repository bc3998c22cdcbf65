import ArgumentParser
import Diagnostics

struct ASNCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "asn",
    _superCommandName: Program.name,
    abstract: "Show the autonomous system of an address, and its holder.",
    discussion: """
      Asks Team Cymru by DNS through this system's resolvers, and RIPE's statistics whether the \
      system may announce the network (RPKI). Private and other special addresses are answered \
      locally.

      Exit codes: 0 fine, 1 nothing is known of one, or it is announced without authorisation (RPKI \
      invalid); 2 usage; 3 this machine's own failure.
      """
  )

  private typealias Parameters = ASNDiagnostic.Options.Parameters

  @Argument(help: ArgumentHelp(Parameters.subjects))
  var subjects: [String]

  @Flag(Parameters.prefixes)
  var prefixes: Bool

  @Flag(turningOff: Parameters.rpki)
  var noRpki: Bool

  @Flag(help: "Ask the registry too.")
  var rdap = false

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if subjects.isEmpty { throw ValidationError("name an address, or AS and a number") }
    if subjects.contains("-"), subjects != ["-"] {
      throw ValidationError("- stands alone: it reads every subject from standard input")
    }
  }

  func run() async throws {
    let subjects = subjects == ["-"] ? try Self.readSubjects() : subjects
    if prefixes, !subjects.contains(where: Self.isSystem) {
      throw Failure("--prefixes lists what a system announces: name one, such as AS64500", .usage)
    }
    let options = ASNDiagnostic.Options(
      subjects,
      wantsRPKI: !noRpki,
      wantsPrefixes: prefixes,
      wantsRegistration: rdap
    )
    let text = ASNText(style: Style(isColoured: StandardStream.output.wantsColour))
    try await DiagnosticSession(format: format).run(ASNDiagnostic.system(options)) { report in
      text.lines(report.report, width: StandardStream.output.tableWidth)
    }
  }

  /// Whether it is no address; the tool rejects what is no AS number either.
  private static func isSystem(_ text: String) -> Bool {
    guard let subject = try? RegistrySubject(text) else { return true }
    if case .address = subject { return false }
    return true
  }

  /// The lines of standard input that aren't empty.
  private static func readSubjects() throws(Failure) -> [String] {
    var lines = try LineReader(path: "-", limit: 4096)
    var subjects: [String] = []
    // One more than the limit, so that the tool reports the excess.
    while subjects.count <= ASNDiagnostic.subjectLimit, let line = try lines.next() {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      guard words.count <= 1 else {
        throw Failure("standard input: line \(lines.number): more than one subject", .usage)
      }
      if let word = words.first { subjects.append(String(word)) }
    }
    return subjects
  }
}
