import Networking
import Wire

extension SimulatedKernel {
  /// How long a datagram of a sweep takes to be sent; 253 were measured in 8–10 ms.
  private static let solicitationTime: Duration = .microseconds(35)

  /// Does what the machine asks for.
  mutating func perform(_ request: NetworkRequest) {
    switch request {
    case .open(let ticket, let kind):
      open(ticket, kind)
    case .close(let ticket):
      sockets[ticket] = nil
    case .send(let ticket, let target, let payload, let purpose):
      send(ticket, target, payload, purpose)
    case .transmit(let ticket, let frame, let target, let purpose):
      transmit(ticket, frame, target, purpose)
    case .connect(let ticket, let probe):
      enqueue(ticket, probe, payload: nil)
    case .exchange(let ticket, let probe, let payload):
      enqueue(ticket, probe, payload: payload)
    case .write(let ticket, let bytes, let purpose):
      write(ticket, bytes, purpose)
    case .cancel(let ticket):
      cancel(ticket)
    case .launch(let ticket, let probe):
      // A home has no paths; `RoutedNetwork` has.
      tell(.notLaunched(ticket, number: probe.number, .notPermitted))
    case .solicit(let ticket, let addresses, let interface):
      solicit(ticket, addresses, interface)
    case .watchNeighbours(let ticket):
      watchers.append(ticket)
      tell(.neighbours(ticket, neighbours.dump(now: now)))
    case .readNeighbours(let ticket):
      tell(.neighbours(ticket, neighbours.dump(now: now)))
    case .watchConfiguration:
      // A topology stays as it is.
      break
    case .wake(let ticket, let time):
      queue.add(.tell(.woke(ticket)), at: max(time, now))
    }
  }

  private mutating func open(_ ticket: Ticket, _ kind: SocketKind) {
    let isPermitted =
      switch kind {
      case .udp: true
      case .echo: topology.permitsEcho
      case .link: topology.permitsRaw
      case .path: false
      }
    guard isPermitted else {
      tell(.failed(ticket, .notPermitted))
      return
    }
    var localPort: UInt16 = 0
    if case .udp(let options) = kind { localPort = options.port == 0 ? freePort() : options.port }
    sockets[ticket] = OpenSocket(kind: kind, localPort: localPort)
    tell(.opened(ticket, localPort: localPort))
  }

  /// A local port that no other socket has.
  mutating func freePort() -> UInt16 {
    lastPort = lastPort == .max ? 40_001 : lastPort + 1
    return lastPort
  }

  private mutating func solicit(_ ticket: Ticket, _ addresses: [IPv4Address], _ interface: UInt32) {
    var failed: [IPv4Address: LocalFailure] = [:]
    var time = now
    let subnets = linkNumbers[interface].map { topology.links[$0].interface.ipv4 } ?? []
    for address in addresses {
      time = time + Self.solicitationTime
      if subnets.contains(where: { $0.prefix.last == address }) {
        failed[address] = .notPermitted
        continue
      }
      note(Endpoint(.v4(address), port: 0), .sweep, .solicitation, at: time)
      queue.add(.solicit(Key(address: address, interface: interface)), at: time)
    }
    queue.add(.tell(.solicited(ticket, failed: failed)), at: time + .microseconds(20))
  }

  /// Keeps account of something sent.
  mutating func note(
    _ target: Endpoint,
    _ purpose: Purpose,
    _ kind: SentPacket.Kind,
    at time: MonotonicTime
  ) {
    sent.append(SentPacket(time: time, target: target, purpose: purpose, kind: kind))
    if kind == .connection {
      traffic.connected(to: target.address, for: purpose)
    } else {
      traffic.sentPacket(to: target.address, for: purpose)
    }
  }
}
