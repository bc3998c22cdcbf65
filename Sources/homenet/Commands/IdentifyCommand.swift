import ArgumentParser
import Discovery
import Identification
import Model

struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    _superCommandName: Program.name,
    abstract: "Identify devices from recorded evidence, without a network.",
    discussion: """
      FILE holds one device's evidence a line, as JSON, or is a recording made by scan --record. \
      One verdict a line is printed, in the same order.

      Exit codes: 0 done, 2 usage (also: a line that is no record; the message names it).
      """
  )

  @Option(help: "text or json; json where the output is no terminal.")
  var format: TextOrJSON?

  @Argument(help: "Evidence records or a recording; - is standard input.")
  var file: String

  func run() async throws {
    var lines = try LineReader(path: file, limit: EvidenceRecord.lineLimit)
    let isText = (format ?? (StandardStream.output.isTerminal ? .text : .json)) == .text
    var output = VerdictWriter(isText: isText)
    defer { output.flush() }
    guard let first = try lines.next() else { return }
    let identifier = useNewestVendors()
    if first.starts(with: Array(#"{"#.utf8)),
      Recording.isHeader(String(decoding: first, as: UTF8.self))
    {
      try identifyRecording(by: identifier, output: &output)
      return
    }
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

  private func identifyRecording(
    by identifier: Identifier,
    output: inout VerdictWriter
  ) throws {
    guard file != "-" else {
      throw Failure("a recording can't be read from standard input", .usage)
    }
    let events = try RecordingFile.read(file).replay(identifier: identifier)
    for case .finished(let result) in events {
      for device in result.devices { output.write(device.verdict, of: device.id) }
    }
  }
}

/// Writes verdicts to standard output, one a line, buffered.
struct VerdictWriter {
  private let isText: Bool
  private var pending = VerdictJSON()

  init(isText: Bool) {
    self.isText = isText
  }

  mutating func write(_ verdict: Verdict, of id: String) {
    if isText {
      pending.add(Self.line(verdict, of: id))
    } else {
      pending.append(verdict, of: id)
    }
    pending.add("\n")
    if pending.count > 1 << 15 { flush() }
  }

  mutating func flush() {
    StandardStream.output.write(Array(pending.bytes))
    pending.removeAll()
  }

  private static func line(_ verdict: Verdict, of id: String) -> String {
    let percent = Int((verdict.confidence * 100).rounded())
    let kind = verdict.category.rawValue + (verdict.category == .unknown ? "" : " \(percent) %")
    let parts = [id, kind, verdict.vendor, verdict.model, verdict.os].map { $0 ?? "–" }
    return DisplayText.safe(parts.joined(separator: "  "))
  }
}

extension IdentifyCommand: IdentifyingCommand {}
