import Discovery
import Identification
import Model
import Wire

/// All devices that are or were in the home: entries, updated from a round's devices.
///
/// Pure. A device matches the entry with which it shares the strongest identity.
struct Inventory: Sendable {
  /// By slot.
  private(set) var entries: [Int: InventoryEntry] = [:]
  /// Whether a first scan was complete: later devices are new.
  private(set) var hasBaseline = false
  /// The order in which devices changed, for every reader of the inventory.
  private(set) var log: ChangeLog<InventorySubject>
  /// Devices of which only `lastSeen` changed since it was last published.
  private var seenAgain: Set<Int> = []
  /// The slots of devices shown as being probed.
  private(set) var probing: Set<Int> = []
  /// The slots seen in this round.
  private(set) var seenSlots: Set<Int> = []
  /// The slots of the addresses seen in this round.
  private(set) var slots: [IPAddress: Int] = [:]
  /// The addresses seen in this round whose device is unknown for want of a link address.
  private(set) var undecided: Set<IPAddress> = []
  private var aliases = Aliases()
  private var nextSlot = 0
  private var round = 0
  /// Unconfirmed devices of this round that were rejected for want of room.
  private(set) var rejectedCount = 0
  /// The last known owner of each address.
  private(set) var owners = AddressOwners()
  /// The entries' main addresses when the round began.
  private var mainAddresses: [Int: IPAddress] = [:]
  /// The owners of addresses that this round has proved.
  private var shown: [IPAddress: Int] = [:]
  /// The slots seen for certain in this round.
  private var confirmed: Set<Int> = []
  /// Entries before this round saw an address that is presumably theirs, to restore them.
  private var presumed: [Int: InventoryEntry] = [:]
  private var pendingDevices = PendingDevices()
  /// What the sweeps so far say of the network.
  var judges = SweepJudges()
  /// The devices of which the last complete sweep says nothing where they did not answer.
  private(set) var blindSlots: Set<Int> = []
  /// When the round began.
  private(set) var roundBegan = Timestamp(milliseconds: 0)
  /// Whether the last round swept, so that silence since then says something.
  private var isSweeping = false
  /// Whether the watch is paused: whoever is heard is not looked for, and unknown.
  private var isBlind = false

  /// The most entries; a /16 full of forged answers would exhaust the memory.
  let limit: Int
  static let limit = 20_000
  /// The numbers that a slot may have; a damaged or forged file can hold any.
  static let slots = 0..<Int(Int32.max)
  /// The most devices that never answered a unicast query.
  ///
  /// Announcements can be forged by the thousand; nearly all real devices answer unicast queries.
  static let mostUnconfirmed = 256

  init(
    _ stored: [StoredDevice] = [],
    identifier: Identifier = Identifier(),
    limit: Int = Inventory.limit,
    log: ChangeLog<InventorySubject> = ChangeLog(),
    firstFreeSlot: Int = 0
  ) {
    self.limit = limit
    self.log = log
    nextSlot = firstFreeSlot
    for device in stored.sorted(by: { $0.key < $1.key }) {
      guard let slot = Int(exactly: device.key), Self.slots.contains(slot) else { continue }
      nextSlot = max(nextSlot, slot + 1, Self.firstSlot(after: device.ties))
      guard let entry = InventoryEntry(device, slot: slot, identifier), entries.count < limit
      else { continue }
      var named = entry
      named.id = freeID(for: entry)
      entries[slot] = named
      ids[named.id] = slot
      aliases.add(device.identities, of: slot)
      self.log.note(.device(slot))
    }
    for slot in entries.keys.sorted() { noteFormerIDs(of: slot) }
    // A list that was imported says nothing of who has been here.
    hasBaseline = entries.values.contains(where: \.wasSeen)
    owners = AddressOwners(entries)
    pendingDevices = PendingDevices(entries)
    absorbStored()
  }

  private var ids: [String: Int] = [:]

  /// The slot of a device by its present or a former id.
  func slot(of id: String) -> Int? { ids[id] ?? aliases[id] }

