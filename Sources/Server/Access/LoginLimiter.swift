import Wire

/// How many passwords may be tried: by one address, and by all together.
///
/// Buckets of attempts that fill again with time. A pure value of bounded size.
struct LoginLimiter {
  /// How many attempts at once, and how long until there is one more.
  struct Allowance {
    var burst: Double
    var refill: Duration
  }

  private struct Bucket {
    var left: Double
    var at: ContinuousClock.Instant
  }

  private let each: Allowance
  private let all: Allowance
  private let mostAddresses: Int
  private var buckets: [IPAddress?: Bucket] = [:]
  private var common: Bucket?

  init(
    each: Allowance = Allowance(burst: 5, refill: .seconds(20)),
    all: Allowance = Allowance(burst: 30, refill: .seconds(2)),
    mostAddresses: Int = 1024
  ) {
    self.each = each
    self.all = all
    self.mostAddresses = mostAddresses
  }

  /// Takes an attempt; or says how long to wait for one.
  mutating func attempt(
    from address: IPAddress?,
    now: ContinuousClock.Instant
  ) -> Duration? {
    let address = address?.peerNetwork
    var own = Self.filled(buckets[address], each, now)
    var common = Self.filled(common, all, now)
    if let wait = [Self.wait(own, each), Self.wait(common, all)].compactMap({ $0 }).max() {
      return wait
    }
    own.left -= 1
    common.left -= 1
    self.common = common
    if buckets[address] == nil, buckets.count >= mostAddresses { makeRoom(now) }
    buckets[address] = own
    return nil
  }

  /// The attempt was right: neither its address nor anybody else has to wait for it.
  mutating func succeeded(from address: IPAddress?) {
    buckets[address?.peerNetwork] = nil
    common?.left += 1
  }

  /// As many addresses are remembered.
  var addressCount: Int { buckets.count }

  /// Forgets whoever has waited long enough, else whoever has waited longest.
  private mutating func makeRoom(_ now: ContinuousClock.Instant) {
    buckets = buckets.filter { Self.filled($0.value, each, now).left < each.burst }
    guard buckets.count >= mostAddresses,
      let oldest = buckets.min(by: { $0.value.at < $1.value.at })?.key
    else { return }
    buckets[oldest] = nil
  }

  private static func filled(
    _ bucket: Bucket?,
    _ allowance: Allowance,
    _ now: ContinuousClock.Instant
  ) -> Bucket {
    guard let bucket else { return Bucket(left: allowance.burst, at: now) }
    let gained = (now - bucket.at) / allowance.refill
    return Bucket(left: min(allowance.burst, bucket.left + max(0, gained)), at: now)
  }

  private static func wait(_ bucket: Bucket, _ allowance: Allowance) -> Duration? {
    bucket.left >= 1 ? nil : allowance.refill * (1 - bucket.left)
  }
}
