import ArgumentParser
import Discovery
import Identification
import Model

/// `homenet identify`.
struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    _superCommandName: Program.name,
    abstract: "Say what devices are from recorded evidence, without a network.",
    discussion: """
      FILE holds one device's evidence a line, as JSON, or is a recording made by scan --record. \
      One verdict a line is printed, in the same order.

      Exit codes: 0 done, 2 usage (also: a line that is no record; the message names it).
      """
  )

  /// Verdicts have no rows for CSV.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "text or json; json where the output is no terminal.")
  var format: Format?

  @Argument(help: "Evidence records or a recording; - is standard input.")
  var file: String

  func run() async throws {
    var lines = try LineReader(path: file, limit: EvidenceRecord.lineLimit)
    let isText = (format ?? (StandardStream.output.isTerminal ? .text : .json)) == .text
    var output = VerdictOutput(isText: isText)
    defer { output.flush() }
    guard let first = try lines.next() else { return }
    if first.starts(with: Array(#"{"#.utf8)),
      Recording.isHeader(String(decoding: first, as: UTF8.self))
    {
      try identifyRecording(output: &output)
      return
    }
    let identifier = Identifier()
    var line: [UInt8]? = first
    while let bytes = line {
      if bytes.contains(where: { $0 > 0x20 }) {
        let record: EvidenceRecord
        do {
          record = try EvidenceRecord(parsing: bytes, number: lines.number)
        } catch {
          throw Failure("\(file): \(error)", .usage)
        }
        output.write(identifier.verdict(for: record.evidence), of: record.id)
      }
      line = try lines.next()
    }
  }

  private func identifyRecording(output: inout VerdictOutput) throws {
    guard file != "-" else {
      throw Failure("a recording can't be read from standard input", .usage)
    }
    for case .finished(let result) in try RecordingFile.read(file).replay() {
      for device in result.devices { output.write(device.verdict, of: device.id) }
    }
  }
}
