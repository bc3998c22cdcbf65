import Model
import Networking
import Wire

extension NeighbourSweep {
  /// UDP *discard*, closed on nearly all devices: they answer with *port unreachable* at once,
  /// where the kernel's own check takes 8 s.
  static let closedPort: UInt16 = 9

  /// Handles a dump of the table: present and remembered devices, and free entries.
  mutating func takeDump(_ entries: [Neighbour], _ context: inout SourceContext) {
    let isFirst = phase == .starting
    table.replace(by: entries)
    for entry in entries {
      let verdict = NeighbourVerdict(dumped: entry, began: began, now: context.now)
      // Failures from before the scan don't count.
      if isFirst, verdict == .silent { continue }
      take(verdict, of: entry, &context)
    }
  }

  /// Takes a change of one entry.
  mutating func takeChange(
    _ entry: Neighbour,
    isRemoved: Bool,
    _ context: inout SourceContext
  ) {
    let before = table.state(entry.address, interface: entry.interface)
    table.set(isRemoved ? nil : entry.state, of: entry.address, interface: entry.interface)
    guard !isRemoved, phase != .starting else { return }
    let verdict = NeighbourVerdict(
      changed: entry,
      before: before,
      began: began,
      now: context.now
    )
    take(verdict, of: entry, &context)
  }

  private mutating func take(
    _ verdict: NeighbourVerdict,
    of entry: Neighbour,
    _ context: inout SourceContext
  ) {
    guard let subject = subject(of: entry, context.plan) else { return }
    switch verdict {
    case .present(let mac):
      answered(subject, on: entry.interface, &context)
      // Only a reply to the kernel's own request makes an entry REACHABLE; other states can come from any
      // received packet.
      if entry.state == .reachable {
        context.observe(.answered(rttMs: nil), about: subject)
      }
      context.observe(.linkAddress(mac), about: subject)
    case .remembered(let mac):
      guard context.hosts.answering[subject] == nil else { return }
      context.observe(.rememberedLinkAddress(mac), about: subject)
      ask(subject, on: entry.interface, &context)
    case .silent:
      guard let v4 = subject.v4 else { return }
      let target = TargetAddress(address: v4, interface: entry.interface)
      if !pending.contains(target), remembered.contains(subject) {
        // A remembered entry that failed the kernel's unicast probes is asked once more by
        // broadcast.
        pending.ask(target, at: context.now)
      }
      remembered.settle(subject)
      fail(target, &context)
    case .open:
      break
    }
  }

  private mutating func answered(
    _ subject: IPAddress,
    on interface: UInt32,
    _ context: inout SourceContext
  ) {
    remembered.settle(subject)
    guard let v4 = subject.v4 else { return }
    let target = TargetAddress(address: v4, interface: interface)
    guard let asked = pending.remove(target) else { return }
    answers += 1
    if discoverOnly,
      let time = SweepPolicy.secondAnswer(after: context.now - asked, settle: context.plan.settle)
    {
      awaitsAnswersUntil = max(awaitsAnswersUntil ?? asked + time, asked + time)
      wake(at: asked + time, &context)
    }
    if context.now >= asked + SweepPolicy.lateAnswer || pending.roundsHad(target) > 0 {
      lateAnswers += 1
    }
  }

  /// Probes a remembered device, which also makes the kernel verify its entry.
  private mutating func ask(
    _ subject: IPAddress,
    on interface: UInt32,
    _ context: inout SourceContext
  ) {
    guard sweeps else { return }
    verify(subject, on: interface, &context)
  }

  private mutating func verify(
    _ subject: IPAddress,
    on interface: UInt32,
    _ context: inout SourceContext
  ) {
    guard let number = remembered.insert(subject) else { return }
    touch(subject, on: interface, Number.firstExchange + UInt32(number), &context)
  }

  /// Makes the kernel verify the IPv6 addresses of a host that is looked for.
  ///
  /// Where its table still has the host it asks that one alone (RFC 4861, section 7.3.3), else the group
  /// of those whose addresses end alike.
  mutating func verifyChecked(_ context: inout SourceContext) {
    for checked in context.plan.checked
    where checked.address.v4 == nil && context.hosts.answering[checked.address] == nil {
      verify(checked.address, on: checked.interface, &context)
    }
  }

