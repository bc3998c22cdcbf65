import Model
import Wire

/// The DHCP servers that were heard on the present network.
struct HeardDHCPServers: Hashable, Sendable {
  private struct Server: Hashable, Sendable {
    var since: Timestamp
    var macs: Set<String> = []
  }

  private var servers: [IPAddress: Server] = [:]
  /// The gateways of the network on which they were heard.
  private var gateways: Set<String>?

  /// How long after it was heard a server counts, in milliseconds: by then the devices here are known,
  /// the router's card among them.
  static let standing: Int64 = 60_000
  /// A server's cards; one host can make up any number.
  private static let mostCards = 4

  /// Takes what was heard.
  mutating func take(_ server: DHCPServer, at address: IPAddress, time: Timestamp) {
    guard servers[address] != nil || servers.count < HomeFacts.most else { return }
    var known = servers[address] ?? Server(since: time)
    // A clock that was set back must not keep it waiting.
    known.since = min(known.since, time)
    if let mac = server.mac, known.macs.count < Self.mostCards {
      known.macs.insert(mac.description)
    }
    servers[address] = known
  }

  /// The facts with those servers that count by now; on another network none does.
  mutating func added(to facts: HomeFacts, at now: Timestamp) -> HomeFacts {
    let present = Set(facts.gateways)
    if !facts.isConnected || gateways.map({ $0 != present }) ?? false { servers = [:] }
    gateways = present
    var facts = facts
    let standing = servers.filter { now.elapsed(since: $0.value.since) >= Self.standing }
    for (address, server) in standing.sorted(by: { $0.key < $1.key }) {
      facts.dhcpServers.append(address.description)
      facts.dhcpServerMACs[address.description] = server.macs
    }
    return facts
  }
}
