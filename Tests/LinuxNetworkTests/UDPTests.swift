import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Datagrams` {
  @Test func `an exchange gets its answer with the kernel's time`() async throws {
    let lab = try VethPair()
    let server = try lab.right.run { () throws(LocalFailure) in
      try TestServer(SocketType.datagram, on: .v4(IPv4Address(10, 77, 0, 2)))
    }
    try server.echo()
    let network = try LinuxNetwork(namespace: lab.left)
    let ticket = Ticket(owner: 0, number: 0)
    let probe = Probe.to("10.77.0.2", server.port, purpose: .netbios)
    let machine = ScriptedMachine([.exchange(ticket, probe, payload: [1, 2, 3])]) {
      _ in
      []
    } isLast: {
      if case .probed = $0 { true } else { false }
    }
    let events = await network.collect(machine).map(\.event)
    try #require(events.count == 2)
    guard case .datagram(_, let datagram) = events[0], case .probed(_, _, let outcome) = events[1]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(datagram.payload == [1, 2, 3])
    #expect(datagram.source == probe.target)
    #expect(datagram.destination == .v4(lab.leftAddress))
    #expect(datagram.interface == lab.leftIndex)
    #expect(datagram.hopLimit == 64)
    #expect(outcome.kind == "open")
    // The server's thread may have had to wait for a core.
    let roundTrip = try #require(outcome.roundTrip)
    #expect(roundTrip >= .zero && roundTrip < probe.timeout)
    #expect(await network.traffic().packetsSent == 1)
  }

  @Test func `an exchange with a closed port is refused, with a silent one timed out`()
    async throws
  {
    let namespace = try NetworkNamespace.make()
    let silent = try namespace.run { () throws(LocalFailure) in
      try TestServer(SocketType.datagram)
    }
    let network = try LinuxNetwork(namespace: namespace)
    let outcomes = await network.outcomes(
      [.to("127.0.0.1", 9), .to("127.0.0.1", silent.port, timeout: .milliseconds(50))],
      payload: [0]
    )
    #expect(outcomes.map { $0?.kind } == ["refused", "timed out"])
  }

  @Test func `an answer that came in time counts, even if the thread was kept from reading it`()
    async throws
  {
    let namespace = try NetworkNamespace.make()
    let server = try namespace.run { () throws(LocalFailure) in
      try TestServer(SocketType.datagram)
    }
    let network = try LinuxNetwork(namespace: namespace)
    let ticket = Ticket(owner: 0, number: 0)
    let probe = Probe.to("127.0.0.1", server.port, timeout: .milliseconds(1500))
    let machine = ScriptedMachine(
      [
        .exchange(ticket, probe, payload: [1]),
        .wake(Ticket(owner: 1, number: 0), at: SystemClock.now + .milliseconds(10)),
      ],
      reaction: { event in
        guard case .woke = event else { return [] }
        // On the reactor's thread, which sees neither the answer nor the end of the time meanwhile.
        server.echoOne()
        usleep(1_700_000)
        return []
      },
      isLast: { if case .probed = $0 { true } else { false } }
    )
    let events = await network.collect(machine).map(\.event)
    guard case .probed(_, _, let outcome)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(outcome.kind == "open")
  }

  @Test(arguments: [
    (AddressFamily.v4, "224.0.0.251"), (.v6, "ff02::fb"),
  ])
  func `a multicast reaches those who joined, on that interface`(
    family: AddressFamily,
    group: String
  ) async throws {
    let lab = try VethPair()
    let address = try #require(IPAddress(group))
    if family == .v6 {
      for (namespace, index, last) in [
        (lab.left, lab.leftIndex, UInt64(1)), (lab.right, lab.rightIndex, 2),
      ] {
        let own = IPv6Address(high: 0xFE80_0000_0000_0000, low: last)
        try namespace.run { () throws(LocalFailure) in
          var netlink = try NetlinkSocket()
          try netlink.perform(
            .addAddress(.v6(own, zone: nil), prefixLength: 64, interface: index)
          )
        }
      }
    }
    let listener = try LinuxNetwork(namespace: lab.right)
    let speaker = try LinuxNetwork(namespace: lab.left)
    let ticket = Ticket(owner: 0, number: 0)
    let listening = ScriptedMachine(
      [
        .open(
          ticket,
          .udp(
            UDPSocketOptions(
              family: family,
              interface: lab.rightIndex,
              port: 5353,
              groups: [address]
            )
          )
        )
      ],
      isLast: { if case .datagram = $0 { true } else { false } }
    )
    let leftIndex = lab.leftIndex
    var received: Datagram?
    var isSpeaking = false
    for await (_, event) in listener.run(listening) {
      if case .datagram(_, let datagram) = event { received = datagram }
      if case .opened(_, let port) = event, !isSpeaking {
        isSpeaking = true
        #expect(port == 5353)
        let speaking = ScriptedMachine(
          [
            .open(ticket, .udp(UDPSocketOptions(family: family, interface: leftIndex))),
            .send(ticket, to: Endpoint(address, port: 5353), payload: [7], purpose: .mdns),
          ],
          limit: 1
        )
        _ = await speaker.collect(speaking)
      }
    }
    let datagram = try #require(received)
    #expect(datagram.payload == [7])
    #expect(datagram.interface == lab.rightIndex)
    #expect(datagram.hopLimit == 255)
    #expect(datagram.destination?.scope == .multicast)
    if family == .v6, case .v6(_, let zone) = datagram.source.address { #expect(zone == "right") }
  }

  @Test func `wakes come in order and not early`() async throws {
    let network = try LinuxNetwork()
    let start = SystemClock.now
    let machine = ScriptedMachine(
      [30, 10, 20].map { milliseconds in
        .wake(
          Ticket(owner: 0, number: UInt32(milliseconds)),
          at: start + .milliseconds(milliseconds)
        )
      },
      limit: 3
    )
    let woken = await network.collect(machine)
    #expect(woken.map(\.event.ticket.number) == [10, 20, 30])
    for (at, event) in woken {
      #expect(at - start >= .milliseconds(Int64(event.ticket.number)))
    }
  }

  @Test func `a datagram to a closed socket is our own failure`() async throws {
    let network = try LinuxNetwork()
    let target = Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 4000)
    let machine = ScriptedMachine(
      [.send(Ticket(owner: 0, number: 5), to: target, payload: [], purpose: .mdns)],
      limit: 1
    )
    let events = await network.collect(machine)
    guard case .sendFailed(_, target, .localFailure)? = events.first?.event else {
      Issue.record("\(events)")
      return
    }
  }
}
