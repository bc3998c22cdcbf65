import Networking
import Testing
import Wire
@testable import LinuxNetwork

@Suite struct `DHCP's socket` {
  private let ticket = Ticket(owner: 0, number: 1)

  private func message(_ operation: DHCPMessage.Operation, _ kind: DHCPMessage.Kind) -> DHCPMessage
  {
    DHCPMessage(
      operation,
      hardwareAddress: MACAddress(rawValue: 0x0200_0000_0002),
      options: [DHCPMessage.Option(53, [kind.rawValue])]
    )
  }

  /// Frames that it hears, among others.
  private func frames(_ lab: VethPair) -> [[UInt8]] {
    let request = DHCPFrame(message(.request, .discover), from: lab.rightMAC).serialised
    let reply = DHCPFrame(
      message(.reply, .offer),
      from: lab.rightMAC,
      lab.rightAddress
    ).serialised
    var fragment = request
    fragment[21] = 1
    var other = request
    other[37] = 69
    var tcp = request
    tcp[23] = 6
    // Of a VLAN that this machine is not in: the kernel takes the tag off.
    var tagged = DHCPFrame(
      message(.reply, .refusal),
      from: lab.rightMAC,
      lab.rightAddress
    ).serialised
    tagged.insert(contentsOf: [0x81, 0, 0, 20], at: 12)
    // For another host: it comes in where a program has made the interface promiscuous.
    let others = DHCPFrame(
      message(.request, .release),
      from: lab.rightMAC,
      to: MACAddress(rawValue: 0x0200_0000_0077)
    ).serialised
    return [fragment, request, other, tcp, tagged, others, reply]
  }

  @Test func `hears both directions, and nothing else`() async throws {
    let lab = try VethPair()
    let left = try LinuxNetwork(namespace: lab.left)
    let right = try LinuxNetwork(namespace: lab.right)
    let listener = ScriptedMachine([.open(ticket, .dhcp(interface: lab.leftIndex))], limit: 3)
    let heard = Task { await left.collect(listener).map(\.event) }
    // Again and again: the other side opens its socket meanwhile.
    let (speaking, all, now) = (ticket, frames(lab), SystemClock.now)
    let times = (1...100).map { number in
      NetworkRequest.wake(
        Ticket(owner: 1, number: UInt32(number)),
        at: now + .milliseconds(100 * number)
      )
    }
    let speaker = ScriptedMachine(
      [.open(speaking, .link(etherType: 0x0800, interface: lab.rightIndex))] + times,
      reaction: { event in
        guard case .woke = event else { return [] }
        return all.map { frame in
          .transmit(speaking, frame: frame, target: .v4(.broadcast), purpose: .arp)
        }
      },
      isLast: { $0.ticket == Ticket(owner: 1, number: 100) }
    )
    let spoken = Task { await right.collect(speaker) }
    let events = await heard.value
    spoken.cancel()
    _ = await spoken.value
    guard case .opened(_, 0)? = events.first else {
      Issue.record("\(events)")
      return
    }
    let datagrams = events.dropFirst().compactMap { event in
      if case .datagram(_, let datagram) = event { datagram } else { nil }
    }
    #expect(datagrams.allSatisfy { $0.interface == lab.leftIndex })
    let kinds = try datagrams.map { try DHCPFrame(parsing: $0.payload).message.kind }
    #expect(Set(kinds) == [.discover, .offer])
  }

  @Test func `sends nothing`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let target = Endpoint(.v4(lab.rightAddress), port: 67)
    let machine = ScriptedMachine(
      [
        .open(ticket, .dhcp(interface: lab.leftIndex)),
        .send(ticket, to: target, payload: [1], purpose: .arp),
        .transmit(ticket, frame: frames(lab)[1], target: target.address, purpose: .arp),
      ],
      limit: 3
    )
    let events = await network.collect(machine).map(\.event)
    let failed = events.count {
      if case .sendFailed = $0 { true } else { false }
    }
    #expect(failed == 2, "\(events)")
    #expect(await network.traffic().packetsSent == 0)
  }
}
