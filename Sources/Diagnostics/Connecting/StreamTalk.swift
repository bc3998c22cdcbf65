public import Network
public import Wire

/// One side of a conversation over a stream, as bytes: no socket, no clock.
///
/// Whoever carries it keeps the time; whatever the other side sends, its own state stays bounded.
public protocol StreamTalk: Sendable {
  /// What is said once the connection is there.
  mutating func begin() -> [UInt8]

  /// Takes what was heard; returns what is answered.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8]

  /// Whether all that was wanted is known, or nothing more can come.
  var isDone: Bool { get }
}

/// How a conversation ended.
public enum StreamEnd: Hashable, Sendable {
  /// This side had what it wanted.
  case done
  /// The other side closed the connection.
  case closed
  /// The other side, or something between, broke it.
  case reset
  /// Nobody listens there.
  case refused
  /// The network says that the host can't be reached.
  case unreachable
  /// Something between forbids it.
  case prohibited
  /// It can't show that it is who it should be; says why.
  case untrusted(String)
  /// This side was told to stop.
  case interrupted
  /// Its time was up, before or after the connection was there.
  case timedOut(connected: Bool)
  /// This machine failed.
  case local(LocalFailure)

  /// The end in words, as of a connection.
  public var words: String {
    switch self {
    case .done: "done"
    case .closed: "the connection was closed"
    case .reset: "the connection was reset"
    case .refused: "the connection was refused"
    case .unreachable: "the host can't be reached"
    case .prohibited: "a filter forbids the connection"
    case .untrusted(let why): "its certificate isn't trusted: \(why)"
    case .interrupted: "interrupted"
    case .timedOut(connected: false): "connecting to it timed out"
    case .timedOut(connected: true): "connected, but no answer in time"
    case .local(let failure): failure.diagnosticWords
    }
  }
}

/// Carries conversations: the system's sockets, or a test's memory.
public protocol StreamNetwork: Sendable {
  /// Connects and talks until the talk is done, its time is up, the connection ends, or the task is
  /// cancelled.
  func carry<Talk: StreamTalk>(
    _ talk: Talk,
    to endpoint: Endpoint,
    within limit: Duration
  ) async -> (talk: Talk, end: StreamEnd)

  /// Whether it is a filter's word that makes an endpoint unreachable: asked once more.
  func isProhibited(_ endpoint: Endpoint) async -> Bool
}

extension StreamNetwork {
  /// Nobody says so.
  public func isProhibited(_ endpoint: Endpoint) async -> Bool { false }
}
