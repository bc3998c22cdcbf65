import Wire

/// Limits log-in attempts by token buckets: per address, per IPv6 /64, for all addresses together, and
/// per device cookie, whose budget no other client can use up.
struct LoginLimiter {
  /// A bucket's size, and the time until it gains one attempt.
  struct Allowance {
    var burst: Double
    var refill: Duration
  }

  enum Client: Hashable {
    case address(IPAddress?)
    case browser([UInt8])

    /// The buckets that its attempts are taken from; the first is its own.
    fileprivate var buckets: [Key] {
      switch self {
      case .address(let address):
        [.address(address?.peer)] + (address?.peerNetwork.map { [.network($0)] } ?? [])
      case .browser(let digest): [.browser(digest)]
      }
    }

    fileprivate var sharesBudget: Bool {
      if case .address = self { true } else { false }
    }
  }

  fileprivate enum Key: Hashable {
    case address(IPAddress?)
    /// A /64 of IPv6, by its first address.
    case network(IPAddress)
    case browser([UInt8])
  }

  private struct Bucket {
    var left: Double
    var at: ContinuousClock.Instant
  }

  private let each: Allowance
  private let network: Allowance
  private let all: Allowance
  private let mostClients: Int
  private var buckets: [Key: Bucket] = [:]
  private var common: Bucket?

  init(
    each: Allowance = Allowance(burst: 5, refill: .seconds(20)),
    network: Allowance = Allowance(burst: 20, refill: .seconds(5)),
    all: Allowance = Allowance(burst: 30, refill: .seconds(2)),
    mostClients: Int = 1024
  ) {
    self.each = each
    self.network = network
    self.all = all
    self.mostClients = mostClients
  }

  /// Takes an attempt from every bucket; returns the time to wait if one is empty.
  mutating func attempt(
    from client: Client,
    now: ContinuousClock.Instant
  ) -> Duration? {
    let own = client.buckets.map { ($0, Self.filled(buckets[$0], allowance(of: $0), now)) }
    var common = Self.filled(common, all, now)
    var waits = own.map { Self.wait($1, allowance(of: $0)) }
    if client.sharesBudget { waits.append(Self.wait(common, all)) }
    if let wait = waits.compactMap({ $0 }).max() { return wait }
    if client.sharesBudget {
      common.left -= 1
      self.common = common
    }
    for (key, bucket) in own {
      if buckets[key] == nil, buckets.count >= mostClients { makeRoom(now) }
      buckets[key] = bucket
      buckets[key]?.left -= 1
    }
    return nil
  }

  private func allowance(of key: Key) -> Allowance {
    if case .network = key { network } else { each }
  }

  /// Gives the attempt back: a successful log-in uses up no budget.
  mutating func succeeded(from client: Client) {
    for (index, key) in client.buckets.enumerated() {
      if index == 0 { buckets[key] = nil } else { buckets[key]?.left += 1 }
    }
    if client.sharesBudget { common?.left += 1 }
  }

  var clientCount: Int { buckets.count }

  /// Drops full buckets; if there are none, the least recently used one.
  private mutating func makeRoom(_ now: ContinuousClock.Instant) {
    buckets = buckets.filter {
      let allowance = allowance(of: $0.key)
      return Self.filled($0.value, allowance, now).left < allowance.burst
    }
    guard buckets.count >= mostClients,
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

/// The device cookies (OWASP) of browsers that logged in once, as digests, with the last log-in.
///
/// A cookie grants a budget of attempts that other clients can't use up, but no access.
struct KnownBrowsers: Hashable {
  /// The time from the last log-in to expiry; browsers keep no cookie for longer.
  static let lifetime = Duration.seconds(400 * 86_400)

  private var last: [[UInt8]: Int64] = [:]
  private let most: Int

  init(most: Int = 64) {
    self.most = most
  }

  /// The end of the year 9999, in seconds since 1970; later times are invalid.
  private static let endOfTime: Int64 = 253_402_300_799

  /// The stored browsers that haven't expired.
  ///
  /// Log-ins after `now` count, too: a board without a real-time clock starts in the past.
  init(_ kept: [Kept], now: Int64) {
    self.init()
    for browser in kept.prefix(most) where (0...Self.endOfTime).contains(browser.last) {
      last[browser.digest] = browser.last
    }
    forgetOld(now)
  }

  struct Kept: Hashable, Codable {
    var digest: [UInt8]
    /// Seconds since 1970.
    var last: Int64
  }

  /// All, in order of log-in.
  var kept: [Kept] {
    last.map { Kept(digest: $0.key, last: $0.value) }.sorted { $0.last < $1.last }
  }

  var count: Int { last.count }

  /// Whether that one logged in before; `now` is in seconds since 1970.
  func knows(_ digest: [UInt8], now: Int64) -> Bool {
    last[digest].map { now - $0 < Self.lifetime.components.seconds } ?? false
  }

  /// Adds a browser; evicts the one with the oldest log-in where there are too many.
  mutating func note(_ digest: [UInt8], now: Int64) {
    forgetOld(now)
    if last[digest] == nil, last.count >= most,
      let oldest = last.min(by: { $0.value < $1.value })?.key
    {
      last[oldest] = nil
    }
    last[digest] = now
  }

  private mutating func forgetOld(_ now: Int64) {
    last = last.filter { now - $0.value < Self.lifetime.components.seconds }
  }
}
