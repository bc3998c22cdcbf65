import Networking
import Wire

extension SimulatedKernel {
  /// A frame of a link socket: an ARP request reaches the owner of its target.
  mutating func transmit(
    _ ticket: Ticket,
    _ frame: [UInt8],
    _ target: IPAddress,
    _ purpose: Purpose
  ) {
    guard let socket = sockets[ticket], case .link(_, let interface) = socket.kind else { return }
    note(Endpoint(target, port: 0), purpose, .frame, at: now)
    guard let packet = try? ARPPacket(frame: frame.span.bytes), packet.operation == .request,
      let number = linkNumbers[interface], let time = arrival(link: number, .out)
    else { return }
    queue.add(.frameARP(packet, interface: interface), at: time)
  }

  /// An ARP request of a link socket is on the link: its owner, if present, answers.
  mutating func answerFrame(_ request: ARPPacket, interface: UInt32) {
    let key = Key(address: request.targetAddress, interface: interface)
    guard let (place, host) = presentHost(key), let time = arrival(link: place.link, .back)
    else { return }
    let datagram = Datagram(
      source: Endpoint(.v4(.any), port: 0),
      interface: interface,
      payload: request.reply(from: host.device.mac).frame.serialised,
      receivedAt: time
    )
    queue.add(.hearFrame(datagram, etherType: EtherType.arp.rawValue), at: time)
  }

  /// A host answers an echo request, from its own address also where a group was asked.
  mutating func echo(_ message: [UInt8], from target: IPAddress, _ place: Place) {
    let interface = topology.links[place.link].interface
    let source: IPAddress
    let reply: [UInt8]
    switch target {
    case .v4:
      guard case .echoRequest(let echo)? = try? ICMPv4Message(parsing: message) else { return }
      source = target
      reply = ICMPv4Message.echoReply(echo).serialised
    case .v6(_, let zone):
      guard case .echoRequest(let echo)? = try? ICMPv6Message(parsing: message),
        let index = place.host
      else { return }
      source = .v6(topology.links[place.link].hosts[index].linkLocal, zone: zone)
      reply = ICMPv6Message.echoReply(echo).serialised
    }
    guard let time = arrival(link: place.link, .back) else { return }
    let datagram = Datagram(
      source: Endpoint(source, port: 0),
      interface: interface.index,
      payload: reply,
      receivedAt: time,
      hopLimit: 64
    )
    queue.add(.hearEcho(datagram, target.v4 == nil ? .v6 : .v4), at: time)
  }
}
