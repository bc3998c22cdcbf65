import Model
import Networking
import Wire

/// What this machine's network is like at a moment, apart from the devices.
struct HomeFacts: Hashable, Sendable {
  /// The next hops of the default routes, each once.
  var gateways: [String]
  /// The name servers that this machine asks, each once.
  var resolvers: [String]
  /// The DHCP servers that were heard in this run.
  var dhcpServers: [String]
  /// The link addresses that their answers came from, by server.
  var dhcpServerMACs: [String: Set<String>] = [:]
  /// Whether there is a network to watch: without one, who is there is unknown.
  var isConnected: Bool

  /// The most addresses of a kind; a rogue could announce itself under thousands.
  static let most = 16

  /// The facts; addresses beyond the first few of a kind are left out.
  init(
    gateways: [String] = [],
    resolvers: [String] = [],
    dhcpServers: [String] = [],
    isConnected: Bool = true
  ) {
    self.gateways = Self.distinct(gateways)
    self.resolvers = Self.distinct(resolvers)
    self.dhcpServers = Self.distinct(dhcpServers)
    self.isConnected = isConnected
  }

  /// The facts of a configuration.
  init(_ configuration: NetworkConfiguration, isConnected: Bool, dhcpServers: [IPAddress] = []) {
    self.init(
      gateways: configuration.gateways.map(\.address.description),
      resolvers: configuration.resolvers.map(\.description),
      dhcpServers: dhcpServers.map(\.description),
      isConnected: isConnected
    )
  }

  private static func distinct(_ addresses: [String]) -> [String] {
    var seen: Set<String> = []
    return Array(addresses.filter { seen.insert($0).inserted }.prefix(most))
  }
}