  /// Sends a phone that is looked for an empty datagram to its mDNS port.
  ///
  /// A sleeping phone's radio lets through what its responder listens to, and answers the kernel's question
  /// for its link address then. Only who may be away is asked so: to be woken often costs a phone power.
  mutating func wakeCheckedPhone(_ context: inout SourceContext) {
    for (index, checked) in context.plan.checked.enumerated()
    where checked.isPhone && context.hosts.answering[checked.address] == nil {
      let probe = Probe(
        target: Endpoint(checked.address, port: MulticastDNS.port),
        interface: checked.interface,
        timeout: .seconds(1),
        purpose: .sweep
      )
      let ticket = context.ticket(Number.firstPhone + UInt32(index))
      context.request(.exchange(ticket, probe, payload: []))
    }
  }

  /// Sends an empty datagram to the closed port, for which the kernel needs the link address.
  private func touch(
    _ address: IPAddress,
    on interface: UInt32,
    _ number: UInt32,
    _ context: inout SourceContext
  ) {
    let probe = Probe(
      target: Endpoint(address, port: Self.closedPort),
      interface: interface,
      timeout: .seconds(1),
      purpose: .sweep
    )
    context.request(.exchange(context.ticket(number), probe, payload: []))
  }

  /// Makes the kernel resolve the link address of a neighbour that another source saw.
  ///
  /// Received multicasts make no table entries. Without a MAC an IPv6 address would stay a separate
  /// device, and an IPv4 address would wait for the next sweep.
  mutating func resolve(
    _ address: IPAddress,
    on interface: UInt32,
    _ context: inout SourceContext
  ) {
    guard needsResolution(address, on: interface, context.plan), !context.plan.isOwn(address),
      resolving.count < RememberedNeighbours.limit, resolving.insert(address).inserted
    else { return }
    touch(address, on: interface, Number.resolve, &context)
  }

  /// Whether a neighbour's link address is unknown and nothing else asks for it.
  private func needsResolution(
    _ address: IPAddress,
    on interface: UInt32,
    _ plan: ScanPlan
  ) -> Bool {
    let state = table.state(address, interface: interface)
    switch address {
    case .v6:
      return address.scope == .linkLocal && state != .reachable
    case .v4(let v4):
      // A sweep resolves all targets; this is for hosts seen after it, or in rounds without a sweep.
      guard plan.listensOnly || sweeps, phase == .idle, !hasWaiting,
        !pending.contains(TargetAddress(address: v4, interface: interface)), plan.mayAsk(address),
        plan.covers(v4, on: interface), let own = plan.interface(interface),
        own.isBroadcast, !own.isLoopback, own.ipv4.contains(where: { $0.prefix.contains(v4) })
      else { return false }
      return state == nil || state == .failed
    }
  }

  /// Handles the outcome of a remembered device's probe; no answer proves nothing.
  mutating func settle(
    _ number: UInt32,
    _ outcome: ProbeOutcome,
    _ context: inout SourceContext
  ) {
    guard number >= Number.firstExchange else {
      return settlePhone(Int(number) - Int(Number.firstPhone), outcome, &context)
    }
    guard let subject = remembered.unsettled(exchange: Int(number - Number.firstExchange))
    else { return }
    switch outcome {
    case .open(let rtt), .refused(let rtt):
      context.observe(.answered(rttMs: rtt.milliseconds), about: subject)
      remembered.settle(subject)
    case .localFailure(let failure) where !failure.isTransient:
      // The request was rejected by policy: no answer can come.
      remembered.settle(subject)
    case .timedOut, .unreachable, .localFailure:
      break
    }
  }

  /// Handles what came of the datagram to a phone's mDNS port: a closed port is an answer, too.
  private func settlePhone(
    _ place: Int,
    _ outcome: ProbeOutcome,
    _ context: inout SourceContext
  ) {
    guard context.plan.checked.indices.contains(place) else { return }
    switch outcome {
    case .open(let rtt), .refused(let rtt):
      let address = context.plan.checked[place].address
      context.observe(.answered(rttMs: rtt.milliseconds), about: address)
    case .timedOut, .unreachable, .localFailure:
      break
    }
  }

  /// The address that an entry is about, where it is on a network of the plan and may be asked.
  private func subject(of entry: Neighbour, _ plan: ScanPlan) -> IPAddress? {
    switch entry.address {
    case .v4(let address):
      return plan.covers(address, on: entry.interface) && plan.mayAsk(entry.address)
        ? entry.address : nil
    case .v6(let address, _):
      guard let interface = plan.interfaces.first(where: { $0.index == entry.interface }),
        !interface.ipv6.isEmpty, address.scope != .multicast, plan.mayAsk(entry.address),
        plan.checked.isEmpty || plan.checks(entry.address)
      else { return nil }
      return .v6(address, zone: address.scope == .linkLocal ? interface.name : nil)
    }
  }
}
