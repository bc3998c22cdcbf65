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
  /// The other side, or something between, broke it.
  case reset
  /// Nothing listens on the port.
  case refused
  /// The network says that the host can't be reached.
  case unreachable
  /// Something between forbids it.
  case prohibited
  /// Its certificate isn't trusted; says why.
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
  /// A network that can't tell says no.
  public func isProhibited(_ endpoint: Endpoint) async -> Bool { false }
}
