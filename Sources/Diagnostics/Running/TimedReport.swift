public import Model

/// A report with when it was made, as all the diagnostics' JSON has it.
public struct TimedReport<Report: DiagnosticReport>: Encodable, Sendable {
  /// What was found.
  public var report: Report
  /// When the diagnostic began.
  public var started: Timestamp
  /// How long it took.
  public var duration: Duration
  /// Whether it was ended before its time.
  public var isInterrupted: Bool

  /// A report, with when it was made.
  public init(
    _ report: Report,
    started: Timestamp,
    duration: Duration,
    isInterrupted: Bool = false
  ) {
    self.report = report
    self.started = started
    self.duration = duration
    self.isInterrupted = isInterrupted
  }

  private enum CodingKeys: String, CodingKey {
    case schema, started, interrupted
    case duration = "duration_ms"
  }

  /// Writes `schema`, `started`, `duration_ms` and `interrupted` beside the report's own members.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(Report.schema, forKey: .schema)
    try json.encode(started, forKey: .started)
    try json.encode(duration.roundedMilliseconds, forKey: .duration)
    try json.encode(isInterrupted, forKey: .interrupted)
    try report.encode(to: encoder)
  }
}
