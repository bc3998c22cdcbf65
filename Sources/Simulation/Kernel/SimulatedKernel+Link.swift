internal import DemoHome
import Networking
import Wire

/// A packet on its way from the scanner to a host.
struct Outgoing: Sendable {
  enum Content: Sendable {
    /// An empty datagram of a sweep.
    case nothing
    /// A UDP datagram; `probe` where it belongs to an exchange.
    case udp([UInt8], from: UInt16, probe: Ticket?)
    /// The first segment of a TCP connection.
    case syn(Ticket)
    /// An ICMP or ICMPv6 message.
    case echo([UInt8])
  }

  var target: Endpoint
  var content: Content
  /// The probe's attempt that it belongs to.
  var attempt = 0
}

extension SimulatedKernel {
  enum Direction: Int {
    case out, back
  }

  /// When a frame that leaves now arrives; `nil` where it is lost.
  mutating func arrival(link: Int, _ direction: Direction) -> MonotonicTime? {
    let impairment = topology.links[link].impairment
    let least = impairment.delay.lowerBound.wholeNanoseconds
    let most = impairment.delay.upperBound.wholeNanoseconds
    let delay = least == most ? least : Int64.random(in: least...most, using: &random)
    let isLost = impairment.loss > 0 && Double.random(in: 0..<1, using: &random) < impairment.loss
    if isLost { return nil }
    let time = max(lastArrival[link][direction.rawValue], now + .nanoseconds(delay))
    lastArrival[link][direction.rawValue] = time
    return time
  }

  /// The host that has an address and is there now.
  func presentHost(_ key: Key) -> (place: Place, host: SimulatedHost)? {
    guard let place = places[key], let index = place.host else { return nil }
    let host = topology.links[place.link].hosts[index]
    return host.presence.contains(now - began) ? (place, host) : nil
  }

  /// The link that leads to an address.
  func link(to address: IPAddress, interface: UInt32?) -> Int {
    if let interface, let number = linkNumbers[interface] { return number }
    guard let v4 = address.v4 else { return 0 }
    return topology.links.firstIndex { link in
      link.interface.ipv4.contains { $0.prefix.contains(v4) }
    } ?? 0
  }

  /// Sends a packet, through the neighbour table where its target is on the link.
  mutating func send(_ packet: Outgoing, interface: UInt32) {
    guard let number = linkNumbers[interface] else { return }
    guard let v4 = packet.target.address.v4 else {
      if case .v6(let address, _) = packet.target.address { askNDP(for: address, link: number) }
      return
    }
    let link = topology.links[number].interface
    let key = Key(address: v4, interface: interface)
    if link.isLoopback {
      queue.add(.arrive(packet, places[key] ?? Place(link: number, host: nil)), at: now)
    } else if link.ipv4.contains(where: { $0.prefix.contains(v4) }) {
      apply(neighbours.send(packet, to: key, now: now))
    } else {
      cross(packet, key)
    }
  }

  /// The kernel looks for an IPv6 neighbour by multicast, as if its table did not have it: a host that
  /// hears that answers, and all watchers are told.
  private mutating func askNDP(for address: IPv6Address, link number: Int) {
    guard topology.asksNDP, arrival(link: number, .out) != nil,
      let host = topology.links[number].hosts.first(where: { $0.linkLocal == address }),
      host.hearsBroadcasts, host.presence.contains(now - began),
      let time = arrival(link: number, .back)
    else { return }
    let neighbour = Neighbour(
      address: .v6(address, zone: nil),
      interface: topology.links[number].interface.index,
      mac: host.device.mac,
      state: .reachable,
      confirmedAgo: .zero
    )
    for watcher in watchers {
      queue.add(.tell(.neighbourChanged(watcher, neighbour, isRemoved: false)), at: time)
    }
  }

