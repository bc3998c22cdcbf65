import Discovery
import Identification
import Model
import Wire

/// Every device that the home has or had.
///
/// A value without clocks: a round's picture goes in, entries come out. An entry is matched by the
/// strongest identity that it shares with a device of the picture, and keeps its slot for life.
struct Inventory: Sendable {
  /// By slot.
  private(set) var entries: [Int: InventoryEntry] = [:]
  /// Whether a first scan was complete: who comes later is new.
  private(set) var hasBaseline = false
  /// The order in which devices changed, for every reader of the inventory.
  private(set) var log: ChangeLog<InventorySubject>
  /// Devices of which nothing changed but when they were last heard, since that was last published.
  private var heardAgain: Set<Int> = []
  /// The slots of devices that are shown as being asked what they are.
  private(set) var probing: Set<Int> = []
  /// The slots that were heard in this round.
  private(set) var heard: Set<Int> = []
  /// Whose addresses were heard in this round.
  private(set) var slots: [IPAddress: Int] = [:]
  /// The addresses that were heard in this round of which no link address is known, so that nobody
  /// knows whose they are.
  private(set) var undecided: Set<IPAddress> = []
  /// Ids that entries had before.
  private var aliases = Aliases()
  private var nextSlot = 0
  /// Counts the rounds.
  private var round = 0
  /// Devices of this round that were heard only, and for which there was no room.
  private(set) var rejectedCount = 0
  /// Whose each address was last known to be.
  private(set) var owners = AddressOwners()
  /// The entries' main addresses when the round began.
  private var mainAddresses: [Int: IPAddress] = [:]
  /// Whose addresses this round has shown for certain.
  private var shown: [IPAddress: Int] = [:]
  /// The slots that were heard for certain in this round.
  private var confirmed: Set<Int> = []
  /// Entries as they were before this round heard an address that is theirs as far as anybody knows.
  private var presumed: [Int: InventoryEntry] = [:]
  /// Devices not yet matched to an entry.
  private var newcomers = Newcomers()

  /// More devices than that are not kept; a /16 full of forged answers would fill the memory.
  let limit: Int
  /// The limit of a home's inventory.
  static let limit = 20_000
  /// The limit of devices that never answered a question put to them alone.
  ///
  /// Anyone can forge announcements by the thousand. In a home nearly all answer, in an office too.
  static let mostHeardOnly = 256
  /// Sweeps in a row that must miss a device before it is called away.
  static let sweepsToMiss = 2

  /// What was kept, each unconfirmed until it is heard.
  init(
    _ stored: [StoredDevice] = [],
    identifier: Identifier = Identifier(),
    limit: Int = Inventory.limit,
    log: ChangeLog<InventorySubject> = ChangeLog()
  ) {
    self.limit = limit
    self.log = log
    for device in stored.sorted(by: { $0.key < $1.key }) {
      guard let slot = Int(exactly: device.key), slot >= 0 else { continue }
      nextSlot = max(nextSlot, slot + 1)
      guard let entry = InventoryEntry(device, slot: slot, identifier), entries.count < limit
      else { continue }
      var named = entry
      named.id = freeID(for: entry)
      entries[slot] = named
      ids[named.id] = slot
      aliases.add(device.identities, of: slot)
      self.log.note(.device(slot))
    }
    hasBaseline = !entries.isEmpty
    owners = AddressOwners(entries)
    newcomers = Newcomers(entries)
    absorbStored()
  }

  /// The entries' present ids.
  private var ids: [String: Int] = [:]

  /// The slot of a device by its id, or by one that it had.
  func slot(of id: String) -> Int? { ids[id] ?? aliases[id] }

  /// The entries in order of address.
  var ordered: [InventoryEntry] {
    entries.values.sorted { ($0.device.ip, $0.slot) < ($1.device.ip, $1.slot) }
  }

  /// Changes an entry by hand.
  mutating func update(_ slot: Int, _ change: (inout InventoryEntry) -> Void) {
    guard let before = entries[slot] else { return }
    var entry = before
    change(&entry)
    replace(before, by: entry)
  }

