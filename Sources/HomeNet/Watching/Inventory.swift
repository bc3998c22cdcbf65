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
  /// What changed since somebody last asked.
  private(set) var changes = InventoryChanges()
  /// The slots that were heard in this round.
  private(set) var heard: Set<Int> = []
  /// Whose addresses were heard in this round.
  private(set) var slots: [IPAddress: Int] = [:]
  /// Ids that entries had before.
  private var aliases = FormerIDs()
  private var nextSlot = 0
  /// Whether this round's sweep is complete.
  private var isSwept = false
  /// Counts the rounds.
  private var round = 0
  /// Devices of this round that were heard only, and for which there was no room.
  private(set) var turnedAway = 0

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
    limit: Int = Inventory.limit
  ) {
    self.limit = limit
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
    }
    hasBaseline = !entries.isEmpty
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
    guard var entry = entries.removeValue(forKey: slot) else { return }
    change(&entry)
    entries[slot] = entry
    changes.changed.insert(slot)
  }

  /// Changes what nobody sees of an entry.
  mutating func keep(_ slot: Int, _ change: (inout InventoryEntry) -> Void) {
    guard var entry = entries.removeValue(forKey: slot) else { return }
    change(&entry)
    entries[slot] = entry
  }

  /// Forgets an entry.
  mutating func remove(_ slot: Int) {
    guard let entry = entries.removeValue(forKey: slot) else { return }
    ids[entry.id] = nil
    if heard.remove(slot) != nil { slots = slots.filter { $0.value != slot } }
    aliases.remove(slot)
    changes.changed.remove(slot)
    changes.removed.append(entry.id)
  }

  /// Hands over what changed.
  mutating func takeChanges() -> InventoryChanges {
    defer { changes = InventoryChanges() }
    return changes
  }

  // MARK: Rounds

  /// A round begins: nobody has been heard in it yet.
  mutating func beginRound(covering covers: (Device) -> Bool) {
    heard = []
    slots = [:]
    isSwept = false
    round += 1
    turnedAway = 0
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
    isSwept = true
    hasBaseline = true
    for (slot, entry) in entries
    where !heard.contains(slot) && entry.presence != .away && covers(entry.device) {
      let missed = entry.missed + 1
      entries[slot]?.missed = missed
      if missed >= Self.sweepsToMiss { update(slot) { $0.presence = .away } }
    }
  }

  /// Takes the devices as a round sees them; `isHeard` says whether an address was heard in it,
  /// `isConfirmed` whether it answered a question of its own.
  mutating func take(
    _ picture: [RecognisableDevice],
    isHeard: (IPAddress) -> Bool,
    isConfirmed: (IPAddress) -> Bool = { _ in true }
  ) {
    let sets = picture.map { IdentitySet($0.identities) }
    var found = InventoryMatch(entries).slots(of: sets)
    slots = [:]
    var leavers: InventoryLeavers?
    var room: HeardOnlyRoom?
    turnedAway = 0
    for index in picture.indices {
      let device = picture[index].device
      let addresses = device.addresses.filter(isHeard)
      guard !addresses.isEmpty else { continue }
      let confirmed = device.isSelf || addresses.contains(where: isConfirmed)
      let slot: Int
      if let known = found[index] {
        slot = known
        hear(slot, device, sets[index])
        establish(slot, isConfirmed: confirmed)
      } else {
        if !confirmed {
          if room == nil {
            let spared = Set(found.compactMap(\.self))
            room = HeardOnlyRoom(entries, limit: Self.mostHeardOnly, sparing: spared)
          }
          guard let place = room?.take() else {
            turnedAway += 1
            continue
          }
          if case .of(let leaver) = place { drop(leaver) }
        }
        if entries.count >= limit {
          if leavers == nil {
            leavers = InventoryLeavers(entries, sparing: Set(found.compactMap(\.self)))
          }
          guard let leaver = leavers?.next() else { continue }
          drop(leaver)
        }
        slot = add(device, sets[index])
        entries[slot]?.isConfirmed = confirmed
        entries[slot]?.onlyRound = confirmed ? nil : round
        found[index] = slot
      }
      heard.insert(slot)
      for address in addresses { slots[address] = slot }
    }
    absorb(found, picture, sets)
  }

  /// Lets those go who were seen last before that time, by whom nobody can be recognised for long and
  /// of whom the user has said nothing: guests, and the addresses that phones made up once.
  ///
  /// Who was heard in one round only and never answered goes as soon as it is away.
  mutating func dropPassersBy(
    seenBefore oldest: Timestamp,
    covering covers: (Device) -> Bool
  ) {
    for (slot, entry) in entries
    where entry.mayLeave
      && (entry.lastSeen < oldest && !entry.identities.lasts || entry.onlyRound != nil)
      && (entry.presence == .away || entry.presence == .unconfirmed && !covers(entry.device))
    {
      drop(slot)
    }
  }

  /// Notes that an entry was heard in this round, and whether it answered a question of its own.
  private mutating func establish(_ slot: Int, isConfirmed: Bool) {
    guard let entry = entries[slot] else { return }
    if isConfirmed, !entry.isConfirmed { entries[slot]?.isConfirmed = true }
    guard let only = entry.onlyRound, isConfirmed || only != round else { return }
    entries[slot]?.onlyRound = nil
    changes.changed.insert(slot)
  }

  private mutating func drop(_ slot: Int) {
    remove(slot)
    changes.dropped.append(slot)
  }

  private mutating func add(_ device: Device, _ identities: IdentitySet) -> Int {
    let slot = nextSlot
    nextSlot += 1
    var entry = InventoryEntry(
      slot: slot,
      id: "",
      identities: identities,
      device: device,
      presence: .present,
      marks: UserMarks(),
      firstSeen: device.firstSeen,
      lastSeen: device.lastSeen,
      isNew: hasBaseline && !device.isSelf
    )
    entry.id = freeID(for: entry)
    ids[entry.id] = slot
    entry.identities = IdentitySet([entry.id] + identities.all)
    entries[slot] = entry
    changes.changed.insert(slot)
    return slot
  }

  private mutating func hear(_ slot: Int, _ device: Device, _ identities: IdentitySet) {
    guard let before = entries[slot] else { return }
    var entry = before
    entry.presence = .present
    entry.missed = 0
    entry.lastSeen = max(entry.lastSeen, device.lastSeen)
    // Known by its address alone so far: whose it is remains to be seen.
    let isProvisional = identities.macs.isEmpty && !entry.identities.macs.isEmpty
    if !isProvisional {
      entry.firstSeen = TimeMending.earlier(entry.firstSeen, device.firstSeen)
      entry.identities = entry.identities.updated(by: identities, keeping: entry.id)
      strengthen(&entry)
      // Before the sweep is complete, some of its addresses may have yet to be heard.
      let isWhole =
        isSwept || device.ip != entry.device.ip
        || Set(device.addresses).isSuperset(of: entry.device.addresses)
      if isWhole { entry.device = device }
    }
    guard !entry.isEqual(to: before) else { return }
    entries[slot] = entry
    changes.changed.insert(slot)
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
    changes.removed.append(entry.id)
    entry.id = better
    ids[better] = entry.slot
    entry.identities = IdentitySet([better] + entry.identities.all)
  }

  /// The strongest identity that no other entry has for its id.
  private func freeID(for entry: InventoryEntry) -> String {
    let free = entry.identities.all.first { (ids[$0] ?? entry.slot) == entry.slot }
    return free ?? "slot-\(entry.slot)"
  }

  /// Takes in entries that turned out to be a device's other faces: an address that was heard
  /// before whose it is was known, a link address' IPv6 side.
  private mutating func absorb(
    _ found: [Int?],
    _ picture: [RecognisableDevice],
    _ sets: [IdentitySet]
  ) {
    let taken = Set(found.compactMap(\.self))
    guard taken.count < entries.count else { return }
    var byAddress: [IPAddress: [Int]] = [:]
    for (slot, entry) in entries where !taken.contains(slot) {
      byAddress[entry.device.ip, default: []].append(slot)
    }
    for index in picture.indices {
      guard let slot = found[index], heard.contains(slot) else { continue }
      for address in picture[index].device.addresses {
        for other in byAddress[address] ?? [] {
          guard let lost = entries[other], let own = entries[slot] else { continue }
          let sharesLasting = lost.identities.all.contains {
            IdentityRank(of: $0).isLasting && own.identities.all.contains($0)
          }
          let isBare = lost.identities.macs.isEmpty && lost.identities.stated.isEmpty
          guard sharesLasting || isBare && heard.contains(other) else { continue }
          merge(other, into: slot)
        }
      }
    }
  }

  private mutating func merge(_ other: Int, into slot: Int) {
    guard let lost = entries[other] else { return }
    remove(other)
    aliases.add(lost.id, of: slot)
    update(slot) { entry in
      entry.firstSeen = TimeMending.earlier(entry.firstSeen, lost.firstSeen)
      entry.isNew = entry.isNew && lost.isNew
      entry.isConfirmed = entry.isConfirmed || lost.isConfirmed
      if lost.onlyRound == nil { entry.onlyRound = nil }
      entry.marks.fill(from: lost.marks)
    }
    changes.dropped.append(other)
  }
}

