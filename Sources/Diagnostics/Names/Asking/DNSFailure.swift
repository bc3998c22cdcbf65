public import Networking

/// Why a name server gave no answer.
public enum DNSFailure: Error, Hashable, Sendable {
  /// Silence.
  case timedOut
  /// Nothing listens on the port.
  case refused
  /// The network says that it can't be reached.
  case unreachable
  /// The connection ended before the answer.
  case closed
  /// It said something, but no answer.
  case malformed(String)
  /// It can't show that it is who it should be.
  case untrusted(String)
  /// Its web server says no.
  case web(String)
  /// The asking was ended before its time.
  case cancelled
  /// This machine failed.
  case local(LocalFailure)

  /// What a stream's end means where it left no answer.
  init(_ end: StreamEnd) {
    self =
      switch end {
      case .done, .closed, .reset: .closed
      case .refused: .refused
      case .unreachable, .prohibited: .unreachable
      case .timedOut: .timedOut
      case .interrupted: .cancelled
      case .untrusted(let why): .untrusted(why)
      case .local(let failure): .local(failure)
      }
  }

  /// The failure in one word, as JSON has it.
  public var word: String {
    switch self {
    case .timedOut: "timeout"
    case .refused: "port_closed"
    case .unreachable: "unreachable"
    case .closed: "connection_closed"
    case .malformed: "malformed"
    case .untrusted: "untrusted"
    case .web: "http_error"
    case .cancelled: "cancelled"
    case .local: "local_failure"
    }
  }

  /// The failure in words.
  public var words: String {
    switch self {
    case .timedOut: "no answer in time"
    case .refused: "no server listens there"
    case .unreachable: "the host can't be reached"
    case .closed: "the connection was closed before the answer"
    case .malformed(let why), .web(let why): why
    case .untrusted(let why): "its certificate isn't trusted: \(why)"
    case .cancelled: "ended before the answer"
    case .local(let failure): failure.diagnosticWords
    }
  }
}
