import Networking
import Wire

/// How often and when addresses are asked by ARP: decisions on values alone.
enum ARPPolicy {
  /// Frames a second, bursts included: below the 10,000 a second that cheap switches and access
  /// points forward, even if some are delayed on their way out.
  static let rate: Int64 = 9_800
  static let burst: Int64 = 128
  /// Frames sent per wake-up: fewer wake-ups than frames, without falling behind.
  static let stride: Int64 = 32
  /// Without known losses no repetition starts later than this: two passes over a /16 take 13.0 s
  /// of a scan's 15 s.
  static let repeatsUntil: Duration = .milliseconds(13_200)
  /// Passes over the addresses that have not answered, at least and at most.
  static let mostPasses = 6
  /// The chance of having missed one host or more that the number of passes aims at.
  static let acceptedMiss = 0.00001

  /// How many passes the network needs.
  ///
  /// The share of known hosts that an earlier pass missed is the chance that one pass misses one, p;
  /// n passes miss one of h hosts with h·pⁿ.
  static func passes(hosts: Int, foundLate: Int, discoverOnly: Bool) -> Int {
    let least = discoverOnly ? 2 : 4
    guard foundLate > 0, hosts > 0 else { return least }
    let miss = min(0.9, Double(foundLate) / Double(hosts))
    var passes = 1
    var chance = Double(hosts) * miss
    while chance > acceptedMiss, passes < mostPasses {
      passes += 1
      chance *= miss
    }
    return max(least, passes)
  }

  /// The station that is asked alone in a pass, where its link address is known; `nil` for everybody.
  ///
  /// Access points and radios that sleep drop broadcasts before anything else, so a host that is looked
  /// for is asked at its own link address first (RFC 1122, section 2.3.2.1, "unicast poll"), and by
  /// broadcast every other time: it may have another by now.
  static func receiver(of known: MACAddress?, inPass pass: Int) -> MACAddress? {
    guard let known, known.isUsable, !pass.isMultiple(of: 2) else { return nil }
    return known
  }

  /// How long after its start a pass is followed by the next one: first a round trip and some, then
  /// long enough for radios that sleep.
  static func gap(afterPass pass: Int, retransmission: Duration) -> Duration {
    switch pass {
    case 1: retransmission
    case 2: max(retransmission * 2, .milliseconds(300))
    default: .seconds(1)
    }
  }

  /// Whether another pass over so many addresses can end before the scan must.
  static func fits(
    _ count: Int,
    from start: MonotonicTime,
    settle: Duration,
    deadline: MonotonicTime
  ) -> Bool {
    start + .milliseconds(Int64(count) * 1000 / rate) + settle <= deadline
  }
}

/// How long an answer may take, learnt from round trips (RFC 6298, section 2).
struct RoundTripEstimate: Sendable {
  private var smoothed: Double?
  private var variation = 0.0
  private static let range = 30.0...300.0

  mutating func add(_ rttMs: Double) {
    guard let smoothed else {
      self.smoothed = rttMs
      variation = rttMs / 2
      return
    }
    variation += (abs(smoothed - rttMs) - variation) / 4
    self.smoothed = smoothed + (rttMs - smoothed) / 8
  }

  /// When to ask again; before anything was measured a tenth of a second.
  var retransmission: Duration {
    guard let smoothed else { return .milliseconds(100) }
    let time = min(max(smoothed + 4 * variation, Self.range.lowerBound), Self.range.upperBound)
    return .microseconds(Int64(time * 1000))
  }
}
