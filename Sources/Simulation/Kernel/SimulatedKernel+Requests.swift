internal import DemoHome
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
      tell(.pathProbeFailed(ticket, number: probe.number, .notPermitted))
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
      case .link, .dhcp: topology.permitsRaw
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
      note(Endpoint(.v4(address), port: 0), .sweep, .solicitation, bytes: 0, at: time)
      queue.add(.solicit(Key(address: address, interface: interface)), at: time)
    }
    queue.add(.tell(.solicited(ticket, failed: failed)), at: time + .microseconds(20))
  }

  /// Keeps account of something sent.
  mutating func note(
    _ target: Endpoint,
    _ purpose: Purpose,
    _ kind: SentPacket.Kind,
    bytes: Int,
    at time: MonotonicTime
  ) {
    sent.append(SentPacket(time: time, target: target, purpose: purpose, kind: kind))
    if kind == .connection {
      traffic.connected(to: target.address, for: purpose)
    } else {
      traffic.sentPacket(to: target.address, for: purpose, bytes: bytes)
    }
  }
}

extension SimulatedKernel {
  /// Puts a connect or exchange in the queue.
  mutating func enqueue(_ ticket: Ticket, _ probe: Probe, payload: [UInt8]?) {
    attempts += 1
    probes[attempts] = ActiveProbe(
      ticket: ticket,
      probe: probe,
      payload: payload,
      link: link(to: probe.target.address, interface: probe.interface),
      localPort: freePort(),
      attempt: attempts
    )
    budget.enqueue(
      UInt64(attempts),
      to: probe.target.address,
      isInteractive: probe.isInteractive
    )
    startWaiting()
  }

  /// Gives one up, or hangs up.
  mutating func cancel(_ ticket: Ticket) {
    hangUp(ticket)
    for probe in probes.values where probe.ticket == ticket {
      probes[probe.attempt] = nil
      if probe.startedAt == nil {
        budget.withdraw(UInt64(probe.attempt))
      } else {
        budget.finish()
      }
    }
    startWaiting()
  }

  /// Starts as many as the budget allows.
  mutating func startWaiting() {
    while let number = budget.next() {
      if probes[Int(number)] == nil { budget.finish() } else { start(Int(number)) }
    }
  }

  private mutating func start(_ attempt: Int) {
    guard var active = probes[attempt] else { return }
    active.startedAt = now
    probes[attempt] = active
    traffic.open(sockets: budget.inFlight)
    let kind: SentPacket.Kind = active.payload == nil ? .connection : .datagram
    let bytes = active.payload?.count ?? 0
    note(active.probe.target, active.probe.purpose, kind, bytes: bytes, at: now)
    queue.add(.expire(active.ticket, attempt: attempt), at: now + active.probe.timeout)
    sendFirst(active.ticket, active)
  }

  private mutating func sendFirst(_ ticket: Ticket, _ active: ActiveProbe) {
    let content: Outgoing.Content
    if let payload = active.payload {
      content = .udp(payload, from: active.localPort, probe: ticket)
    } else {
      content = .syn(ticket)
      queue.add(.repeatSYN(ticket, attempt: active.attempt), at: now + .seconds(1))
    }
    let packet = Outgoing(
      target: active.probe.target,
      content: content,
      attempt: active.attempt
    )
    send(packet, interface: topology.links[active.link].interface.index)
  }

  /// The kernel repeats a SYN after one second, then after each further one.
  mutating func repeatSYN(_ ticket: Ticket, attempt: Int) {
    guard let active = probes[attempt] else { return }
    sendFirst(ticket, active)
  }

  /// An answer has come back: delivers an exchange's datagram, then the outcome.
  mutating func replied(
    _ ticket: Ticket,
    attempt: Int,
    _ outcome: ProbeOutcome,
    _ datagram: Datagram?
  ) {
    guard let active = probes[attempt], let started = active.startedAt
    else { return }
    if active.payload == nil, let v4 = active.probe.target.address.v4 {
      let interface = topology.links[active.link].interface.index
      neighbours.confirm(Key(address: v4, interface: interface), now: now)
    }
    if var datagram {
      datagram.receivedAt = now
      tell(.datagram(ticket, datagram), after: .zero)
    }
    let rtt = now - started
    switch outcome {
    case .open: end(ticket, attempt: attempt, .open(rtt: rtt))
    case .refused: end(ticket, attempt: attempt, .refused(rtt: rtt))
    default: end(ticket, attempt: attempt, outcome)
    }
  }

  /// Ends a connect or exchange that hasn't ended yet.
  mutating func end(_ ticket: Ticket, attempt: Int, _ outcome: ProbeOutcome) {
    guard let active = probes[attempt], active.startedAt != nil else {
      return
    }
    probes[attempt] = nil
    tell(.probed(ticket, active.probe.target, outcome), after: .zero)
    if case .open = outcome, let time = active.probe.keepsOpen, active.payload == nil,
      keep(ticket, active, for: time)
    {
      return
    }
    budget.finish()
    startWaiting()
  }
}
