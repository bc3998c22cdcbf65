import Diagnostics

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
