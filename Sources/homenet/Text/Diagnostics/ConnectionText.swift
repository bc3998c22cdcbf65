import Diagnostics

/// The text of `diagnose`.
struct ConnectionText: Sendable {
  let style: Style

  /// A line a step, then the verdict and what is wrong beside.
  func lines(_ timed: TimedReport<ConnectionReport>) -> [String] {
    let verdict = timed.report.verdict
    let sentence = DisplayText.safe(verdict.text)
    let notes = verdict.notes.map { style.warning("beside: " + DisplayText.safe($0)) }
    return timed.report.steps.flatMap { lines($0) }
      + ["", timed.report.isBad ? style.bad(sentence) : style.bold(sentence)] + notes
  }

  /// As in: `ok       gateway   192.168.1.1 answers in 0.41 ms`.
  ///
  /// No line has more columns than that; any number where that is `nil`.
  func lines(_ step: ConnectionStep, width: Int? = nil) -> [String] {
    let mark = DisplayText.padded(step.state.rawValue, to: 8)
    let painted =
      switch step.state {
      case .ok: style.good(mark)
      case .bad: style.bad(mark)
      case .unknown: style.warning(mark)
      case .skipped: style.dim(mark)
      }
    let indent = 19
    let words = DisplayText.wrapped(DisplayText.safe(step.words), to: width.map { $0 - indent })
    let head = painted + " " + DisplayText.padded(step.kind.rawValue, to: 10)
    return [head + words[0]]
      + words.dropFirst().map { String(repeating: " ", count: indent) + $0 }
  }

  /// As in: `…        gateway`, for a step that is being taken.
  func waiting(_ kind: ConnectionStep.Kind) -> String {
    style.dim(DisplayText.padded("…", to: 8) + " " + kind.rawValue)
  }
}

extension ConnectionStep.Kind {
  /// Those that are taken with a host, or without one.
  static func all(withHost: Bool) -> [ConnectionStep.Kind] {
    withHost ? allCases : [.link, .address, .duplicates, .routes, .gateway, .resolver]
  }
}

extension ConnectionReport: TabularReport {
  static let columns = ["step", "state", "text", "duration_ms"]

  /// A row a step, from the nearest to the farthest; the last is the verdict, with its code for a
  /// state.
  var rows: [[CSVField]] {
    steps.map { step in
      [
        CSVField(step.kind.rawValue), CSVField(step.state.rawValue), CSVField(step.words),
        CSVField(step.took?.roundedMilliseconds),
      ]
    } + [[CSVField("verdict"), CSVField(verdict.code.rawValue), CSVField(verdict.text), .unknown]]
  }
}
