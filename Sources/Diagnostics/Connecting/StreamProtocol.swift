package import Model
public import Networking
public import Wire

/// The client's side of a protocol over a stream, as bytes: no socket, no clock.
///
/// The ``StreamNetwork`` that carries it limits its time; its state stays bounded whatever the server
/// sends.
public protocol StreamProtocol: Sendable {
  /// The bytes to send once the connection is established.
  mutating func begin() -> [UInt8]

  /// Takes received bytes; returns the bytes to send in answer.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8]

  /// Whether the exchange is complete, or nothing more can come.
  var isDone: Bool { get }
}

/// How an exchange over a stream ended.
public enum StreamEnd: Hashable, Sendable {
  /// The exchange is complete.
  case done
  /// The other side closed the connection.
  case closed
  /// RST from the peer or a middlebox.
  case reset
  /// Nothing listens on the port.
  case refused
  /// An ICMP or local error: host unreachable.
  case unreachable
  /// A filter answered with ICMP administratively prohibited.
  case prohibited
  /// The peer's certificate isn't trusted; the reason in words.
  case untrusted(String)
  /// The task was cancelled.
  case interrupted
  /// Timed out, before or after the connection was established.
  case timedOut(connected: Bool)
  /// A failure of this machine.
  case local(LocalFailure)

  /// The end as a message, as of a connection.
  package var message: Message {
    switch self {
    case .done: Message(.streamDone)
    case .closed: Message(.streamClosed)
    case .reset: Message(.streamReset)
    case .refused: Message(.streamRefused)
    case .unreachable: Message(.streamUnreachable)
    case .prohibited: Message(.streamProhibited)
    case .untrusted(let why): Message(.streamUntrusted, ["reason": why])
    case .interrupted: Message(.streamInterrupted)
    case .timedOut(connected: false): Message(.streamNotConnected)
    case .timedOut(connected: true): Message(.streamTimedOut)
    case .local(let failure): failure.diagnosticMessage
    }
  }

  /// The end in words.
  public var words: String { message.text }
}

/// Carries exchanges over streams: by the system's sockets, or a test's memory.
public protocol StreamNetwork: Sendable {
  /// Connects and exchanges bytes until the protocol is done, its time is up, the connection ends, or
  /// the task is cancelled.
  func carry<Exchange: StreamProtocol>(
    _ exchange: Exchange,
    to endpoint: Endpoint,
    within limit: Duration
  ) async -> (exchange: Exchange, end: StreamEnd)

  /// Whether a filter's ICMP error is why an endpoint can't be reached; connects once more to find out.
  func isProhibited(_ endpoint: Endpoint) async -> Bool
}

extension StreamNetwork {
  /// The default: not known.
  public func isProhibited(_ endpoint: Endpoint) async -> Bool { false }
}

/// How a connection ended.
extension MessageTemplate {
  static let streamDone = MessageTemplate("stream.done", "done")
  static let streamClosed = MessageTemplate("stream.closed", "the connection was closed")
  static let streamReset = MessageTemplate("stream.reset", "the connection was reset")
  static let streamRefused = MessageTemplate("stream.refused", "the connection was refused")
  static let streamUnreachable = MessageTemplate("stream.unreachable", "the host can't be reached")
  static let streamProhibited = MessageTemplate(
    "stream.prohibited",
    "a filter forbids the connection"
  )
  static let streamUntrusted = MessageTemplate(
    "stream.untrusted",
    "its certificate isn't trusted: {reason}"
  )
  static let streamInterrupted = MessageTemplate("stream.interrupted", "interrupted")
  static let streamNotConnected = MessageTemplate(
    "stream.not_connected",
    "connecting to it timed out"
  )
  static let streamTimedOut = MessageTemplate(
    "stream.timed_out",
    "connected, but no answer in time"
  )
}
