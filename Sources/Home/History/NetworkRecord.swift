import Model

/// What a recorder knows of this machine's network.
struct NetworkRecord: Sendable {
  /// The recorded next hops and name servers; `nil` before they are known.
  var gateways: [String]?
  var resolvers: [String]?
  /// The next hops before them: a router stays one while a VPN has the default route.
  var formerGateways: Set<String> = []
  /// The DHCP servers that were told.
  var dhcpServers: Set<String> = []
  /// The link addresses that told servers answer from; one box may have several addresses.
  var serverMACs: Set<String> = []
  /// When servers were told of late.
  var serversTold: [Timestamp] = []
  /// Whether it was told that the network is lost, and since when it is.
  var isLost = false
  var lostSince: Timestamp?
  /// Changes that have not stood for long enough.
  var waitingGateways: Waiting?
  var waitingResolvers: Waiting?
  /// The gateways' link addresses that are to be weighed, by address.
  var gatewayChanges: [String: GatewayChange] = [:]
  /// When it was told last that link addresses take turns, by address.
  var toldAlternating: [String: Timestamp] = [:]

  /// A value that is not recorded yet.
  struct Waiting: Hashable, Sendable {
    var value: [String]
    var since: Timestamp
  }

  /// A gateway's other link address.
  struct GatewayChange: Hashable, Sendable {
    var was: AddressClaims.Claim
    var now: AddressClaims.Claim
    /// The keys of the device that was there.
    var keys: [String]
    var since: Timestamp
  }

  /// How long a route or a name server must stand, in milliseconds.
  static let standing: Int64 = 60_000
  /// How long the network must be lost; a cable that is plugged in again at once is not told.
  static let shortestLoss: Int64 = 30_000
  /// The most DHCP servers that are told of; a rogue could make up thousands.
  static let mostServers = 64
  /// How many are told within a day.
  static let mostServersADay = 4
  /// How many of those that only clients name: requests can be forged to hide an answer among them.
  static let mostNamedServersADay = 2
  private static let mostFormerGateways = 64
  private static let day: Int64 = 24 * 3_600_000

  /// Whether one more server may be told now.
  mutating func mayTellServer(isAnswering: Bool, at now: Timestamp) -> Bool {
    serversTold.removeAll { abs(now.elapsed(since: $0)) >= Self.day }
    let most = isAnswering ? Self.mostServersADay : Self.mostNamedServersADay
    return serversTold.count < most && dhcpServers.count < Self.mostServers
  }

  /// Whether the address is or was a router's here.
  func isGateway(_ address: String) -> Bool {
    gateways?.contains(address) == true || formerGateways.contains(address)
  }

  /// Takes what the default routes led to before.
  mutating func noteFormer(_ addresses: [String]) {
    for address in addresses where formerGateways.count < Self.mostFormerGateways {
      formerGateways.insert(address)
    }
  }

  /// Takes what is known from a change of a history that goes on.
  mutating func restore(_ change: HomeChange) {
    switch change.kind {
    case .routeChanged:
      gateways = Self.addresses(change.now)
      noteFormer(Self.addresses(change.was))
    case .resolverChanged: resolvers = Self.addresses(change.now)
    case .dhcpServerAppeared:
      if let server = change.now, dhcpServers.count < Self.mostServers {
        dhcpServers.insert(server)
        serversTold.append(change.time)
      }
    case .ownNetworkLost:
      isLost = true
      lostSince = change.time
    case .ownNetworkBack:
      isLost = false
      lostSince = nil
    default: break
    }
  }

  /// The recorded value after a look; and the one before, where it changed.
  static func take(
    _ value: [String],
    _ recorded: inout [String]?,
    _ waiting: inout Waiting?,
    now: Timestamp
  ) -> (was: [String], now: [String])? {
    guard let before = recorded else {
      recorded = value
      return nil
    }
    // Which of them comes first changes without a reason.
    guard Set(before) != Set(value) else {
      waiting = nil
      return nil
    }
    guard let waited = waiting, Set(waited.value) == Set(value), waited.since <= now else {
      waiting = Waiting(value: value, since: now)
      return nil
    }
    guard now.elapsed(since: waited.since) >= standing else { return nil }
    recorded = value
    waiting = nil
    return (before, value)
  }

  /// A list of addresses as a change has it.
  static func text(_ addresses: [String]) -> String? {
    addresses.isEmpty ? nil : addresses.joined(separator: ", ")
  }

  private static func addresses(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
      .filter { !$0.isEmpty }
  }
}
