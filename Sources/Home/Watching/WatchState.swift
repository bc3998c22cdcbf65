import Discovery
import Identification
import Model
import Networking
import Wire

/// The watch's state: the inventory and the current round.
///
/// No clocks and no I/O: tests watch a home for a simulated month.
struct WatchState: Sendable {
  var inventory: Inventory
  private(set) var round: WatchRound?
  private let identifier: Identifier
  /// Whether the picture changed since the inventory took it last.
  private(set) var isOutdated = false
  /// How often the inventory was updated; each update is linear in the number of devices.
  private(set) var updateCount = 0
  private var saved: ChangeCursor
  private(set) var reprobes = ReprobeSchedule()
  /// When everybody on a network was last asked at once.
  private var broadcasts = BroadcastSchedule()
  /// Devices being reprobed beside the round: since when, and whether they answered.
  private(set) var askedAnew: [Int: (began: Timestamp, isSeen: Bool)] = [:]
  /// Silent devices that are being checked beside the round.
  private(set) var checks: [Int: PresenceCheck] = [:]

  /// The time between two probes of a device, in milliseconds.
  static let probingPeriod: Int64 = 24 * 3600 * 1000
  /// How long an absent device without lasting identity is kept: 90 days.
  private static let longestAbsence: Int64 = 90 * 24 * 3600 * 1000
  /// The time in which a device is probed after it was first seen.
  private static let probingTime: Int64 = 20_000

  init(
    stored: [StoredDevice] = [],
    identifier: Identifier = Identifier(),
    log: ChangeLog<InventorySubject> = ChangeLog(),
    firstFreeSlot: Int = 0
  ) {
    self.identifier = identifier
    saved = log.cursor
    inventory = Inventory(
      stored,
      identifier: identifier,
      log: log,
      firstFreeSlot: firstFreeSlot
    )
  }

  /// Replaces the inventory by the stored one, once it can be read.
  mutating func replaceInventory(
    by stored: [StoredDevice],
    log: ChangeLog<InventorySubject>,
    firstFreeSlot: Int = 0
  ) {
    let broadcasts = broadcasts
    self = WatchState(
      stored: stored,
      identifier: identifier,
      log: log,
      firstFreeSlot: firstFreeSlot
    )
    self.broadcasts = broadcasts
  }

  // MARK: Rounds

  /// Begins a round; returns the plan with the hosts that need no new probes.
  ///
  /// `isBlind` says that the watch is paused, so that nobody knows who is there.
  mutating func beginRound(_ plan: ScanPlan, isBlind: Bool = false, now: Timestamp) -> ScanPlan {
    var plan = plan
    plan.settled = settled(now: now)
    plan.asksEverybody = !plan.listensOnly && broadcasts.takeTurn(on: plan, now: now)
    // What they ask meanwhile may be lost, and the network may be another.
    checks = [:]
    var remembered: [IPAddress: [WatchRound.Remembered]] = [:]
    for entry in inventory.entries.values {
      for address in entry.memory.addresses {
        let mac = entry.memory.mac(at: address)
        remembered[address, default: []].append(
          .init(slot: entry.slot, mac: mac, memory: entry.memory)
        )
      }
    }
    round = WatchRound(plan, began: now, remembering: remembered, identifier: identifier)
    inventory.beginRound(
      at: now,
      sweeps: !plan.listensOnly,
      isBlind: isBlind,
      covering: plan.reaches
    )
    reprobes.beginRound { inventory.entries[$0] != nil }
    return plan
  }