  /// In order of address; those without one last.
  var ordered: [InventoryEntry] {
    let sorted = entries.values.sorted { ($0.device.ip, $0.slot) < ($1.device.ip, $1.slot) }
    return sorted.filter { $0.device.knownIP != nil } + sorted.filter { $0.device.knownIP == nil }
  }

  mutating func update(_ slot: Int, _ change: (inout InventoryEntry) -> Void) {
    guard let before = entries[slot] else { return }
    var entry = before
    change(&entry)
    replace(before, by: entry)
  }

  /// Puts an entry in its slot, in place of the one that may be there.
  mutating func put(_ entry: InventoryEntry) {
    let slot = entry.slot
    var entry = entry
    if let before = entries[slot], before.id != entry.id {
      ids[before.id] = nil
      log.remove(.id(before.id))
    }
    if ids[entry.id, default: slot] != slot { entry.id = freeID(for: entry) }
    entries[slot] = entry
    ids[entry.id] = slot
    reclaimIDs(of: entry)
    aliases.add(entry.identities.all, of: slot)
    noteFormerIDs(of: slot)
    nextSlot = max(nextSlot, slot + 1)
    seenAgain.remove(slot)
    log.note(.record(slot))
    log.note(.device(slot))
  }

  /// Puts back two entries that a merge made one, each with its ids and at its main address.
  mutating func putBack(_ kept: InventoryEntry, and lost: InventoryEntry) {
    let freed = aliases.removeMerged(of: kept.slot)
    for entry in [kept, lost] {
      put(entry)
      // Else the round that runs would choose another of its addresses.
      mainAddresses[entry.slot] = entry.device.ip
    }
    // Whatever else led to the merged one since was the other's.
    aliases.addMerged(freed, of: lost.slot)
    reassignAddresses()
  }

  /// Takes back the ids by which the entry was found in the one that it was a part of: else they would mean
  /// that one once this one is gone.
  private mutating func reclaimIDs(of entry: InventoryEntry) {
    // The last ones added are kept longest.
    for id in entry.identities.all.prefix(Aliases.most).reversed() + [entry.id] {
      guard let other = aliases[id], other != entry.slot,
        entries[other]?.identities.all.contains(id) != true
      else { continue }
      aliases.add(id, of: entry.slot)
    }
  }

  /// An entry is found by the ids of those that became part of it.
  mutating func noteFormerIDs(of slot: Int) {
    aliases.addMerged(entries[slot]?.ties.former.compactMap(\.id) ?? [], of: slot)
  }

  /// A slot that no device has or had.
  var freeSlot: Int { nextSlot }

  /// Finds anew which entry each address belongs to, by what the entries remember.
  mutating func reassignAddresses() { owners = AddressOwners(entries) }

  /// Changes stored properties of an entry that aren't shown.
  mutating func keep(_ slot: Int, _ change: (inout InventoryEntry) -> Void) {
    guard var entry = entries.removeValue(forKey: slot) else { return }
    change(&entry)
    entries[slot] = entry
    log.note(.record(slot))
  }

  private mutating func replace(_ before: InventoryEntry, by entry: InventoryEntry) {
    let slot = entry.slot
    entries[slot] = entry
    log.note(.record(slot))
    if !entry.isShown(like: before) {
      seenAgain.remove(slot)
      log.note(.device(slot))
    } else if entry.lastSeen != before.lastSeen {
      seenAgain.insert(slot)
    }
  }

  /// Changes what a device's presence is known by; logged only where that shows.
  mutating func track(_ slot: Int, _ change: (inout PresenceTracker) -> Void) {
    guard let before = entries[slot] else { return }
    var entry = before
    change(&entry.tracker)
    if entry.tracker.state == before.tracker.state {
      entries[slot] = entry
    } else {
      replace(before, by: entry)
    }
  }

  /// Logs the devices of which only `lastSeen` changed.
  ///
  /// Called seldom: in an idle home these are all changes.
  mutating func publishLastSeen() {
    for slot in seenAgain.sorted() { log.note(.device(slot)) }
    seenAgain = []
  }