/// What changed in the inventory.
struct InventoryChanges: Sendable {
  /// Slots of entries that are new or differ.
  var changed: Set<Int> = []
  /// Ids that are no entry's any more.
  var removed: [String] = []
  /// Slots that are no device's any more: they went up in others, or made room.
  var dropped: [Int] = []

  var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}

extension UserMarks {
  /// Takes what the user said of the same device where it was thought to be another.
  fileprivate mutating func fill(from other: UserMarks) {
    name = name ?? other.name
    category = category ?? other.category
    note = note ?? other.note
    isHidden = isHidden || other.isHidden
  }
}

extension InventoryEntry {
  /// Whether nothing that anybody sees differs.
  fileprivate func isEqual(to other: Self) -> Bool {
    id == other.id && presence == other.presence && lastSeen == other.lastSeen
      && firstSeen == other.firstSeen && missed == other.missed
      && identities == other.identities && device == other.device
  }

  /// A kept device, made again of its observations.
  init?(_ stored: StoredDevice, slot: Int, _ identifier: Identifier) {
    var fold = DeviceFold(identifier: identifier)
    for observation in stored.observations { fold.insert(observation) }
    let made = fold.devices().max { $0.addresses.count < $1.addresses.count }
    // Without observations there is still what the user said of it.
    let device =
      made
      ?? Device(
        id: stored.identities.first ?? "slot-\(slot)",
        ip: .v4(.any),
        addresses: [],
        state: .unconfirmed,
        firstSeen: stored.firstSeen,
        lastSeen: stored.lastSeen
      )
    self.init(
      slot: slot,
      id: "",
      identities: IdentitySet(stored.identities),
      device: device,
      presence: .unconfirmed,
      marks: stored.marks,
      firstSeen: stored.firstSeen,
      lastSeen: stored.lastSeen,
      isNew: stored.isNew,
      probedAt: stored.probedAt,
      memory: DeviceMemory(stored.observations),
      isConfirmed: stored.observations.contains(where: \.confirmsDevice)
    )
  }
}
