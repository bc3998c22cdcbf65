import Discovery
import Identification
import Model
import Networking
import Wire

/// What the watch knows: the inventory and the present round.
///
/// Without clocks and without I/O: a whole home can be watched for a simulated month.
struct WatchState: Sendable {
  private(set) var inventory: Inventory
  private(set) var round: WatchRound?
  private let identifier: Identifier
  /// Whether the picture changed since the inventory took it last.
  private(set) var isOutdated = false
  /// How often the inventory took the round's picture; each time costs as much as the home has devices.
  private(set) var updateCount = 0
  /// The last change that the store has.
  private var saved: ChangeCursor
  /// Who said something new.
  private(set) var ledger = ChangeLedger()
  /// Who is being asked anew beside the round: since when, and whether somebody answered.
  private(set) var askedAnew: [Int: (began: Timestamp, isHeard: Bool)] = [:]

  /// For how long nobody asks a device again what it is.
  static let probingPeriod: Int64 = 24 * 3600 * 1000
  /// For how long a passer-by is remembered: 90 days.
  private static let longestAbsence: Int64 = 90 * 24 * 3600 * 1000
  /// A device that was first heard that long before has been asked.
  private static let probingTime: Int64 = 20_000

  init(
    stored: [StoredDevice] = [],
    identifier: Identifier = Identifier(),
    log: ChangeLog<InventorySubject> = ChangeLog()
  ) {
    self.identifier = identifier
    saved = log.cursor
    inventory = Inventory(stored, identifier: identifier, log: log)
  }

  /// What is stored takes the place of what was learnt without it.
  mutating func replaceInventory(by stored: [StoredDevice], log: ChangeLog<InventorySubject>) {
    self = WatchState(stored: stored, identifier: identifier, log: log)
  }

  // MARK: Rounds

  /// Begins a round; returns the plan with those who needn't be asked again.
  mutating func beginRound(_ plan: ScanPlan, now: Timestamp) -> ScanPlan {
    var plan = plan
    plan.settled = settled(now: now)
    var remembered: [IPAddress: [WatchRound.Remembered]] = [:]
    for entry in inventory.entries.values {
      for address in entry.memory.addresses {
        remembered[address, default: []].append(
          WatchRound.Remembered(
            slot: entry.slot,
            mac: entry.memory.mac(at: address),
            memory: entry.memory
          )
        )
      }
    }
    round = WatchRound(plan, began: now, remembering: remembered, identifier: identifier)
    inventory.beginRound { plan.reaches($0) }
    ledger.beginRound { inventory.entries[$0] != nil }
    return plan
  }

  /// Takes what the scan told.
  mutating func take(_ output: ScanOutput, now: Timestamp) {
    if round?.replacesDevice(output) == true { remember(now: now) }
    if round?.take(output) == true { isOutdated = true }
    guard case .swept = output, let plan = round?.plan, !plan.listensOnly else { return }
    update()
    inventory.completeSweep { plan.reaches($0) }
    inventory.dropExpired(
      seenBefore: Timestamp(milliseconds: now.milliseconds - Self.longestAbsence)
    ) { plan.reaches($0) }
    remember(now: now)
  }

  /// Brings the inventory up to date with the round.
  mutating func update() {
    guard isOutdated, var round else { return }
    self.round = nil
    isOutdated = false
    updateCount += 1
    let picture = round.picture()
    self.round = round
    let view = RoundView(
      heard: { [heard = round.heard] in heard[$0] },
      shown: { [shown = round.shown] in shown[$0] },
      answered: { [answered = round.confirmed] in answered.contains($0) },
      hasLinkAddresses: round.links.hasLinkAddresses,
      sweptAt: round.sweptAt,
      isSweeping: round.sweptAt == nil && !round.plan.listensOnly
    )
    inventory.take(picture, in: view)
  }

  /// Keeps what was observed since with the devices that it is about.
  ///
  /// What was heard at an address of which nobody knows yet whose it is waits for its link address, and
  /// a service for the device that offers it; both are dropped with the round.
  mutating func remember(now: Timestamp) {
    update()
    guard var round else { return }
    self.round = nil
    let undecided = inventory.undecided
    let places = round.servicePlaces
    let fresh = round.takeFresh { observation in
      if undecided.isEmpty, observation.subject != nil { return false }
      let addresses = Self.addresses(of: observation, places)
      return addresses.isEmpty || !undecided.isDisjoint(with: addresses)
    }
    self.round = round
    var bySlot: [Int: [Observation]] = [:]
    for observation in fresh {
      for slot in slots(of: observation, places) { bySlot[slot, default: []].append(observation) }
    }
    let settled = round.plan.settled
    for slot in inventory.heard where inventory.entries[slot] != nil {
      let live = bySlot[slot] ?? []
      look(at: live, of: slot, round)
      var asked: Timestamp?
      if round.isSwept, !round.plan.listensOnly, let entry = inventory.entries[slot],
        isAsked(entry, round, settled, now: now)
      {
        asked = round.began
        ledger.noteAsked(slot)
      }
      guard asked != nil || !live.isEmpty else { continue }
      inventory.remember(live, of: slot, askedSince: asked, now: now)
    }
  }