  /// Changes what is stored of an entry and not shown.
  mutating func keep(_ slot: Int, _ change: (inout InventoryEntry) -> Void) {
    guard var entry = entries.removeValue(forKey: slot) else { return }
    change(&entry)
    entries[slot] = entry
    log.note(.record(slot))
  }

  /// Takes an entry's new state, and notes what of it changed.
  private mutating func replace(_ before: InventoryEntry, by entry: InventoryEntry) {
    let slot = entry.slot
    entries[slot] = entry
    log.note(.record(slot))
    if !entry.isShown(like: before) {
      heardAgain.remove(slot)
      log.note(.device(slot))
    } else if entry.lastSeen != before.lastSeen {
      heardAgain.insert(slot)
    }
  }

  /// Notes the devices that were only heard again: seldom, for of a home at rest that is all there is.
  mutating func publishLastSeen() {
    for slot in heardAgain.sorted() { log.note(.device(slot)) }
    heardAgain = []
  }

  /// Shows those devices as being asked what they are, and no others.
  mutating func setProbing(_ slots: Set<Int>) {
    for slot in probing.symmetricDifference(slots).sorted() where entries[slot] != nil {
      entries[slot]?.isProbing = slots.contains(slot)
      heardAgain.remove(slot)
      log.note(.device(slot))
    }
    probing = slots.filter { entries[$0] != nil }
  }

  /// Notes that the watch's status changed.
  mutating func noteStatus() { log.note(.status) }

  /// The store has reserved numbers for the log, or can't: then another epoch begins.
  mutating func extendLog(_ reservation: SequenceReservation?, orBegin epoch: UInt64) {
    if let reservation { log.extend(by: reservation) } else { log.begin(epoch: epoch) }
  }

  /// Forgets an entry.
  mutating func remove(_ slot: Int) { remove([slot]) }

  /// Forgets entries.
  mutating func remove(_ gone: Set<Int>) {
    if !heard.isDisjoint(with: gone) {
      heard.subtract(gone)
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
      heardAgain.remove(slot)
      probing.remove(slot)
      log.forget(.device(slot))
      log.remove(.record(slot))
      log.remove(.id(entry.id))
    }
  }

  // MARK: Rounds

  /// A round begins: nobody has been heard in it yet.
  mutating func beginRound(covering covers: (Device) -> Bool) {
    owners.commit(shown, of: entries)
    mainAddresses = entries.mapValues(\.device.ip)
    heard = []
    slots = [:]
    round += 1
    rejectedCount = 0
    shown = [:]
    undecided = []
    confirmed = []
    presumed = [:]
    newcomers.beginRound()
    for (slot, entry) in entries where entry.presence == .present && !covers(entry.device) {
      update(slot) {
        $0.presence = .unconfirmed
        $0.missed = 0
      }
    }
  }

  /// The machine slept: nobody knows who is there.
  mutating func suspend() {
    for (slot, entry) in entries {
      guard entry.presence == .present else {
        entries[slot]?.missed = 0
        continue
      }
      update(slot) {
        $0.presence = .unconfirmed
        $0.missed = 0
      }
    }
  }

  /// The round's sweep is complete: who was not heard was missed.
  mutating func completeSweep(covering covers: (Device) -> Bool) {
    hasBaseline = true
    owners.commit(shown, of: entries)
    newcomers.completeSweep()
    for (slot, entry) in entries
    where !heard.contains(slot) && entry.presence != .away && covers(entry.device) {
      let missed = entry.missed + 1
      entries[slot]?.missed = missed
      if missed >= Self.sweepsToMiss { update(slot) { $0.presence = .away } }
    }
  }