  mutating func setProbing(_ slots: Set<Int>) {
    for slot in probing.symmetricDifference(slots).sorted() where entries[slot] != nil {
      entries[slot]?.isProbing = slots.contains(slot)
      seenAgain.remove(slot)
      log.note(.device(slot))
    }
    probing = slots.filter { entries[$0] != nil }
  }

  mutating func noteStatus() { log.note(.status) }

  /// Leaves the numbers up to that one to the changes of the history.
  mutating func advanceLog(to seq: UInt64) { log.advance(to: seq) }

  /// Extends the log by sequence numbers that the store reserved; without them a new epoch begins.
  mutating func extendLog(_ reservation: SequenceReservation?, orBegin epoch: UInt64) {
    if let reservation { log.extend(by: reservation) } else { log.begin(epoch: epoch) }
  }

  mutating func remove(_ slot: Int) { remove([slot]) }

  mutating func remove(_ gone: Set<Int>) {
    if !seenSlots.isDisjoint(with: gone) {
      seenSlots.subtract(gone)
      slots = slots.filter { !gone.contains($0.value) }
      shown = shown.filter { !gone.contains($0.value) }
    }
    for slot in gone.sorted() {
      guard let entry = entries.removeValue(forKey: slot) else { continue }
      ids[entry.id] = nil
      aliases.remove(slot)
      mainAddresses[slot] = nil
      confirmed.remove(slot)
      presumed[slot] = nil
      seenAgain.remove(slot)
      probing.remove(slot)
      log.forget(.device(slot))
      log.remove(.record(slot))
      log.remove(.id(entry.id))
    }
  }

  // MARK: Rounds

  /// Begins a round; devices that it does not cover are unknown from now on.
  ///
  /// `sweeps` is false where it only listens: silence says nothing then. `isBlind` says that the watch is
  /// paused: everybody is unknown, whoever is heard, for nobody would notice that it leaves.
  mutating func beginRound(
    at now: Timestamp,
    sweeps: Bool = true,
    isBlind: Bool = false,
    covering covers: (Device) -> Bool
  ) {
    owners.commit(shown, of: entries)
    mainAddresses = entries.mapValues(\.device.ip)
    seenSlots = []
    slots = [:]
    round += 1
    rejectedCount = 0
    shown = [:]
    undecided = []
    confirmed = []
    presumed = [:]
    pendingDevices.beginRound()
    let resumes = sweeps && !isSweeping
    isSweeping = sweeps
    self.isBlind = isBlind
    roundBegan = now
    for (slot, entry) in entries {
      if !covers(entry.device) || isBlind && !entry.device.isSelf {
        track(slot) { $0.loseSight(since: now, now: now) }
      } else if resumes {
        track(slot) { $0.resume(at: now) }
      }
    }
  }

  /// This machine slept since that time: everybody is unknown.
  mutating func suspend(since time: Timestamp, now: Timestamp) {
    for slot in entries.keys { track(slot) { $0.loseSight(since: time, now: now) } }
  }

  /// The round's sweep is complete: decides what it means for each covered device.
  ///
  /// `links` says which interface leads to a device, and for which this machine could not look.
  mutating func completeSweep(
    at now: Timestamp,
    over links: SweptLinks = SweptLinks(),
    covering covers: (Device) -> Bool
  ) {
    hasBaseline = true
    owners.commit(shown, of: entries)
    pendingDevices.completeSweep()
    let covered = entries.values.filter { covers($0.device) }.sorted { $0.slot < $1.slot }
    var devices = covered.map { entry in
      SweepJudge.Device(
        tracker: entry.tracker,
        context: presenceContext(of: entry),
        isSeen: seenSlots.contains(entry.slot),
        firstSeen: entry.firstSeen,
        isGateway: entry.device.isGateway,
        isSwept: entry.hasIPv4,
        isHidden: links.hides(entry.device),
        slot: entry.slot,
        link: links.name(of: entry.device)
      )
    }
    blindSlots = judges.complete(&devices, began: roundBegan, now: now)
    for (entry, device) in zip(covered, devices) { track(entry.slot) { $0 = device.tracker } }
    reviewPresence(at: now)
  }