  mutating func take(_ output: ScanOutput, now: Timestamp) {
    if round?.replacesDevice(output) == true { remember(now: now) }
    if round?.take(output) == true { isOutdated = true }
    guard case .swept = output, let plan = round?.plan, !plan.listensOnly else { return }
    update()
    let links = SweptLinks(plan, failures: round?.failures ?? [])
    inventory.completeSweep(at: now, over: links, covering: plan.reaches)
    let oldest = Timestamp(milliseconds: now.milliseconds - Self.longestAbsence)
    inventory.dropExpired(seenBefore: oldest, covering: plan.reaches)
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
      firstSeen: { [firstSeen = round.firstSeen] in firstSeen[$0] },
      shown: { [shown = round.shown] in shown[$0] },
      answered: { [answered = round.confirmed] in answered.contains($0) },
      hasLinkAddresses: round.links.hasLinkAddresses,
      sweptAt: round.sweptAt,
      isSweeping: round.sweptAt == nil && !round.plan.listensOnly
    )
    inventory.take(picture, in: view)
  }

  /// Matches the round's devices with the entries again, which are others now.
  mutating func matchAgain() {
    isOutdated = round != nil
    update()
  }

  /// Adds new observations to the memory of their devices.
  ///
  /// Observations whose device is not known yet wait, until the round ends.
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
    for slot in inventory.seenSlots where inventory.entries[slot] != nil {
      let live = bySlot[slot] ?? []
      look(at: live, of: slot, round)
      var asked: Timestamp?
      if round.isSwept, !round.plan.listensOnly, let entry = inventory.entries[slot],
        isAsked(entry, round, settled, now: now)
      {
        asked = round.began
        reprobes.noteAsked(slot)
      }
      guard asked != nil || !live.isEmpty else { continue }
      inventory.remember(live, of: slot, askedSince: asked, now: now)
    }
  }

  mutating func endRound(now: Timestamp) {
    guard let plan = round?.plan else { return }
    remember(now: now)
    if !plan.listensOnly, round?.isSwept == true { dropWithdrawn() }
    round = nil
  }

  /// No network is up: everybody is unknown.
  mutating func loseNetwork(now: Timestamp) {
    checks = [:]
    inventory.beginRound(at: now) { $0.isSelf }
  }

  /// The machine slept since that time: everybody is unknown, and the round, whose answers were lost, is
  /// over.
  mutating func suspend(since time: Timestamp, now: Timestamp) {
    remember(now: now)
    round = nil
    isOutdated = false
    askedAnew = [:]
    checks = [:]
    inventory.suspend(since: time, now: now)
  }

  /// The clock was set: mends the times that it gave, and ends the round, which counts on from them.
  mutating func correct(_ correction: ClockCorrection) {
    if let given = correction.step?.given { remember(now: given.upperBound) }
    round = nil
    isOutdated = false
    askedAnew = [:]
    checks = [:]
    reprobes.correct(correction)
    inventory.judges.forgetTimes()
    for (slot, entry) in inventory.entries {
      let stored = entry.stored
      let corrected = correction.corrected(stored)
      inventory.track(slot) {
        $0.correct(lastSeen: corrected.lastSeen, now: correction.now, moved: correction.moved)
      }
      guard corrected != stored else { continue }
      inventory.update(slot) {
        $0.firstSeen = corrected.firstSeen
        $0.lastSeen = corrected.lastSeen
        $0.probedAt = corrected.probedAt
        $0.memory = DeviceMemory(corrected.observations)
      }
    }
  }

  var asking: Set<Int> {
    Set((round?.asking ?? []).compactMap { inventory.slots[$0] })
  }

  mutating func setCheck(of slot: Int, _ check: PresenceCheck?) { checks[slot] = check }

  // MARK: Asking anew

  /// The changed devices that may be reprobed now.
  func due(now: Timestamp) -> [Int] {
    reprobes.due(now: now) { inventory.entries[$0]?.probedAt }.filter { slot in
      askedAnew[slot] == nil && inventory.seenSlots.contains(slot)
    }
  }

  /// Begins a reprobe of a device, beside the round.
  mutating func beginAsking(_ slot: Int, now: Timestamp) {
    guard inventory.entries[slot] != nil else { return }
    reprobes.noteAsking(slot, now: now)
    askedAnew[slot] = (now, false)
    // If it doesn't answer, the next round probes it.
    inventory.keep(slot) { $0.probedAt = nil }
  }

  mutating func take(_ output: ScanOutput, ofAsking slot: Int, now: Timestamp) {
    switch output {
    case .observation(let observation):
      take(output, now: now)
      if observation.fact.provesPresence, let subject = observation.subject,
        inventory.entries[slot]?.device.addresses.contains(subject) == true
      {
        askedAnew[slot]?.isSeen = true
      }
    case .excluded, .asking: take(output, now: now)
    case .progress, .failure, .swept, .step: break
    }
  }

  mutating func endAsking(_ slot: Int, now: Timestamp) {
    remember(now: now)
    guard let asking = askedAnew.removeValue(forKey: slot), asking.isSeen else { return }
    reprobes.noteAsked(slot)
    inventory.remember([], of: slot, askedSince: asking.began, now: now)
  }

  /// Marks a device changed if its new observations contradict its memory.
  private mutating func look(at live: [Observation], of slot: Int, _ round: WatchRound) {
    reprobes.note(live, of: slot)
    guard askedAnew[slot] == nil, let entry = inventory.entries[slot],
      let asked = entry.probedAt, asked < round.began
    else { return }
    if live.contains(where: { $0.isNews(to: entry.memory) }) { reprobes.noteChange(slot) }
  }

  private mutating func dropWithdrawn() {
    for slot in inventory.seenSlots {
      guard let entry = inventory.entries[slot] else { continue }
      let known = Set(entry.memory.services.map(ServiceKey.init))
      let withdrawn = reprobes.withdrawn(known, of: slot)
      guard !withdrawn.isEmpty else { continue }
      inventory.keep(slot) { $0.memory.forget(withdrawn) }
      reprobes.noteChange(slot)
    }
  }

  // MARK: What is kept

  var unsaved: UnsavedChanges { inventory.unsavedChanges(after: saved) }

  /// The store has everything up to the cursor.
  ///
  /// After a failed write this isn't called, so that all is tried again.
  mutating func noteSaved(_ cursor: ChangeCursor) {
    // A save that took longer may have been overtaken by one that began later.
    if cursor.epoch != saved.epoch || cursor.seq > saved.seq { saved = cursor }
  }

  /// Forgets entries, all in one go: each look at the round costs as much as the home has devices.
  mutating func forget(_ slots: Set<Int>) {
    update()
    if var round {
      self.round = nil
      var addresses = Set(inventory.slots.filter { slots.contains($0.value) }.keys)
      for slot in slots {
        guard let entry = inventory.entries[slot] else { continue }
        // An address that another device has by now stays in the round.
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
        let mac = entry.memory.mac(at: address)
        let host = SettledHosts.Host(mac: mac, facts: entry.memory.observations)
        if hosts.updateValue(host, forKey: address) != nil { contested.insert(address) }
      }
    }
    // Two devices had it: it is probed.
    for address in contested { hosts[address] = nil }
    return SettledHosts(hosts)
  }

  /// Whether a device was probed in this round, and had the time to answer.
  private func isAsked(
    _ entry: InventoryEntry,
    _ round: WatchRound,
    _ settled: SettledHosts,
    now: Timestamp
  ) -> Bool {
    let own = entry.device.addresses.filter {
      round.firstSeen[$0] != nil && inventory.slots[$0] == entry.slot
        && !inventory.undecided.contains($0)
    }
    guard entry.probedAt.map({ $0 < round.began }) ?? true, !own.isEmpty,
      own.allSatisfy({ !round.asking.contains($0) })
    else { return false }
    let main = own.first { $0.v4 != nil } ?? own[0]
    if let host = settled.hosts[main], host.mac == nil || host.mac == entry.memory.mac(at: main) {
      return false
    }
    guard let first = round.firstSeen[main] else { return false }
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
  /// Whether a scan by this plan covers the device's last addresses.
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
