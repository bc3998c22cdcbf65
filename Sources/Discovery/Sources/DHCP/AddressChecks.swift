import Networking
import Wire

/// The addresses that clients asked for, to be resolved a little later.
struct AddressChecks: Sendable {
  struct Check: Hashable, Sendable {
    var address: IPv4Address
    var interface: UInt32
  }

  private var waiting: [(check: Check, due: MonotonicTime)] = []
  private var planned: [Check: MonotonicTime] = [:]

  /// The server's answer, and the client's look whether the address is free (RFC 5227).
  static let delay: Duration = .seconds(4)
  /// How long an address that was planned is not planned again.
  static let rest: Duration = .seconds(60)
  /// In each rest, whoever asks: one host can make up any number of clients.
  static let most = 32

  /// Plans a check; when it is due, `nil` where it is not planned.
  mutating func add(_ check: Check, now: MonotonicTime) -> MonotonicTime? {
    planned = planned.filter { now - $0.value < Self.rest }
    guard planned[check] == nil, planned.count < Self.most else { return nil }
    planned[check] = now
    waiting.append((check, now + Self.delay))
    return now + Self.delay
  }

  /// Takes out what is due.
  mutating func takeDue(now: MonotonicTime) -> [Check] {
    let due = waiting.filter { $0.due <= now }.map(\.check)
    waiting.removeAll { $0.due <= now }
    return due
  }
}
