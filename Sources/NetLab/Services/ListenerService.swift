/// What a simulated device's TCP port does with those who connect.
///
/// Without I/O and clocks, so that the same service answers in memory and over real sockets.
public protocol ListenerService: Sendable {
  /// Somebody has connected: the device's side of what follows.
  func accept() -> any ServedConversation
}

/// The device's side of one connection.
///
/// It stays on the thread that made it. What it keeps of what it is sent, it bounds itself.
public protocol ServedConversation {
  /// The connection is there.
  mutating func begin() -> ServedStep

  /// Bytes came in, as many as it were: a request may come in pieces, or several in one.
  mutating func take(_ bytes: [UInt8]) -> ServedStep

  /// The time that it asked for with ``ServedStep/Next/resume(after:)`` has passed.
  mutating func resume() -> ServedStep
}

extension ServedConversation {
  /// Most wait to be asked.
  public mutating func begin() -> ServedStep { .wait }

  /// Most never ask for time.
  public mutating func resume() -> ServedStep { .wait }
}

/// What the device does next in a conversation.
public struct ServedStep: Hashable, Sendable {
  /// What follows the bytes.
  public enum Next: Hashable, Sendable {
    /// The other side's turn.
    case wait
    /// Still the device's, after that time and once the bytes have left.
    case resume(after: Duration)
    /// The device closes the connection, in order.
    case close
    /// The device breaks the connection off.
    case reset
  }

  /// What is sent; empty for nothing.
  public var sending: [UInt8]
  /// What follows.
  public var next: Next

  /// The given step.
  public init(sending: [UInt8] = [], next: Next = .wait) {
    self.sending = sending
    self.next = next
  }

  /// Nothing to say.
  public static let wait = ServedStep()

  /// Says something and waits.
  public static func say(_ bytes: [UInt8]) -> ServedStep {
    ServedStep(sending: bytes)
  }

  /// Says something, or nothing, and closes.
  public static func close(saying bytes: [UInt8] = []) -> ServedStep {
    ServedStep(sending: bytes, next: .close)
  }
}
