import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Echo sockets` {
  /// Which kind of socket the kernel gives.
  enum Kind: CaseIterable {
    case datagram
    case raw
  }

  private let ticket = Ticket(owner: 0, number: 1)

  private func lab(_ kind: Kind) throws -> VethPair {
    let lab = try VethPair()
    // A new namespace's range is empty, so raw is what is left.
    if kind == .datagram {
      try lab.left.run { () throws(LocalFailure) in
        try write("0 0", to: "/proc/sys/net/ipv4/ping_group_range")
      }
    }
    return lab
  }

  private func request(_ type: UInt8, sequence: UInt8) -> [UInt8] {
    [type, 0, 0, 0, 0x12, 0x34, 0, sequence] + Array("homenet".utf8)
  }

  @Test(arguments: Kind.allCases)
  func `a host in another namespace answers`(kind: Kind) async throws {
    let lab = try lab(kind)
    let network = try LinuxNetwork(namespace: lab.left)
    let target = IPAddress.v4(lab.rightAddress)
    let machine = ScriptedMachine(
      [
        .open(ticket, .echo(family: .v4, interface: lab.leftIndex)),
        .send(
          ticket,
          to: Endpoint(target, port: 0),
          payload: request(8, sequence: 1),
          purpose: .echo
        ),
      ],
      limit: 2
    )
    let events = await network.collect(machine).map(\.event)
    guard events.count == 2, case .datagram(_, let datagram) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(datagram.source == Endpoint(target, port: 0))
    #expect(datagram.destination == .v4(lab.leftAddress))
    #expect(datagram.interface == lab.leftIndex)
    #expect(datagram.hopLimit == 64)
    #expect(datagram.payload.first == 0)
    #expect(Array(datagram.payload.dropFirst(6)) == [0, 1] + Array("homenet".utf8))
  }

  @Test(arguments: Kind.allCases)
  func `IPv6 neighbours answer the all-nodes group`(kind: Kind) async throws {
    let lab = try lab(kind)
    for (namespace, index, last) in [
      (lab.left, lab.leftIndex, UInt64(1)), (lab.right, lab.rightIndex, 2),
    ] {
      let own = IPAddress.v6(IPv6Address(high: 0xFE80_0000_0000_0000, low: last), zone: nil)
      try namespace.run { () throws(LocalFailure) in
        var netlink = try NetlinkSocket()
        try netlink.perform(.addAddress(own, prefixLength: 64, interface: index))
      }
    }
    let network = try LinuxNetwork(namespace: lab.left)
    let expected = "fe80::2%left"
    let machine = ScriptedMachine(
      [
        .open(ticket, .echo(family: .v6, interface: lab.leftIndex)),
        .send(
          ticket,
          to: Endpoint(.v6(.allNodes, zone: nil), port: 0),
          payload: request(128, sequence: 2),
          purpose: .echo
        ),
      ],
      isLast: { event in
        guard case .datagram(_, let datagram) = event else { return false }
        return datagram.source.address.description == expected
      }
    )
    let events = await network.collect(machine).map(\.event)
    guard case .datagram(_, let datagram)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(datagram.source.address.description == expected)
    #expect(datagram.payload.first == 129)
    #expect(Array(datagram.payload.dropFirst(6)) == [0, 2] + Array("homenet".utf8))
  }

  @Test(arguments: Kind.allCases)
  func `a router's error comes with the message that it quotes`(kind: Kind) async throws {
    let lab = try lab(kind)
    let router = IPAddress.v4(lab.rightAddress)
    try lab.right.run { () throws(LocalFailure) in
      try write("1", to: "/proc/sys/net/ipv4/ip_forward")
    }
    try lab.left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.addRoute(to: .v4(.any), prefixLength: 0, gateway: router))
    }
    let network = try LinuxNetwork(namespace: lab.left)
    let target = Endpoint(.v4(IPv4Address(10, 200, 0, 1)), port: 0)
    let machine = ScriptedMachine(
      [
        .open(ticket, .echo(family: .v4, interface: lab.leftIndex)),
        .send(ticket, to: target, payload: request(8, sequence: 3), purpose: .echo),
      ],
      limit: 2
    )
    let events = await network.collect(machine).map(\.event)
    guard events.count == 2, case .datagram(_, let datagram) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(datagram.source.address == router)
    #expect(datagram.payload.prefix(2) == [3, 0])
    // The quoted IPv4 header, then the echo request from its sequence number on.
    let quoted = Array(datagram.payload.dropFirst(8))
    #expect(Array(quoted[16..<20]) == [10, 200, 0, 1])
    #expect(quoted[9] == 1)
    #expect(quoted[20] == 8)
    #expect(Array(quoted[26..<35]) == [0, 3] + Array("homenet".utf8))
  }

  @Test func `the checksum is that of RFC 1071`() {
    var message: [UInt8] = [8, 0, 0, 0, 0x12, 0x34, 0, 1, 0x61]
    ICMPMessage.setChecksum(&message)
    // 0800 + 1234 + 0001 + 6100 = 7b35.
    #expect(message[2...3] == [0x84, 0xCA])
  }
}

