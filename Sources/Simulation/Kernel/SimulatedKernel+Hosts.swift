internal import DemoHome
import Networking
import Wire

extension SimulatedKernel {
  /// A packet has reached its host, or the local kernel on loopback.
  mutating func arrive(_ packet: Outgoing, at place: Place) {
    let interface = topology.links[place.link].interface
    let host = place.host.map { topology.links[place.link].hosts[$0] }
    if let host, !host.presence.contains(now - began) {
      // On loopback the local kernel stays when a service goes.
      if !interface.isLoopback { return }
    }
    let isStealthy = host?.device.behaviour == .stealthy
    switch packet.content {
    case .nothing:
      break
    case .udp(let payload, let port, let ticket):
      let from = Endpoint(
        .v4(interface.ipv4.first?.address ?? .any),
        port: port
      )
      let datagram = Datagram(
        source: from,
        destination: packet.target.address,
        interface: interface.index,
        payload: payload,
        receivedAt: now
      )
      let responder = host?.responders.first { $0.port == packet.target.port }
      if let responder {
        for response in responder.responses(to: datagram) {
          queue.add(.say(response, from: responder.port, place), at: now + response.delay)
        }
      } else if let ticket, !isStealthy {
        reply(ticket, packet.attempt, .refused(rtt: .zero), place)
      }
    case .syn(let ticket):
      if isStealthy { return }
      let isOpen = host?.device.listeners.contains { $0.port == packet.target.port } ?? false
      if isOpen, let host {
        let port = DeviceCounters.Port(host.device.label, packet.target.port)
        counters.connections[port, default: 0] += 1
      }
      reply(ticket, packet.attempt, isOpen ? .open(rtt: .zero) : .refused(rtt: .zero), place)
    case .echo(let message):
      if isStealthy { return }
      echo(message, from: packet.target.address, place)
    }
  }

  private mutating func reply(
    _ ticket: Ticket,
    _ attempt: Int,
    _ outcome: ProbeOutcome,
    _ place: Place
  ) {
    guard let time = arrival(link: place.link, .back) else { return }
    queue.add(.reply(ticket, attempt: attempt, outcome, nil), at: time)
  }

  /// A host sends a datagram from one of its ports: to the scanner, or to a group.
  mutating func say(_ response: Response, from port: UInt16, _ place: Place) {
    guard let index = place.host else { return }
    let host = topology.links[place.link].hosts[index]
    guard host.presence.contains(now - began),
      let time = arrival(link: place.link, .back)
    else { return }
    let interface = topology.links[place.link].interface
    let isOurs = interface.ownAddresses.contains(response.destination.address)
    guard isOurs || response.destination.address.scope == .multicast else { return }
    let source: IPAddress =
      switch response.destination.address {
      case .v4: .v4(host.device.address)
      case .v6: .v6(host.linkLocal, zone: interface.name)
      }
    let datagram = Datagram(
      source: Endpoint(source, port: port),
      destination: response.destination.address,
      interface: interface.index,
      payload: response.payload,
      receivedAt: time
    )
    queue.add(.hear(datagram, port: response.destination.port), at: time)
  }

  /// A datagram has reached the scanner: delivers it to its sockets and exchanges.
  mutating func hear(_ datagram: Datagram, port: UInt16) {
    let isMulticast = datagram.destination?.scope == .multicast
    let listeners = tickets { socket in
      guard case .udp(let options) = socket.kind, socket.localPort == port,
        options.interface == datagram.interface
      else { return false }
      guard isMulticast, let group = datagram.destination else {
        // A socket with a fixed port and one group is bound to the group, and gets nothing else.
        return options.port == 0 || options.groups.count != 1
      }
      return options.groups.contains { $0.isSameGroup(group) }
    }
    for ticket in listeners { tell(.datagram(ticket, datagram), after: .zero) }
    guard !isMulticast else { return }
    for active in probes.values
    where active.localPort == port && active.payload != nil
      && active.probe.target == datagram.source
    {
      replied(active.ticket, attempt: active.attempt, .open(rtt: .zero), datagram)
    }
  }

  /// A datagram or ICMP message of a long-lived socket.
  mutating func send(
    _ ticket: Ticket,
    _ target: Endpoint,
    _ payload: [UInt8],
    _ purpose: Purpose
  ) {
    guard let socket = sockets[ticket] else { return }
    note(target, purpose, .datagram, bytes: payload.count, at: now)
    let interface = socket.kind.interfaceIndex
    guard let number = linkNumbers[interface] else { return }
    let content: Outgoing.Content
    if case .echo = socket.kind {
      content = .echo(payload)
    } else {
      content = .udp(payload, from: socket.localPort, probe: nil)
    }
    let packet = Outgoing(target: target, content: content)
    let isBroadcast = topology.links[number].interface.ipv4.contains {
      .v4($0.prefix.last) == target.address
    }
    if target.address.scope == .multicast || target.address == .v4(.broadcast) || isBroadcast {
      sendToAll(packet, number)
    } else {
      send(packet, interface: interface)
    }
  }

  /// One multicast frame, delivered to every host in the group.
  private mutating func sendToAll(_ packet: Outgoing, _ link: Int) {
    guard let time = arrival(link: link, .out) else { return }
    for (index, host) in topology.links[link].hosts.enumerated() {
      let hears: Bool
      switch packet.content {
      case .echo: hears = packet.target.address == .v6(.allNodes, zone: zone(of: link))
      case .udp:
        hears = host.responders.contains {
          $0.port == packet.target.port
            && ($0.groups.contains { $0.isSameGroup(packet.target.address) }
              || packet.target.address.scope != .multicast)
        }
      case .nothing, .syn: hears = false
      }
      if hears { queue.add(.arrive(packet, Place(link: link, host: index)), at: time) }
    }
  }

  private func zone(of link: Int) -> String { topology.links[link].interface.name }
}

extension SocketKind {
  /// The interface that the socket is bound to.
  var interfaceIndex: UInt32 {
    switch self {
    case .udp(let options): options.interface
    case .echo(_, let interface), .link(_, let interface), .dhcp(let interface): interface
    case .path(let options): options.interface ?? 0
    }
  }
}

extension Interface {
  /// Its addresses, without zones.
  var ownAddresses: [IPAddress] {
    ipv4.map { .v4($0.address) } + ipv6.map { .v6($0.address, zone: nil) }
      + ipv6.map { .v6($0.address, zone: name) }
  }
}

extension IPAddress {
  /// Whether two groups are the same but for the zone.
  func isSameGroup(_ other: IPAddress) -> Bool {
    switch (self, other) {
    case (.v4(let left), .v4(let right)): left == right
    case (.v6(let left, _), .v6(let right, _)): left == right
    default: false
    }
  }
}
