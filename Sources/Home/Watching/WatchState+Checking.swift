import Discovery
import Model
import Wire

/// A check of one silent device, beside the round: the second method, before it is called away.
struct PresenceCheck: Hashable, Sendable {
  /// The addresses at which it is looked for.
  var addresses: Set<IPAddress> = []
  /// Whether something answered at one of them.
  var hasAnswered = false
  /// Whether every question was put.
  var isComplete = false
  /// Whether this machine could not ask as it should.
  var hasFailed = false
}

extension WatchState {
  /// Decides about silent devices by the time that has passed.
  mutating func reviewPresence(now: Timestamp) {
    update()
    inventory.reviewPresence(at: now)
  }

  /// The devices to check now.
  func checksDue(now: Timestamp) -> [Int] {
    inventory.checksDue(at: now).filter { checks[$0] == nil && askedAnew[$0] == nil }
  }

  /// The scan that checks a device: of it alone, at all addresses that it may have, and without the
  /// questions that it has answered already.
  func checkPlan(of slot: Int, by plan: ScanPlan?) -> ScanPlan? {
    guard let entry = inventory.entries[slot], let whole = plan else { return nil }
    let addresses = inventory.checkedAddresses(of: entry)
    // Others need not wake up for it; a host with nothing but public addresses is asked by groups alone.
    let isPhone = (entry.marks.category ?? entry.device.verdict.category) == .phone
    let own = whole.checking(addresses, isPhone: isPhone) { entry.memory.mac(at: $0) }
    guard var plan = own ?? whole.narrowed(to: entry.device) else { return nil }
    for address in entry.memory.addresses {
      plan.settled.hosts[address] = SettledHosts.Host(
        mac: entry.memory.mac(at: address),
        facts: entry.memory.observations
      )
    }
    return plan
  }

  mutating func beginCheck(of slot: Int, now: Timestamp) {
    guard let entry = inventory.entries[slot] else { return }
    setCheck(of: slot, PresenceCheck(addresses: Set(inventory.checkedAddresses(of: entry))))
    inventory.track(slot) { $0.beginCheck(at: now) }
  }

  /// A device can't be asked by itself: it is on a network that is only listened to.
  mutating func goWithoutCheck(of slot: Int) {
    inventory.track(slot) { $0.goWithoutCheck() }
  }

  mutating func take(_ output: ScanOutput, ofCheck slot: Int, now: Timestamp) {
    guard var check = checks[slot] else { return }
    switch output {
    case .observation(let observation):
      take(output, now: now)
      if observation.fact.provesPresence, let subject = observation.subject,
        check.addresses.contains(subject)
      {
        check.hasAnswered = true
      }
    case .excluded, .asking: take(output, now: now)
    case .failure(let source, let interface, let cause):
      let failure = SourceFailure(source: source, interface: interface, failure: cause)
      if failure.spoilsSweep { check.hasFailed = true }
    case .swept: check.isComplete = true
    case .progress, .step: break
    }
    setCheck(of: slot, check)
  }

  /// A check is over; it counts only where it was complete, and this machine did its part.
  mutating func endCheck(of slot: Int, now: Timestamp) {
    update()
    guard let check = checks[slot] else { return }
    setCheck(of: slot, nil)
    guard inventory.entries[slot] != nil else { return }
    let owners = check.addresses.compactMap { inventory.slots[$0] }
    // What answered is another device by now.
    let isOthers = !owners.isEmpty && !owners.contains(slot)
    if check.isComplete, !check.hasFailed, !check.hasAnswered || isOthers {
      inventory.missCheck(of: slot, at: now)
    } else {
      inventory.track(slot) { $0.spoilCheck(at: now) }
    }
  }
}
