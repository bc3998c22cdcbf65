import HomeNet

/// Verdicts, one a line, written in large pieces.
struct VerdictOutput {
  private let isText: Bool
  private var pending = ""

  /// Lines for people or JSON lines.
  init(isText: Bool) {
    self.isText = isText
  }

  /// Adds the verdict of a record.
  mutating func write(_ verdict: Verdict, of id: String) throws {
    pending += isText ? Self.line(verdict, of: id) : try JSONText.encode(VerdictLine(id, verdict))
    pending += "\n"
    if pending.utf8.count > 1 << 15 { flush() }
  }

  /// Writes what is left.
  mutating func flush() {
    StandardStream.output.write(pending)
    pending = ""
  }

  private static func line(_ verdict: Verdict, of id: String) -> String {
    let percent = Int((verdict.confidence * 100).rounded())
    let kind = verdict.category.rawValue + (verdict.category == .unknown ? "" : " \(percent) %")
    let parts = [id, kind, verdict.vendor, verdict.model, verdict.os].map { $0 ?? "–" }
    return DisplayText.safe(parts.joined(separator: "  "))
  }
}

/// A verdict as a line of JSON: every key is there.
private struct VerdictLine: Encodable {
  private let id: String
  private let verdict: Verdict

  init(_ id: String, _ verdict: Verdict) {
    self.id = id
    self.verdict = verdict
  }

  private enum Key: String, CodingKey {
    case id, name, category, vendor, model, os, confidence, runner_up, because
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(verdict.name, forKey: .name)
    try container.encode(verdict.category, forKey: .category)
    try container.encode(verdict.vendor, forKey: .vendor)
    try container.encode(verdict.model, forKey: .model)
    try container.encode(verdict.os, forKey: .os)
    try container.encode(verdict.confidence, forKey: .confidence)
    try container.encode(verdict.runnerUp, forKey: .runner_up)
    try container.encode(verdict.because, forKey: .because)
  }
}
