import Model
import Wire

/// The DHCP servers that were heard on the present network.
struct HeardDHCPServers: Hashable, Sendable {
  private struct Server: Hashable, Sendable {
    var since: Timestamp
    var heard: Timestamp
    var macs: Set<String> = []
  }

  private var servers: [IPAddress: Server] = [:]
  /// The gateways of the network on which they were heard.
  private var gateways: Set<String>?

  /// How long after it was heard a server counts, in milliseconds: by then the devices here are known,
  /// the router's card among them.
  static let standing: Int64 = 60_000
  /// How long after it was heard last a server keeps its place, in milliseconds.
  static let memory: Int64 = 3_600_000
  /// A server's cards; one host can make up any number.
  private static let mostCards = 4

  /// Takes what was heard.
  mutating func take(_ server: DHCPServer, at address: IPAddress, time: Timestamp) {
    if servers[address] == nil, servers.count >= HomeFacts.most {
      guard let other = replaceable(by: server, at: time) else { return }
      servers[other] = nil
    }
    var known = servers[address] ?? Server(since: time, heard: time)
    // A clock that was set back must not keep it waiting.
    known.since = min(known.since, time)
    known.heard = time
    if let mac = server.mac, known.macs.count < Self.mostCards {
      known.macs.insert(mac.description)
    }
    servers[address] = known
  }

  /// Of too many servers one that gives way: made-up ones must not keep out a real one for ever, nor
  /// those that clients only name one that answers.
  private func replaceable(by server: DHCPServer, at time: Timestamp) -> IPAddress? {
    let silent = servers.filter { abs(time.elapsed(since: $0.value.heard)) >= Self.memory }
    let named = server.mac == nil ? [:] : servers.filter { $0.value.macs.isEmpty }
    return (silent.isEmpty ? named : silent)
      .min { ($0.value.heard, $0.key) < ($1.value.heard, $1.key) }?.key
  }

  /// The facts with those servers that count by now, those that answer first; on another network none
  /// does.
  mutating func added(to facts: HomeFacts, at now: Timestamp) -> HomeFacts {
    let present = Set(facts.gateways)
    if !facts.isConnected || gateways.map({ $0 != present }) ?? false { servers = [:] }
    // Back on the same network, what was heard since counts: then everybody asks for an address.
    if facts.isConnected { gateways = present }
    var facts = facts
    let standing = servers.filter { now.elapsed(since: $0.value.since) >= Self.standing }
    let sorted = standing.sorted { one, other in
      (one.value.macs.isEmpty ? 1 : 0, one.value.since, one.key)
        < (other.value.macs.isEmpty ? 1 : 0, other.value.since, other.key)
    }
    for (address, server) in sorted {
      facts.dhcpServers.append(address.description)
      facts.dhcpServerMACs[address.description] = server.macs
    }
    return facts
  }
}