  /// Takes the devices as a round sees them.
  ///
  /// A device with a link address is the entry that has it. Whoever is heard without one is the entry
  /// that the address belonged to last, and where it belonged to none it waits for its link address:
  /// it may be any entry's next address.
  mutating func take(_ picture: [RecognisableDevice], in view: RoundView) {
    let seen = picture.compactMap { SeenDevice($0, in: view) }
    let match = InventoryMatch(
      entries,
      mainAddresses: mainAddresses,
      owners: owners,
      shown: shown,
      hasLinkAddresses: view.hasLinkAddresses
    )
    var places = match.places(of: seen)
    slots = [:]
    shown = [:]
    undecided = []
    for (device, place) in zip(seen, places) {
      switch place {
      case .own(let slot): hear(slot, device, in: view)
      case .side(let slot): hearSide(slot, device)
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

  /// Makes entries of devices that are none yet.
  private mutating func admit(
    _ seen: [SeenDevice],
    _ places: inout [InventoryMatch.Place],
    _ match: InventoryMatch,
    in view: RoundView
  ) {
    let macsOfIPv4 = InventoryMatch.macsOfIPv4(seen)
    var added: Set<String> = []
    var evictions: EvictionOrder?
    var room: HeardOnlyRoom?
    rejectedCount = 0
    newcomers.beginLook(at: seen, in: view)
    for (index, device) in seen.enumerated() {
      newcomers.learn(from: device)
      guard places[index] == .none else { continue }
      let macs = device.identities.macs
      // Who came in the same sweep with the same MAC is another client of a repeater.
      let isKnownMAC =
        view.isSweeping
        ? match.wasHeld(macs) : match.isHeld(macs) || !macs.isDisjoint(with: added)
      let isSide = InventoryMatch.isSide(device, macsOfIPv4)
      guard newcomers.admit(device, isKnownMAC: isKnownMAC, isSide: isSide, in: view)
      else {
        undecided.formUnion(device.heard)
        continue
      }
      let isConfirmed = device.hasAnswered(in: view)
      // Who has to go for it.
      var leaver: Int?
      if !isConfirmed {
        if room == nil {
          let spared = Set(places.compactMap(\.slot))
          room = HeardOnlyRoom(entries, limit: Self.mostHeardOnly, sparing: spared)
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
      let isEarly = newcomers.cameEarly(device)
      let slot = add(device, firstSeen: device.heard.compactMap(view.heard).min(), isEarly: isEarly)
      entries[slot]?.isConfirmed = isConfirmed
      entries[slot]?.onlyRound = isConfirmed ? nil : round
      places[index] = .own(slot)
      added.formUnion(macs)
    }
  }

  /// Lets those go who were seen last before that time, by whom nobody can be recognised for long and
  /// of whom the user has said nothing: guests, and the addresses that phones made up once.
  ///
  /// Who was heard in one round only and never answered goes as soon as it is away.
  mutating func dropExpired(
    seenBefore oldest: Timestamp,
    covering covers: (Device) -> Bool
  ) {
    for (slot, entry) in entries
    where entry.mayLeave
      && (entry.lastSeen < oldest && !entry.identities.lasts || entry.onlyRound != nil)
      && (entry.presence == .away || entry.presence == .unconfirmed && !covers(entry.device))
    {
      remove(slot)
    }
  }

  /// Notes that an entry was heard in this round, and whether it answered a question of its own.
  private mutating func noteConfirmation(_ slot: Int, isConfirmed: Bool) {
    guard let entry = entries[slot] else { return }
    if isConfirmed, !entry.isConfirmed { entries[slot]?.isConfirmed = true }
    guard let only = entry.onlyRound, isConfirmed || only != round else { return }
    keep(slot) { $0.onlyRound = nil }
  }

  private mutating func add(
    _ seen: SeenDevice,
    firstSeen: Timestamp?,
    isEarly: Bool
  ) -> Int {
    let slot = nextSlot
    nextSlot += 1
    let device = seen.device
    var entry = InventoryEntry(
      slot: slot,
      id: "",
      identities: seen.identities,
      device: device,
      presence: .present,
      marks: Annotations(),
      // What is remembered of the address may be older, and somebody else's.
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

  /// A device of which it is certain who it is was heard.
  private mutating func hear(_ slot: Int, _ seen: SeenDevice, in view: RoundView) {
    guard let before = entries[slot] else { return }
    let device = seen.device
    var entry = before
    entry.presence = .present
    entry.missed = 0
    entry.lastSeen = max(entry.lastSeen, device.lastSeen)
    show(slot, seen)
    // What is stated without a link address may come from another device.
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
        view.sweptAt != nil && !(hasLostIPv4 && view.heard(entry.device.ip) != nil)
        || seen.hasIPv4 && device.ip != entry.device.ip
        || Set(device.addresses).isSuperset(of: entry.device.addresses)
      if isWhole {
        entry.device = device
      } else if view.onlyListens, seen.heard.contains(entry.device.ip) {
        // Nobody asks for its other addresses in this round; it still has them.
        let missing = entry.device.addresses.filter { !device.addresses.contains($0) }
        entry.device = device
        entry.device.addresses += missing
      }
    }
    guard !entry.isEqual(to: before) else { return }
    replace(before, by: entry)
  }

  /// One more address of a device was heard, which its link address tells.
  private mutating func hearSide(_ slot: Int, _ seen: SeenDevice) {
    show(slot, seen)
    refresh(slot, lastSeen: seen.device.lastSeen)
  }

  private mutating func show(_ slot: Int, _ seen: SeenDevice) {
    heard.insert(slot)
    confirmed.insert(slot)
    presumed[slot] = nil
    for address in seen.heard {
      slots[address] = slot
      shown[address] = slot
    }
  }

  /// An address was heard that is an entry's as far as anybody knows.
  private mutating func presume(_ slot: Int, _ seen: SeenDevice) {
    guard let before = entries[slot] else { return }
    for address in seen.heard { slots[address] = slot }
    if seen.identities.macs.isEmpty { undecided.formUnion(seen.heard) }
    guard !confirmed.contains(slot) else { return }
    if presumed[slot] == nil { presumed[slot] = before }
    heard.insert(slot)
    refresh(slot, lastSeen: seen.device.lastSeen)
  }

  private mutating func refresh(_ slot: Int, lastSeen: Timestamp) {
    guard let entry = entries[slot],
      entry.presence != .present || entry.missed != 0 || entry.lastSeen < lastSeen
    else { return }
    update(slot) {
      $0.presence = .present
      $0.missed = 0
      $0.lastSeen = max($0.lastSeen, lastSeen)
    }
  }

  /// Takes back what was presumed of entries whose addresses turned out to be another's.
  private mutating func withdrawPresumptions() {
    let present = Set(slots.values)
    for (slot, before) in presumed where !present.contains(slot) {
      presumed[slot] = nil
      heard.remove(slot)
      update(slot) {
        $0.presence = before.presence
        $0.missed = before.missed
        $0.lastSeen = before.lastSeen
      }
    }
  }

  /// Takes the strongest identity for the id where it is stronger than the present one.
  private mutating func strengthen(_ entry: inout InventoryEntry) {
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

  /// The strongest identity that no other entry has for its id.
  private func freeID(for entry: InventoryEntry) -> String {
    let free = entry.identities.all.first { (ids[$0] ?? entry.slot) == entry.slot }
    return free ?? "slot-\(entry.slot)"
  }

  /// Has an entry go up in another, which takes over what is known of it and what the user said.
  mutating func merge(_ other: Int, into slot: Int) {
    guard let lost = entries[other] else { return }
    owners.replace(other, by: slot)
    remove(other)
    aliases.add(lost.id, of: slot)
    update(slot) { entry in
      entry.firstSeen = TimeMending.earlier(entry.firstSeen, lost.firstSeen)
      entry.isNew = entry.isNew && lost.isNew
      entry.isConfirmed = entry.isConfirmed || lost.isConfirmed
      if lost.onlyRound == nil { entry.onlyRound = nil }
      entry.marks.fill(from: lost.marks)
      // What was said at an address alone may be another device's word; with its MAC it is its own.
      if !entry.identities.macs.isDisjoint(with: lost.identities.macs) {
        entry.memory.add(lost.memory, now: max(entry.lastSeen, lost.lastSeen))
      }
    }
  }
}

extension Annotations {
  /// Takes what the user said of the same device where it was thought to be another.
  fileprivate mutating func fill(from other: Annotations) {
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
  /// Whether faces show the same of it, but for when it was last heard.
  fileprivate func isShown(like other: Self) -> Bool {
    var shown = inventoryDevice
    shown.device.lastSeen = other.lastSeen
    return shown == other.inventoryDevice
  }

  /// Whether nothing that a round can change differs.
  fileprivate func isEqual(to other: Self) -> Bool {
    id == other.id && presence == other.presence && lastSeen == other.lastSeen
      && firstSeen == other.firstSeen && missed == other.missed
      && identities == other.identities && device == other.device
  }
}
