import Networking
import Wire

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
    note(active.probe.target, active.probe.purpose, kind, at: now)
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

  /// An answer has come back: an exchange's datagram is told, then the end.
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