  /// Updates the entries from a round's devices.
  ///
  /// Without a link address a device matches the last owner of its address; an address without an owner
  /// waits for its link address, since it may be the next address of any entry.
  mutating func take(_ picture: [RecognisableDevice], in view: RoundView) {
    var seen = picture.compactMap { SeenDevice($0, in: view) }
    let match = InventoryMatch(
      entries,
      mainAddresses: mainAddresses,
      owners: owners,
      shown: shown,
      hasLinkAddresses: view.hasLinkAddresses
    )
    var places = match.places(of: seen)
    InventoryMatch.join(&seen, places)
    slots = [:]
    shown = [:]
    undecided = []
    for (device, place) in zip(seen, places) {
      switch place {
      case .own(let slot): markSeen(slot, device, in: view)
      case .side(let slot): markSideSeen(slot, device)
      case .presumed, .none: continue
      }
      if let slot = place.slot { noteConfirmation(slot, isConfirmed: device.hasAnswered(in: view)) }
    }
    admit(seen, &places, match, in: view)
    for (device, place) in zip(seen, places) {
      if case .presumed(let slot) = place { presume(slot, device) }
    }
    withdrawPresumptions()
    absorb(seen, places)
  }

  private mutating func admit(
    _ seen: [SeenDevice],
    _ places: inout [InventoryMatch.Place],
    _ match: InventoryMatch,
    in view: RoundView
  ) {
    let macsOfIPv4 = InventoryMatch.macsOfIPv4(seen)
    var added: Set<String> = []
    var evictions: EvictionOrder?
    var room: UnconfirmedQuota?
    rejectedCount = 0
    pendingDevices.beginLook(at: seen, in: view)
    for (index, device) in seen.enumerated() {
      pendingDevices.learn(from: device)
      guard places[index] == .none else { continue }
      let macs = device.identities.macs
      // Two new devices with one MAC in one sweep are clients of a repeater.
      let isKnownMAC =
        view.isSweeping
        ? match.wasHeld(macs) : match.isHeld(macs) || !macs.isDisjoint(with: added)
      let isSide = InventoryMatch.isSide(device, macsOfIPv4)
      guard pendingDevices.admit(device, isKnownMAC: isKnownMAC, isSide: isSide, in: view)
      else {
        undecided.formUnion(device.addresses)
        continue
      }
      let isConfirmed = device.hasAnswered(in: view)
      // The entry to evict for it.
      var leaver: Int?
      if !isConfirmed {
        if room == nil {
          let spared = Set(places.compactMap(\.slot))
          room = UnconfirmedQuota(entries, limit: Self.mostUnconfirmed, sparing: spared)
        }
        guard let place = room?.take(where: { entries[$0] != nil }) else {
          rejectedCount += 1
          continue
        }
        if case .of(let slot) = place { leaver = slot }
      }
      if leaver == nil, entries.count >= limit {
        if evictions == nil {
          evictions = EvictionOrder(entries, sparing: Set(places.compactMap(\.slot)))
        }
        leaver = evictions?.next { entries[$0] != nil }
        if leaver == nil { continue }
      }
      if let leaver { remove(leaver) }
      let firstSeen = device.addresses.compactMap(view.firstSeen).min()
      let slot = add(device, firstSeen: firstSeen, isEarly: pendingDevices.cameEarly(device))
      entries[slot]?.isConfirmed = isConfirmed
      entries[slot]?.onlyRound = isConfirmed ? nil : round
      places[index] = .own(slot)
      added.formUnion(macs)
    }
  }

  /// Removes entries without annotations and lasting identities that were last seen before that time, and
  /// unconfirmed entries seen in one round only as soon as they are away.
  mutating func dropExpired(
    seenBefore oldest: Timestamp,
    covering covers: (Device) -> Bool
  ) {
    for (slot, entry) in entries
    where entry.mayLeave
      && (entry.lastKnown < oldest && !entry.identities.lasts || entry.onlyRound != nil)
      && (entry.presence == .away || entry.presence == .unconfirmed && !covers(entry.device))
    {
      remove(slot)
    }
  }

