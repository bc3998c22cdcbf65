import Networking

/// What an echo request carries so that its reply is known again: the scan's own number and the
/// time of sending.
///
/// The kernel rewrites the identifier of datagram sockets, and a raw socket hears everybody's
/// replies; payload and sequence come back as they were.
struct EchoCookie: Hashable, Sendable {
  /// The scan's own number.
  var scan: UInt64
  /// When the request was made.
  var sentAt: MonotonicTime

  init(scan: UInt64, sentAt: MonotonicTime) {
    self.scan = scan
    self.sentAt = sentAt
  }

  /// Reads a reply's payload; `nil` where it isn't one of ours.
  init?(_ payload: [UInt8]) {
    guard payload.count == 16 else { return nil }
    scan = payload[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    let time = payload[8...].reduce(0) { $0 << 8 | UInt64($1) }
    sentAt = MonotonicTime(nanoseconds: Int64(bitPattern: time))
  }

  /// The payload.
  var bytes: [UInt8] {
    [scan, UInt64(bitPattern: sentAt.nanoseconds)].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}
