internal import Glibc
public import Model
public import Networking

/// A diagnostic tool, independent of its user interface: ping, trace, dns and so on.
public protocol Diagnostic<Progress, Report>: Sendable {
  /// A progress event: small, and complete in itself.
  associatedtype Progress: Encodable & Sendable
  /// The result.
  associatedtype Report: DiagnosticReport

  /// Runs to the end, or until the task is cancelled: then it returns the results so far.
  ///
  /// - Parameter onProgress: Called for each event; must not block.
  /// - Returns: The report, also if the other side is silent.
  /// - Throws: Why there is no report at all.
  func run(onProgress: @escaping @Sendable (Progress) -> Void) async throws(DiagnosticError)
    -> Report
}

/// A diagnostic's result, written as the members of one JSON object.
public protocol DiagnosticReport: Encodable, Sendable {
  /// The name and version of its JSON, such as `homenet.ping/1`.
  static var schema: String { get }

  /// Whether the result is bad: no reply, an expired certificate. The command exits with 1.
  var isBad: Bool { get }

  /// Whether the failure is this machine's own. The command exits with 3.
  var isOwnFailure: Bool { get }
}

extension DiagnosticReport {
  /// Most diagnostics throw local failures instead.
  public var isOwnFailure: Bool { false }
}

/// Why a diagnostic has no report; never because the other side was silent.
public enum DiagnosticError: Error, Hashable, Sendable {
  /// Invalid input; says what is valid.
  case usage(Message)
  /// The host name doesn't resolve.
  case unknownHost(String, because: Message)
  /// A local failure: no permission, no descriptors, an interface that is down.
  case local(LocalFailure, during: Message)
  /// This machine lacks something; says what.
  case unable(Message)
  /// No queried service answered; says which.
  case noAnswer(Message)
  /// Cancelled before there was a result; says during what.
  case interrupted(Message)

  /// The error as a message.
  public var message: Message {
    switch self {
    case .usage(let why), .unable(let why), .noAnswer(let why), .interrupted(let why): why
    case .unknownHost(let host, let because):
      Message(.errorHost, ["host": .text(host), "reason": .message(because)])
    case .local(let failure, let attempt):
      Message(
        failure == .noRoute ? .errorDuringNoRoute : .errorDuring,
        ["attempt": .message(attempt), "reason": .message(failure.diagnosticMessage)]
      )
    }
  }

  /// The error in one line.
  public var words: String { message.text }

  /// Whether it is this machine's own failure.
  var isOwnFailure: Bool {
    switch self {
    case .local, .unable: true
    case .usage, .unknownHost, .noAnswer, .interrupted: false
    }
  }
}

extension LocalFailure {
  /// No route to an address: this machine's failure, not the other side's.
  static let noRoute = LocalFailure.system(errno: ENETUNREACH, call: "connect")

  /// The failure as a message; a missing route has its own.
  var diagnosticMessage: Message {
    self == .noRoute ? Message(.diagnoseNoRouteThere) : message
  }

  /// The failure in words.
  var diagnosticWords: String { diagnosticMessage.text }
}

/// A report with its schema and times: the JSON envelope of all diagnostics.
public struct TimedReport<Report: DiagnosticReport>: Encodable, Sendable {
  /// The report.
  public var report: Report
  /// When the diagnostic began.
  public var started: Timestamp
  /// How long it took.
  public var duration: Duration
  /// Whether it was interrupted.
  public var isInterrupted: Bool

  /// An envelope.
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

extension Duration {
  /// The duration in milliseconds, to the microsecond: what the clocks are good for.
  public var roundedMilliseconds: Double {
    (milliseconds * 1000).rounded() / 1000
  }
}