@Suite struct `Link sockets` {
  private let ticket = Ticket(owner: 0, number: 1)

  @Test func `an ARP request is answered, other frames are not heard`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let frame = arpRequest(for: lab.rightAddress, lab)
    let machine = ScriptedMachine(
      [
        .open(ticket, .link(etherType: 0x0806, interface: lab.leftIndex)),
        .transmit(ticket, frame: frame, target: .v4(lab.rightAddress), purpose: .arp),
      ],
      limit: 2
    )
    let events = await network.collect(machine).map(\.event)
    guard events.count == 2, case .opened(_, 0) = events[0],
      case .datagram(_, let datagram) = events[1]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(datagram.interface == lab.leftIndex)
    #expect(Array(datagram.payload[0..<6]) == lab.leftMAC.bytes)
    #expect(Array(datagram.payload[6..<12]) == lab.rightMAC.bytes)
    #expect(Array(datagram.payload[12..<14]) == [8, 6])
    #expect(Array(datagram.payload[28..<32]) == lab.rightAddress.bytes)
    let ledger = await network.traffic()
    #expect(ledger.counts[.v4(lab.rightAddress)]?[.arp]?.packets == 1)
  }

  @Test func `ten thousand frames are all sent`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let target = IPv4Address(10, 77, 0, 200)
    let frame = arpRequest(for: target, lab)
    let ticket = ticket
    var requests: [NetworkRequest] = [
      .open(ticket, .link(etherType: 0x0806, interface: lab.leftIndex))
    ]
    for _ in 0..<10_000 {
      requests.append(.transmit(ticket, frame: frame, target: .v4(target), purpose: .arp))
    }
    // One that is answered, at the end.
    let last = arpRequest(for: lab.rightAddress, lab)
    requests.append(
      .transmit(ticket, frame: last, target: .v4(lab.rightAddress), purpose: .arp)
    )
    let events = await network.collect(ScriptedMachine(requests, limit: 2)).map(\.event)
    #expect(events.count == 2)
    #expect(await network.traffic().packetsSent == 10_001)
  }

  private func arpRequest(for target: IPv4Address, _ lab: VethPair) -> [UInt8] {
    MACAddress.broadcast.bytes + lab.leftMAC.bytes + [8, 6, 0, 1, 8, 0, 6, 4, 0, 1]
      + lab.leftMAC.bytes + lab.leftAddress.bytes + [0, 0, 0, 0, 0, 0] + target.bytes
  }
}

/// Writes a line into a file below /proc, as seen from the thread's namespace.
private func write(_ text: String, to path: String) throws(LocalFailure) {
  let file = try FileDescriptor(opening: path, O_WRONLY)
  let bytes = Array(text.utf8)
  do {
    try systemCall("write") { Glibc.write(file.rawValue, bytes, bytes.count) }
  } catch {
    throw error.localFailure
  }
}
