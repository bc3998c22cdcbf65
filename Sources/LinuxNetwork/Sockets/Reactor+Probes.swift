internal import Glibc
import Networking
internal import Wire

extension Reactor {
  /// Puts a connect or exchange in the queue, unless the policy forbids it.
  func enqueue(_ probe: Probe, payload: [UInt8]?, _ ticket: Ticket, for run: MachineRun) {
    if let rejection = policy.rejection(probe.target, .exchange) {
      return emit(.probed(ticket, probe.target, .localFailure(rejection)), to: run)
    }
    let number = nextNumber()
    probes[number] = PendingProbe(
      number: number,
      run: run,
      ticket: ticket,
      probe: probe,
      payload: payload
    )
    run.add(probe: number, ticket)
    budget.enqueue(number, to: probe.target.address, isInteractive: probe.isInteractive)
  }

  /// Starts as many as the budget allows.
  func launchProbes() {
    // Probes that end at once make room for more, up to a limit per turn; the rest are launched
    // after the events.
    for _ in 0..<Self.launchesPerTurn where !launchesArePaused {
      guard let number = budget.next() else { return }
      guard let pending = probes[number] else {
        budget.finish()
        continue
      }
      pending.isInFlight = true
      ledger.open(sockets: budget.inFlight)
      launch(pending)
    }
  }

  private static var launchesPerTurn: Int { 256 }

  private func pauseLaunches() {
    guard !launchesArePaused else { return }
    launchesArePaused = true
    _ = timers.add({ $0.launchesArePaused = false }, at: SystemClock.now + .milliseconds(10))
  }

  private func launch(_ pending: PendingProbe) {
    do throws(SystemError) {
      let isOwn =
        pending.probe.interface != nil && ownAddresses.contains(pending.probe.target.address)
      let attempt: ProbeAttempt
      if let payload = pending.payload {
        attempt = try ExchangeAttempt(pending, payload: payload, isOwn: isOwn)
      } else if pending.probe.keepsOpen != nil {
        attempt = try KeptConnection(pending, isOwn: isOwn)
      } else {
        attempt = try ConnectAttempt(pending, isOwn: isOwn)
      }
      // Registered before it begins, so that a failure here has sent nothing.
      try watch(attempt, attempt.interest)
      let limit = SystemClock.now + pending.probe.timeout
      pending.timer = timers.add({ $0.conclude(pending.number, .timedOut) }, at: limit)
      attempt.begin(self)
    } catch {
      fail(pending, error)
    }
  }

  /// Ends a probe with an error number; transient local failures are tried again later.
  func fail(
    _ pending: PendingProbe,
    _ error: SystemError,
    rtt: Duration = .zero,
    isHeard: Bool = false
  ) {
    let outcome = error.probeOutcome(rtt: rtt, isHeard: isHeard)
    guard case .localFailure(let failure) = outcome, failure.isTransient else {
      return conclude(pending.number, outcome)
    }
    land(pending)
    if failure == .noDescriptors {
      // The waiting probes would get no descriptor either.
      pauseLaunches()
      // While our own probes hold descriptors, some will be released; that doesn't count as a try.
      if budget.inFlight == 0 { pending.tries += 1 }
    } else {
      pending.tries += 1
    }
    guard let delay = Backoff.delay(afterTries: max(1, pending.tries)) else {
      return conclude(pending.number, outcome)
    }
    schedule(for: pending.run, at: SystemClock.now + delay) { reactor in
      guard reactor.probes[pending.number] != nil else { return }
      let target = pending.probe.target.address
      let isInteractive = pending.probe.isInteractive
      reactor.budget.enqueue(pending.number, to: target, isInteractive: isInteractive)
    }
  }

  /// Ends a probe and reports its outcome.
  func conclude(_ number: UInt64, _ outcome: ProbeOutcome) {
    guard let pending = release(number) else { return }
    emit(.probed(pending.ticket, pending.probe.target, outcome), to: pending.run)
  }

  /// Releases and forgets a probe that has ended.
  func release(_ number: UInt64) -> PendingProbe? {
    guard let pending = probes.removeValue(forKey: number) else { return nil }
    land(pending)
    pending.run.remove(probe: number, pending.ticket)
    return pending
  }

  /// Cancels all of a machine's probes with that ticket, without an event.
  func cancel(_ ticket: Ticket, of run: MachineRun) {
    silence(ticket, of: run)
    for number in run.removeProbes(ticket) {
      guard let pending = probes.removeValue(forKey: number) else { continue }
      budget.withdraw(number)
      land(pending)
    }
  }

  /// Releases a probe's socket, timer and place in the budget.
  private func land(_ pending: PendingProbe) {
    close(pending.number)
    if let timer = pending.timer { timers.cancel(timer) }
    pending.timer = nil
    if pending.isInFlight { budget.finish() }
    pending.isInFlight = false
  }
}

extension Reactor {
  /// Reports an established connection and starts its time limit.
  func keep(_ pending: PendingProbe, rtt: Duration) {
    if let timer = pending.timer { timers.cancel(timer) }
    let number = pending.number
    let limit = SystemClock.now + (pending.probe.keepsOpen ?? .zero)
    pending.timer = timers.add({ $0.connection(number)?.end(.exhausted, $0) }, at: limit)
    emit(.probed(pending.ticket, pending.probe.target, .open(rtt: rtt)), to: pending.run)
  }

  /// Closes a kept connection and reports how it ended.
  func hangUp(_ number: UInt64, _ end: ConnectionEnd) {
    guard let pending = release(number) else { return }
    emit(.closed(pending.ticket, end), to: pending.run)
  }

  /// Sends bytes over the connections that a machine keeps under that ticket.
  func write(_ bytes: [UInt8], _ ticket: Ticket, for purpose: Purpose, of run: MachineRun) {
    for number in (run.probes[ticket] ?? []).sorted() {
      guard let connection = connection(number) else { continue }
      // A forbidden target could not have been connected to; the policy is applied again to
      // whatever is sent.
      guard policy.rejection(connection.pending.probe.target, .exchange) == nil else { continue }
      connection.write(bytes, for: purpose, self)
    }
  }

  private func connection(_ number: UInt64) -> KeptConnection? {
    registration(number) as? KeptConnection
  }
}