  /// The round ends.
  mutating func endRound(now: Timestamp) {
    guard let plan = round?.plan else { return }
    remember(now: now)
    if !plan.listensOnly, round?.isSwept == true { dropWithdrawn() }
    round = nil
  }

  /// No network is there: nobody knows who is.
  mutating func loseNetwork() { inventory.beginRound { $0.isSelf } }

  /// The machine slept.
  mutating func suspend() { inventory.suspend() }

  /// The clock was set: mends the times that it gave, and ends the round, which counts on from them.
  mutating func mend(_ mending: TimeMending) {
    if let given = mending.step?.given { remember(now: given.upperBound) }
    round = nil
    isOutdated = false
    askedAnew = [:]
    ledger.mend(mending)
    for (slot, entry) in inventory.entries {
      let stored = entry.stored
      let mended = mending.mended(stored)
      guard mended != stored else { continue }
      inventory.update(slot) {
        $0.firstSeen = mended.firstSeen
        $0.lastSeen = mended.lastSeen
        $0.probedAt = mended.probedAt
        $0.memory = DeviceMemory(mended.observations)
      }
    }
  }

  /// Who is being asked, by slot.
  var asking: Set<Int> {
    Set((round?.asking ?? []).compactMap { inventory.slots[$0] })
  }

  // MARK: Asking anew

  /// The devices that have changed and may be asked anew now.
  func due(now: Timestamp) -> [Int] {
    ledger.due(now: now) { inventory.entries[$0]?.probedAt }.filter { slot in
      askedAnew[slot] == nil && inventory.heard.contains(slot)
    }
  }

  /// A device is asked anew, beside the round.
  mutating func beginAsking(_ slot: Int, now: Timestamp) {
    guard inventory.entries[slot] != nil else { return }
    ledger.noteAsking(slot, now: now)
    askedAnew[slot] = (now, false)
    // Should it not be heard, the next round asks it.
    inventory.keep(slot) { $0.probedAt = nil }
  }

  /// Takes what asking a device anew told.
  mutating func take(_ output: ScanOutput, ofAsking slot: Int, now: Timestamp) {
    switch output {
    case .observation(let observation):
      take(output, now: now)
      if observation.fact.isHeard, let subject = observation.subject,
        inventory.entries[slot]?.device.addresses.contains(subject) == true
      {
        askedAnew[slot]?.isHeard = true
      }
    case .excluded, .asking: take(output, now: now)
    case .progress, .trouble, .swept, .step: break
    }
  }

  /// All that can be asked has been.
  mutating func endAsking(_ slot: Int, now: Timestamp) {
    remember(now: now)
    guard let asking = askedAnew.removeValue(forKey: slot), asking.isHeard else { return }
    ledger.noteAsked(slot)
    inventory.remember([], of: slot, askedSince: asking.began, now: now)
  }

  /// Looks whether a device that need not be asked says something new.
  private mutating func look(at live: [Observation], of slot: Int, _ round: WatchRound) {
    ledger.note(live, of: slot)
    guard askedAnew[slot] == nil, let entry = inventory.entries[slot],
      let asked = entry.probedAt, asked < round.began
    else { return }
    if live.contains(where: { $0.isNews(to: entry.memory) }) { ledger.noteChange(slot) }
  }

  /// Forgets services that devices offer no more.
  private mutating func dropWithdrawn() {
    for slot in inventory.heard {
      guard let entry = inventory.entries[slot] else { continue }
      let known = Set(entry.memory.services.map(ServiceKey.init))
      let withdrawn = ledger.withdrawn(known, of: slot)
      guard !withdrawn.isEmpty else { continue }
      inventory.keep(slot) { $0.memory.forget(withdrawn) }
      ledger.noteChange(slot)
    }
  }

  // MARK: What is kept

  /// What the store does not have yet.
  var unsaved: UnsavedChanges { inventory.unsavedChanges(after: saved) }

  /// The store has everything up to there; where it has not, nothing is noted and it is all tried again.
  mutating func noteSaved(_ cursor: ChangeCursor) {
    // A save that took longer may have been overtaken by one that began later.
    if cursor.epoch != saved.epoch || cursor.seq > saved.seq { saved = cursor }
  }

  /// Numbers that the store has reserved for the log, or none: then another epoch begins.
  mutating func extendLog(_ reservation: SequenceReservation?, orBegin epoch: UInt64) {
    inventory.extendLog(reservation, orBegin: epoch)
  }

