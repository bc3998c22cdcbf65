import Networking

/// How fast a source may send: a bucket of tokens, one a packet.
///
/// In any span of time no more leaves than `burst` and what the rate brings in that span, however
/// late the wakes come.
struct SendingPace: Sendable {
  /// Packets a second.
  let rate: Int64
  /// The most that may go at once after a pause.
  let burst: Int64
  private var tokens: Int64
  /// Up to when the tokens have been counted.
  private var counted: MonotonicTime?

  init(rate: Int64, burst: Int64) {
    self.rate = rate
    self.burst = burst
    tokens = burst
  }

  private var spacing: Int64 { 1_000_000_000 / rate + 1 }

  /// How many may be sent now; they are taken as sent.
  mutating func take(_ wanted: Int, now: MonotonicTime) -> Int {
    let since = counted ?? now
    let earned = max(0, now.nanoseconds - since.nanoseconds) / spacing
    tokens = min(burst, tokens + earned)
    counted = tokens == burst ? now : since + .nanoseconds(earned * spacing)
    let taken = min(Int64(wanted), tokens)
    tokens -= taken
    return Int(taken)
  }

  /// When so many more may be sent, after everything has been taken now.
  func time(for count: Int64, now: MonotonicTime) -> MonotonicTime {
    now + .nanoseconds(max(0, min(count, burst) - tokens) * spacing)
  }
}
