import DemoHome
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `The neighbour table` {
  private let watching = Ticket(owner: 0, number: 1)
  private let asking = Ticket(owner: 0, number: 2)

  @Test func `a solicited peer answers, the others stay unresolved`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let addresses = (2...254).map { IPv4Address(10, 77, 0, $0) }
    let peer = IPAddress.v4(lab.rightAddress)
    let (asking, left) = (asking, lab.leftIndex)
    let machine = ScriptedMachine(
      [.watchNeighbours(watching)],
      reaction: { event in
        guard case .neighbours = event else { return [] }
        return [.solicit(asking, addresses, interface: left)]
      },
      limit: 2,
      counted: { event in
        switch event {
        case .solicited: true
        case .neighbourChanged(_, let entry, _): entry.address == peer && entry.state == .reachable
        default: false
        }
      }
    )
    let events = await network.collect(machine).map(\.event)
    var failures: [IPv4Address: LocalFailure]?
    var entry: Neighbour?
    var resolved: Set<IPAddress> = []
    for event in events {
      if case .solicited(_, let failed) = event { failures = failed }
      if case .neighbourChanged(_, let change, _) = event, change.mac != nil {
        resolved.insert(change.address)
        entry = change
      }
    }
    #expect(failures == [:])
    #expect(resolved == [peer])
    #expect(entry?.mac == lab.rightMAC)
    #expect(entry?.interface == lab.leftIndex)
    #expect(try #require(entry?.confirmedAgo) < .milliseconds(500))
    let table = await read(network)
    #expect(table.filter { $0.address.v4 != nil && $0.state != .noARP }.count == 253)
    #expect(await network.traffic().packetsSent == 253)
  }

  @Test func `broadcast and public addresses are not asked`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let broadcast = IPv4Address(10, 77, 0, 255)
    let world = IPv4Address(8, 8, 8, 8)
    let machine = ScriptedMachine(
      [.solicit(asking, [broadcast, world], interface: lab.leftIndex)],
      limit: 1
    )
    let events = await network.collect(machine)
    guard case .solicited(_, let failed)? = events.first?.event else {
      Issue.record("\(events)")
      return
    }
    #expect(failed[broadcast] == .notPermitted)
    if case .refusedByPolicy? = failed[world] {} else { Issue.record("\(failed)") }
    #expect(await network.traffic().packetsSent == 0)
  }

  @Test func `changes made by hand are told, removals too`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let address = IPAddress.v4(IPv4Address(10, 77, 0, 9))
    let mac = MACAddress(rawValue: 0x0200_0000_0009)
    var seen: [Bool] = []
    let machine = ScriptedMachine(
      [.watchNeighbours(watching)],
      isLast: { event in
        guard case .neighbourChanged(_, let entry, true) = event else { return false }
        return entry.address == address
      }
    )
    let index = lab.leftIndex
    for await (_, event) in network.run(machine) {
      switch event {
      case .neighbours:
        try lab.left.run { () throws(LocalFailure) in
          var netlink = try NetlinkSocket()
          try netlink.perform(
            .addNeighbour(address, mac: mac, interface: index, isPermanent: true)
          )
          try netlink.perform(.deleteNeighbour(address, interface: index))
        }
      case .neighbourChanged(_, let entry, let isRemoved) where entry.address == address:
        seen.append(isRemoved)
        if !isRemoved, seen.count == 1 {
          #expect(entry.state == .permanent)
          #expect(entry.mac == mac)
        }
      default: break
      }
    }
    #expect(seen.first == false)
    #expect(seen.last == true)
  }

  @Test func `a table read once ends by itself and its ticket is free`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    #expect(await read(network).allSatisfy { $0.mac != lab.rightMAC })
    let again = watching
    let machine = ScriptedMachine(
      [.readNeighbours(watching)],
      reaction: { _ in [.readNeighbours(again)] },
      limit: 3
    )
    #expect(await network.collect(machine).count == 3)
  }

  private func read(_ network: LinuxNetwork) async -> [Neighbour] {
    let events = await network.collect(ScriptedMachine([.readNeighbours(watching)], limit: 1))
    guard case .neighbours(_, let table)? = events.first?.event else { return [] }
    return table
  }
}

@Suite struct `The configuration` {
  @Test func `interfaces, prefixes, gateways of the network's namespace`() async throws {
    let lab = try VethPair(prefixLength: 22)
    let gateway = IPAddress.v4(lab.rightAddress)
    let own = IPv6Address(high: 0xFD00_0000_0000_0000, low: 1)
    let index = lab.leftIndex
    try lab.left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.addAddress(.v6(own, zone: nil), prefixLength: 64, interface: index))
      try netlink.perform(.addRoute(to: .v4(.any), prefixLength: 0, gateway: gateway))
    }
    let network = try LinuxNetwork(namespace: lab.left, resolverPath: "/nonexistent")
    let configuration = try await network.configuration()
    #expect(configuration.interfaces.map(\.name) == ["lo", "left"])
    #expect(configuration.gateways == [Gateway(address: gateway, interface: index)])
    #expect(configuration.resolvers.isEmpty)
    let lo = try #require(configuration.interfaces.first)
    #expect(lo.isLoopback && lo.isUp && lo.mac == nil && !lo.isBroadcast)
    let left = try #require(configuration.interfaces.last)
    #expect(left.index == index)
    #expect(left.mac == lab.leftMAC)
    #expect(left.kind == "veth")
    #expect(left.isUp && left.hasCarrier && left.isBroadcast && left.isMulticast)
    #expect(left.ipv4.map(\.prefix.description) == ["10.77.0.0/22"])
    #expect(left.ipv4.map(\.address) == [lab.leftAddress])
    #expect(left.ipv6.contains { $0.address == own && $0.prefixLength == 64 })
  }

  @Test func `an interface without its peer has no carrier`() async throws {
    let lab = try VethPair()
    let right = lab.rightIndex
    try lab.right.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.setLink(index: right, isUp: false))
    }
    let network = try LinuxNetwork(namespace: lab.left)
    let left = try #require(try await network.configuration().interfaces.last)
    #expect(left.isUp)
    #expect(!left.hasCarrier)
  }
}