  /// Lets a packet travel to its host, if there is one.
  private mutating func cross(_ packet: Outgoing, _ key: Key) {
    guard let number = linkNumbers[key.interface], let time = arrival(link: number, .out),
      let place = places[key]
    else { return }
    queue.add(.arrive(packet, place), at: time)
  }

  /// Does what the neighbour table calls for.
  mutating func apply(_ effects: [SimulatedNeighbours.Effect]) {
    for effect in effects {
      switch effect {
      case .ask(let key):
        guard let number = linkNumbers[key.interface] else { continue }
        if let time = arrival(link: number, .out) { queue.add(.arpRequest(key), at: time) }
      case .timer(let key, let generation, let after):
        queue.add(.neighbourTimer(key, generation: generation), at: now + after)
      case .notify(let key):
        guard let neighbour = neighbours.neighbour(key, now: now) else { continue }
        for watcher in watchers {
          tell(.neighbourChanged(watcher, neighbour, isRemoved: false))
        }
      case .release(let packets):
        for packet in packets { crossToNeighbour(packet) }
      case .fail(let packets):
        for packet in packets { fail(packet) }
      }
    }
  }

  private mutating func crossToNeighbour(_ packet: Outgoing) {
    guard let v4 = packet.target.address.v4 else { return }
    let number = link(to: packet.target.address, interface: nil)
    cross(packet, Key(address: v4, interface: topology.links[number].interface.index))
  }

  /// An ARP request is on the link: its owner, if present, answers.
  ///
  /// The kernel asks by broadcast but where it verifies an entry that it has.
  mutating func answerARP(_ key: Key) {
    guard let (place, host) = presentHost(key),
      host.hearsBroadcasts || neighbours.entries[key]?.state == .probe
    else { return }
    guard let time = arrival(link: place.link, .back) else { return }
    queue.add(.arpAnswer(key, host.device.mac), at: time)
  }

  /// The kernel could not resolve the neighbour: a connect fails, a datagram is lost.
  private mutating func fail(_ packet: Outgoing) {
    switch packet.content {
    case .syn(let ticket):
      end(ticket, attempt: packet.attempt, .unreachable(.host))
    case .udp(_, _, let ticket?):
      end(ticket, attempt: packet.attempt, .unreachable(.host))
    case .udp, .nothing, .echo:
      break
    }
  }
}

extension SimulatedKernel {
  /// A frame of a link socket: an ARP request reaches the owner of its target, or the one station that it
  /// is for.
  mutating func transmit(
    _ ticket: Ticket,
    _ frame: [UInt8],
    _ target: IPAddress,
    _ purpose: Purpose
  ) {
    guard let socket = sockets[ticket], case .link(_, let interface) = socket.kind else { return }
    note(Endpoint(target, port: 0), purpose, .frame, bytes: frame.count, at: now)
    guard let ethernet = try? EthernetFrame(parsing: frame.span.bytes),
      let packet = try? ARPPacket(frame: frame.span.bytes), packet.operation == .request,
      let number = linkNumbers[interface], let time = arrival(link: number, .out)
    else { return }
    queue.add(.frameARP(packet, to: ethernet.destination, interface: interface), at: time)
  }

  /// An ARP request of a link socket is on the link: its owner, if present, answers.
  mutating func answerFrame(_ request: ARPPacket, to receiver: MACAddress, interface: UInt32) {
    let key = Key(address: request.targetAddress, interface: interface)
    guard let (place, host) = presentHost(key),
      receiver == host.device.mac || receiver == .broadcast && host.hearsBroadcasts,
      let time = arrival(link: place.link, .back)
    else { return }
    let datagram = Datagram(
      source: Endpoint(.v4(.any), port: 0),
      interface: interface,
      payload: request.reply(from: host.device.mac).frame.serialised,
      receivedAt: time
    )
    queue.add(.receiveFrame(datagram, etherType: EtherType.arp.rawValue), at: time)
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
    queue.add(.receiveEcho(datagram, target.v4 == nil ? .v6 : .v4), at: time)
  }
}