  // MARK: What is shown

  /// Shows those devices as being asked what they are, and no others.
  mutating func setProbing(_ slots: Set<Int>) { inventory.setProbing(slots) }

  /// Notes that the watch's status changed.
  mutating func noteStatus() { inventory.noteStatus() }

  /// Shows when the devices were last heard of which nothing else changed.
  mutating func publishLastSeen() { inventory.publishLastSeen() }

  /// Changes an entry by hand.
  mutating func change(_ slot: Int, _ change: (inout InventoryEntry) -> Void) {
    inventory.update(slot, change)
  }

  /// Forgets an entry.
  mutating func forget(_ slot: Int) { forget([slot]) }

  /// Forgets entries, all in one go: each look at the round costs as much as the home has devices.
  mutating func forget(_ slots: Set<Int>) {
    update()
    if var round {
      self.round = nil
      var addresses = Set(inventory.slots.filter { slots.contains($0.value) }.keys)
      for slot in slots {
        guard let entry = inventory.entries[slot] else { continue }
        // Of an address that is another's by now only what is remembered goes.
        addresses.formUnion(
          entry.memory.addresses.union(entry.device.addresses)
            .filter { inventory.slots[$0].map(slots.contains) ?? true }
        )
      }
      round.forget(slots, at: addresses)
      self.round = round
      isOutdated = true
    }
    inventory.remove(slots)
  }

  // MARK: Who needn't be asked

  private func settled(now: Timestamp) -> SettledHosts {
    var hosts: [IPAddress: SettledHosts.Host] = [:]
    var contested: Set<IPAddress> = []
    for entry in inventory.entries.values {
      guard let asked = entry.probedAt, now.milliseconds - asked.milliseconds < Self.probingPeriod
      else { continue }
      for address in entry.memory.addresses {
        let host = SettledHosts.Host(
          mac: entry.memory.mac(at: address),
          facts: entry.memory.observations
        )
        if hosts.updateValue(host, forKey: address) != nil { contested.insert(address) }
      }
    }
    // Two devices had it: whoever has it now is asked.
    for address in contested { hosts[address] = nil }
    return SettledHosts(hosts)
  }

  /// Whether a device was asked in this round, and has had the time to answer.
  private func isAsked(
    _ entry: InventoryEntry,
    _ round: WatchRound,
    _ settled: SettledHosts,
    now: Timestamp
  ) -> Bool {
    let own = entry.device.addresses.filter {
      round.heard[$0] != nil && inventory.slots[$0] == entry.slot
        && !inventory.undecided.contains($0)
    }
    guard entry.probedAt.map({ $0 < round.began }) ?? true, !own.isEmpty,
      own.allSatisfy({ !round.asking.contains($0) })
    else { return false }
    let main = own.first { $0.v4 != nil } ?? own[0]
    if let host = settled.hosts[main], host.mac == nil || host.mac == entry.memory.mac(at: main) {
      return false
    }
    guard let first = round.heard[main] else { return false }
    return now.milliseconds - first.milliseconds >= Self.probingTime
      || first.milliseconds - round.began.milliseconds < Self.probingTime
  }

  private func slots(
    of observation: Observation,
    _ places: WatchRound.ServicePlaces
  ) -> Set<Int> {
    Set(Self.addresses(of: observation, places).compactMap { inventory.slots[$0] })
  }

  /// The addresses that an observation is about.
  private static func addresses(
    of observation: Observation,
    _ places: WatchRound.ServicePlaces
  ) -> Set<IPAddress> {
    switch observation.fact {
    case .hostAddress(_, let address): [address]
    case .service(let service) where observation.subject == nil:
      places.addresses(of: service)
    default: observation.subject.map { [$0] } ?? []
    }
  }
}

extension Inventory {
  /// Keeps observations with their device.
  mutating func remember(
    _ live: [Observation],
    of slot: Int,
    askedSince asked: Timestamp?,
    now: Timestamp
  ) {
    keep(slot) { entry in
      entry.memory.merge(live, askedSince: asked, now: now)
      if let asked { entry.probedAt = asked }
    }
  }
}

extension ScanPlan {
  /// Whether a scan by this plan would hear the device where it was last.
  func reaches(_ device: Device) -> Bool {
    if device.isSelf { return true }
    return device.addresses.contains { address in
      switch address {
      case .v4(let v4):
        targets.contains { $0.prefix.contains(v4) }
          || interfaces.contains { $0.ipv4.contains { $0.prefix.contains(v4) } }
      case .v6(_, let zone?): interfaces.contains { $0.name == zone }
      case .v6(let v6, nil):
        interfaces.contains { own in
          own.ipv6.contains { v6.shares($0.prefixLength, leadingBitsWith: $0.address) }
        }
      }
    }
  }
}
