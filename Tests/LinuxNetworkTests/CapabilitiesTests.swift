import DemoHome
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Capabilities of a namespace` {
  @Test func `as its root everything but the network is there`() async throws {
    let network = try LinuxNetwork(
      namespace: try NetworkNamespace.make(),
      resolverPath: "/nonexistent"
    )
    let found = await network.capabilities()
    #expect(found.neighbourTable.works)
    #expect(found.packetSocket.works)
    #expect(found.icmpRaw.works)
    // A new namespace's ping_group_range is empty.
    #expect(found.icmpDatagram == .fails(.notPermitted))
    #expect(await network.canEcho())
    #expect(found.interface == .fails(.interfaceDown))
    #expect(!found.resolver.works)
  }

  @Test func `an interface with an address counts, multicast works on it`() async throws {
    let network = try LinuxNetwork(namespace: try VethPair().left)
    let found = await network.capabilities()
    #expect(found.interface.works)
    #expect(found.multicast.works)
  }
}

@Suite struct `Own addresses` {
  @Test func `they answer, whatever interface is named`() async throws {
    let lab = try VethPair()
    let own = lab.leftAddress
    let (stream, datagram) = try lab.left.run { () throws(LocalFailure) in
      (
        try TestServer(SocketType.stream, on: .v4(own)),
        try TestServer(SocketType.datagram, on: .v4(own))
      )
    }
    try datagram.echo(times: 2)
    let network = try LinuxNetwork(namespace: lab.left)
    var probe = Probe.to("10.77.0.1", stream.port)
    probe.interface = lab.leftIndex
    #expect(await network.outcomes([probe]).map { $0?.kind } == ["open"])
    probe.target.port = datagram.port
    #expect(await network.outcomes([probe], payload: [1]).map { $0?.kind } == ["open"])

    let ticket = Ticket(owner: 0, number: 0)
    let machine = ScriptedMachine(
      [
        .open(ticket, .udp(UDPSocketOptions(family: .v4, interface: lab.leftIndex))),
        .send(ticket, to: probe.target, payload: [2], purpose: .mdns),
      ],
      limit: 2
    )
    let events = await network.collect(machine).map(\.event)
    guard events.count == 2, case .datagram(_, let answer) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(answer.interface == lab.leftIndex)
    #expect(answer.payload == [2])
  }

  @Test func `others are asked through the interface that is named`() async throws {
    let lab = try VethPair()
    let server = try lab.right.run { () throws(LocalFailure) in
      try TestServer(SocketType.stream, on: .v4(IPv4Address(10, 77, 0, 2)))
    }
    let network = try LinuxNetwork(namespace: lab.left)
    var right = Probe.to("10.77.0.2", server.port)
    right.interface = lab.leftIndex
    var wrong = right
    wrong.interface = 1
    wrong.timeout = .seconds(1)
    let kinds = await network.outcomes([right, wrong]).map { $0?.kind }
    #expect(kinds.first == "open")
    #expect(kinds.last != "open")
  }
}
