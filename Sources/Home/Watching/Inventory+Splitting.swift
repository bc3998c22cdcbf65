import Identification
import Model
import Wire

/// Entries that turn out to be two devices.
extension Inventory {
  /// The link addresses to split off an entry where nothing else is said: of two, the one that it does
  /// not show now.
  func macsToSplit(off slot: Int) -> Set<String>? {
    guard let entry = entries[slot], entry.identities.macs.count == 2 else { return nil }
    let shown = entry.device.evidence.mac.map(InventoryEntry.identity(of:))
    let kept = shown ?? entry.identities.all.first { entry.identities.macs.contains($0) }
    return entry.identities.macs.filter { $0 != kept }
  }

  /// Makes an entry of its own of some of an entry's link addresses; returns what undoes it.
  ///
  /// With them go the addresses at which they were shown, and what was learnt there. The entry keeps its
  /// slot, what the user says of it and what the device states of itself. The two are never merged by
  /// themselves again.
  mutating func split(
    _ slot: Int,
    off macs: Set<String>,
    _ identifier: Identifier,
    at now: Timestamp
  ) -> IdentityEdit? {
    guard let entry = entries[slot], entries.count < limit, !macs.isEmpty,
      macs.isStrictSubset(of: entry.identities.macs)
    else { return nil }
    let addresses = entry.addresses(showing: macs)
    let isParted = { (observation: Observation) -> Bool in
      if case .hostAddress(_, let address) = observation.fact { return addresses.contains(address) }
      return observation.subject.map(addresses.contains) ?? false
    }
    let partedNames = Set(addresses.compactMap(\.identity))
    let other = freeSlot
    var stays = entry.stored
    stays.observations.removeAll(where: isParted)
    stays.identities.removeAll { macs.contains($0) || partedNames.contains($0) }
    let known = entry.memory.observations.filter(isParted)
    let ranked = macs.sorted { (IdentityRank(of: $0), $0) < (IdentityRank(of: $1), $1) }
    let goes = StoredDevice(
      key: StoredDevice.Key(other),
      identities: ranked + partedNames.sorted(),
      firstSeen: known.map(\.time).min() ?? entry.firstSeen,
      lastSeen: known.map(\.time).max() ?? (entry.wasSeen ? entry.firstSeen : .never),
      observations: known
    )
    guard var kept = InventoryEntry(stays, slot: slot, identifier),
      var made = InventoryEntry(goes, slot: other, identifier)
    else { return nil }
    let isShownParted =
      entry.device.evidence.mac.map { macs.contains(InventoryEntry.identity(of: $0)) } ?? false
    if isShownParted {
      made.takeShown(of: entry) { addresses.contains($0) }
      kept.tracker = PresenceTracker(
        entry.wasSeen ? .unknown : .away,
        lastSeen: entry.lastSeen,
        silences: entry.tracker.silences
      )
    } else {
      kept.takeShown(of: entry) { !addresses.contains($0) }
    }
    kept.id = macs.contains(entry.id) ? kept.identities.all.first ?? "slot-\(slot)" : entry.id
    made.id = ranked.first ?? "slot-\(other)"
    kept.isConfirmed = entry.isConfirmed
    kept.ties.disjoin(macs)
    kept.ties.part(from: other)
    made.ties.part(from: slot)
    put(kept)
    put(made)
    reassignAddresses()
    return IdentityEdit(time: now, kind: .split, kept: entry, other: entries[other] ?? made)
  }

  /// Undoes a split: the part belongs to its entry again.
  ///
  /// False where one of the two is gone.
  mutating func rejoin(_ edit: IdentityEdit, at now: Timestamp) -> Bool {
    let (slot, other) = (edit.kept.slot, edit.other.slot)
    // What the user denied since stays denied.
    let denied = [slot, other].compactMap { entries[$0] }.flatMap(\.ties.distinct)
      .compactMap { Int(exactly: $0) }.filter { $0 != slot && $0 != other }
    guard unite(other, into: slot, isAutomatic: true, at: now) != nil else { return false }
    update(slot) {
      $0.ties = edit.kept.ties.merged(with: DeviceTies(), of: other, joining: [], at: now)
      for one in denied where !$0.ties.areDistinct(from: one) { $0.ties.part(from: one) }
    }
    return true
  }
}

extension InventoryEntry {
  /// The addresses at which one of those link addresses was shown last.
  fileprivate func addresses(showing macs: Set<String>) -> Set<IPAddress> {
    memory.addresses.filter { address in
      memory.mac(at: address).map { macs.contains(Self.identity(of: $0)) } ?? false
    }
  }

  /// Takes over what an entry shows now, with those of its addresses.
  fileprivate mutating func takeShown(
    of entry: InventoryEntry,
    where isOwn: (IPAddress) -> Bool
  ) {
    device = entry.device
    device.addresses = entry.device.addresses.filter { $0 == entry.device.ip || isOwn($0) }
    tracker = entry.tracker
    lastSeen = entry.lastSeen
  }
}

extension IPAddress {
  /// An IPv4 address as the identity of an entry.
  fileprivate var identity: String? { v4.map { "ip-\($0)" } }
}
