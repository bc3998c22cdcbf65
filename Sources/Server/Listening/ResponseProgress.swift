import NIOCore

/// Whether the client takes the answer that it is sent.
///
/// While bytes wait for the client, it has to take ``leastTaken`` of them in each interval; a client that
/// never reads would hold its connection for good. A pure value.
struct ResponseProgress {
  /// A channel that isn't writable holds more than that, by NIO's usual marks: so it is writable again
  /// before a client could fail by taking all there is.
  static let leastTaken = 32 << 10

  private let interval: TimeAmount
  /// When the client has to have taken enough; `nil` while it takes everything.
  private(set) var due: NIODeadline?
  /// How many bytes waited when the interval began.
  private var waiting = 0

  init(interval: TimeAmount) {
    self.interval = interval
  }

  /// The channel isn't writable any longer: that many bytes wait for the client.
  mutating func stop(waiting bytes: Int, now: NIODeadline) {
    waiting = bytes
    due = now + interval
  }

  /// The channel is writable again.
  mutating func goOn() { due = nil }

  /// Whether an interval is over in which the client took too little; else the next one begins.
  mutating func isTooSlow(waiting bytes: Int, now: NIODeadline) -> Bool {
    guard let due, due <= now else { return false }
    guard waiting - bytes >= Self.leastTaken else { return true }
    stop(waiting: bytes, now: now)
    return false
  }
}
