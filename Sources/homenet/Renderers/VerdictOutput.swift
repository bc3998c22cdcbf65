import Model

/// Verdicts, one a line, written in large pieces.
struct VerdictOutput {
  private let isText: Bool
  private var pending = VerdictJSON()

  /// Lines for people or JSON lines.
  init(isText: Bool) {
    self.isText = isText
  }

  /// Adds the verdict of a record.
  mutating func write(_ verdict: Verdict, of id: String) {
    if isText {
      pending.add(Self.line(verdict, of: id))
    } else {
      pending.append(verdict, of: id)
    }
    pending.add("\n")
    if pending.bytes.count > 1 << 15 { flush() }
  }

  /// Writes what is left.
  mutating func flush() {
    StandardStream.output.write(pending.bytes)
    pending.removeAll()
  }

  private static func line(_ verdict: Verdict, of id: String) -> String {
    let percent = Int((verdict.confidence * 100).rounded())
    let kind = verdict.category.rawValue + (verdict.category == .unknown ? "" : " \(percent) %")
    let parts = [id, kind, verdict.vendor, verdict.model, verdict.os].map { $0 ?? "–" }
    return DisplayText.safe(parts.joined(separator: "  "))
  }
}
