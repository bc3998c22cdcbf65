import Networking

extension Reactor {
  /// Says that a connection is there, and gives it its time.
  func keep(_ pending: PendingProbe, rtt: Duration) {
    if let timer = pending.timer { timers.cancel(timer) }
    let number = pending.number
    let limit = SystemClock.now + (pending.probe.keepsOpen ?? .zero)
    pending.timer = timers.add({ $0.connection(number)?.end(.exhausted, $0) }, at: limit)
    emit(.probed(pending.ticket, pending.probe.target, .open(rtt: rtt)), to: pending.run)
  }

  /// Closes a connection that was kept and says how it ended.
  func hangUp(_ number: UInt64, _ end: ConnectionEnd) {
    guard let pending = release(number) else { return }
    emit(.closed(pending.ticket, end), to: pending.run)
  }

  /// Sends bytes over the connections that a machine keeps under that ticket.
  func write(_ bytes: [UInt8], _ ticket: Ticket, for purpose: Purpose, of run: MachineRun) {
    for number in (run.probes[ticket] ?? []).sorted() {
      guard let connection = connection(number) else { continue }
      // Nothing forbidden could be connected to; but what goes out passes the policy.
      guard policy.refusal(connection.pending.probe.target, .exchange) == nil else { continue }
      connection.write(bytes, for: purpose, self)
    }
  }

  private func connection(_ number: UInt64) -> KeptConnection? {
    registration(number) as? KeptConnection
  }
}
