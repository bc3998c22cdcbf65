import Wire

/// How many passwords may be tried: by one address, by the addresses of one /64 of IPv6, by all addresses
/// together, and by each browser that was logged in before, whose attempts nobody else can use up.
///
/// Buckets of attempts that fill again with time. A pure value of bounded size.
struct LoginLimiter {
  /// How many attempts at once, and how long until there is one more.
  struct Allowance {
    var burst: Double
    var refill: Duration
  }

  /// Who tries.
  enum Client: Hashable {
    /// Someone at that address; `nil` where that is not known.
    case address(IPAddress?)
    /// A browser that was logged in before, by the digest of its secret.
    case browser([UInt8])

    /// Whose attempts its own are counted with; the first bucket is its own.
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

  /// Takes an attempt; or says how long to wait for one.
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

  /// The attempt was right: neither its client nor anybody else has to wait for it.
  mutating func succeeded(from client: Client) {
    for (index, key) in client.buckets.enumerated() {
      if index == 0 { buckets[key] = nil } else { buckets[key]?.left += 1 }
    }
    if client.sharesBudget { common?.left += 1 }
  }

  /// How many clients are remembered.
  var clientCount: Int { buckets.count }

  /// Forgets the clients whose attempts are all available again, else the one that tried longest
  /// ago.
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