  /// Records that an entry was seen in this round, and whether it answered a unicast query.
  private mutating func noteConfirmation(_ slot: Int, isConfirmed: Bool) {
    guard let entry = entries[slot] else { return }
    if isConfirmed, !entry.isConfirmed { entries[slot]?.isConfirmed = true }
    guard let only = entry.onlyRound, isConfirmed || only != round else { return }
    keep(slot) { $0.onlyRound = nil }
  }

  private mutating func add(_ seen: SeenDevice, firstSeen: Timestamp?, isEarly: Bool) -> Int {
    let slot = nextSlot
    nextSlot += 1
    let device = seen.device
    var entry = InventoryEntry(
      slot: slot,
      id: "",
      identities: seen.identities,
      device: device,
      tracker: PresenceTracker(
        isBlind && !device.isSelf ? .unknown : .present,
        lastSeen: device.lastSeen
      ),
      marks: Annotations(),
      // Remembered facts about the address may be another device's.
      firstSeen: firstSeen ?? device.lastSeen,
      lastSeen: device.lastSeen,
      isNew: hasBaseline && !device.isSelf && !isEarly
    )
    entry.id = freeID(for: entry)
    ids[entry.id] = slot
    entry.identities = IdentitySet([entry.id] + entry.identities.all)
    entries[slot] = entry
    log.note(.record(slot))
    log.note(.device(slot))
    show(slot, seen)
    return slot
  }

  /// Records that an entry's device was seen for certain.
  private mutating func markSeen(_ slot: Int, _ seen: SeenDevice, in view: RoundView) {
    guard let before = entries[slot] else { return }
    let device = seen.device
    var entry = before
    see(&entry, at: device.lastSeen)
    entry.lastSeen = max(entry.lastSeen, device.lastSeen)
    show(slot, seen)
    // Without a link address the facts may be another device's.
    let isCertain = !seen.identities.macs.isEmpty || entry.identities.macs.isEmpty
    if isCertain {
      let hasLostIPv4 = entry.hasIPv4 && !seen.hasIPv4
      entry.identities = entry.identities.updated(
        by: seen.identities,
        keeping: entry.id,
        andIPv4: hasLostIPv4
      )
      strengthen(&entry)
      // Before the sweep is complete, some of its addresses may have yet to be heard; of others the
      // link address is not known yet.
      let isWhole =
        view.sweptAt != nil && !(hasLostIPv4 && view.firstSeen(entry.device.ip) != nil)
        || seen.hasIPv4 && device.ip != entry.device.ip
        || Set(device.addresses).isSuperset(of: entry.device.addresses)
      if isWhole {
        entry.device = device
      } else if view.onlyListens, seen.addresses.contains(entry.device.ip) {
        // This round doesn't probe its other addresses; it keeps them.
        let missing = entry.device.addresses.filter { !device.addresses.contains($0) }
        entry.device = device
        entry.device.addresses += missing
      }
    }
    guard !entry.isEqual(to: before) else { return }
    replace(before, by: entry)
  }

  /// Records a further address of an entry, known by its link address.
  private mutating func markSideSeen(_ slot: Int, _ seen: SeenDevice) {
    show(slot, seen)
    refresh(slot, lastSeen: seen.device.lastSeen)
  }

  private mutating func show(_ slot: Int, _ seen: SeenDevice) {
    seenSlots.insert(slot)
    confirmed.insert(slot)
    presumed[slot] = nil
    for address in seen.addresses {
      slots[address] = slot
      shown[address] = slot
    }
  }

  /// Records an address that is presumably the entry's.
  private mutating func presume(_ slot: Int, _ seen: SeenDevice) {
    guard let before = entries[slot] else { return }
    for address in seen.addresses { slots[address] = slot }
    if seen.identities.macs.isEmpty { undecided.formUnion(seen.addresses) }
    guard !confirmed.contains(slot) else { return }
    if presumed[slot] == nil { presumed[slot] = before }
    seenSlots.insert(slot)
    refresh(slot, lastSeen: seen.device.lastSeen)
  }

