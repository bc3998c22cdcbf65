/// When each channel was sent to, so that none is sent to more often than its service allows.
struct ChannelPacer: Hashable, Sendable {
  /// Milliseconds of the clock at which notices left, oldest first, by channel.
  private var sent: [String: [Int64]] = [:]

  /// Channels that nothing was sent to for this long are forgotten, in milliseconds.
  private static let memory: Int64 = 3_600_000

  /// Notes that a notice is about to leave, or says how long it must wait, in milliseconds.
  mutating func take(_ channel: String, _ pace: ChannelService.Pace, at now: Int64) -> Int64? {
    let span = Int64(pace.seconds) * 1000
    sent = sent.filter { now - ($0.value.last ?? now) < Self.memory }
    // What lies in the future was noted before the clock was set back.
    var times = (sent[channel] ?? []).filter { $0 <= now && now - $0 < span }
    if times.count >= pace.count, let first = times.first { return first + span - now }
    times.append(now)
    sent[channel] = times
    return nil
  }
}