  private mutating func refresh(_ slot: Int, lastSeen: Timestamp) {
    guard let entry = entries[slot],
      entry.tracker.state != .present || entry.tracker.missed != 0 || entry.lastSeen < lastSeen
    else { return }
    var seen = entry
    see(&seen, at: lastSeen)
    seen.lastSeen = max(entry.lastSeen, lastSeen)
    guard seen.tracker != entry.tracker || seen.lastSeen != entry.lastSeen else { return }
    replace(entry, by: seen)
  }

  private func see(_ entry: inout InventoryEntry, at time: Timestamp) {
    if !entry.wasSeen { entry.firstSeen = time }
    if isBlind, !entry.device.isSelf {
      entry.tracker.hear(at: time)
    } else {
      entry.tracker.see(at: time)
    }
  }

  /// Restores entries whose presumed addresses turned out to be another device's.
  private mutating func withdrawPresumptions() {
    let present = Set(slots.values)
    for (slot, before) in presumed where !present.contains(slot) {
      presumed[slot] = nil
      seenSlots.remove(slot)
      update(slot) {
        $0.tracker = before.tracker
        $0.firstSeen = before.firstSeen
        $0.lastSeen = before.lastSeen
      }
    }
  }

  /// Gives an entry its strongest identity for an id.
  mutating func strengthen(_ entry: inout InventoryEntry) {
    let present = IdentityRank(of: entry.id)
    let better = entry.identities.all.first { identity in
      IdentityRank(of: identity) < present && (ids[identity] ?? entry.slot) == entry.slot
    }
    guard let better else { return }
    ids[entry.id] = nil
    aliases.add(entry.id, of: entry.slot)
    log.remove(.id(entry.id))
    entry.id = better
    ids[better] = entry.slot
    entry.identities = IdentitySet([better] + entry.identities.all)
  }

  /// The strongest identity that is no other entry's id.
  private func freeID(for entry: InventoryEntry) -> String {
    let free = entry.identities.all.first { (ids[$0] ?? entry.slot) == entry.slot }
    return free ?? "slot-\(entry.slot)"
  }

  mutating func merge(_ other: Int, into slot: Int) {
    guard let lost = entries[other] else { return }
    owners.replace(other, by: slot)
    aliases.move(other, into: slot)
    remove(other)
    aliases.add(lost.id, of: slot)
    update(slot) { entry in
      if lost.wasSeen {
        entry.firstSeen =
          entry.wasSeen
          ? ClockCorrection.earlier(entry.firstSeen, lost.firstSeen) : lost.firstSeen
      }
      entry.isNew = entry.isNew && lost.isNew
      entry.isConfirmed = entry.isConfirmed || lost.isConfirmed
      if lost.onlyRound == nil { entry.onlyRound = nil }
      entry.marks.fill(from: lost.marks)
      entry.tracker.learn(lost.tracker.silences)
      entry.ties = entry.ties.merged(with: lost.ties, of: other, joining: [], at: nil)
      // Observations without a common MAC may be another device's.
      if !entry.identities.macs.isDisjoint(with: lost.identities.macs) {
        entry.memory.add(lost.memory, now: max(entry.lastSeen, lost.lastSeen))
      }
    }
    noteFormerIDs(of: slot)
  }
}

extension Annotations {
  /// Takes over what is said there and not here.
  mutating func fill(from other: Annotations) {
    name = name ?? other.name
    category = category ?? other.category
    note = note ?? other.note
    isHidden = isHidden || other.isHidden
  }
}

extension InventoryMatch.Place {
  fileprivate var slot: Int? {
    switch self {
    case .own(let slot), .side(let slot), .presumed(let slot): slot
    case .none: nil
    }
  }
}

extension InventoryEntry {
  /// Whether it is shown alike, but for `lastSeen`.
  fileprivate func isShown(like other: Self) -> Bool {
    var shown = inventoryDevice
    shown.device.lastSeen = other.lastSeen
    return shown == other.inventoryDevice
  }

  /// Whether all properties that a round can change are equal.
  fileprivate func isEqual(to other: Self) -> Bool {
    id == other.id && tracker == other.tracker && lastSeen == other.lastSeen
      && firstSeen == other.firstSeen && identities == other.identities && device == other.device
  }
}
