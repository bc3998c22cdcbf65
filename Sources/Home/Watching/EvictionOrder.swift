import Model

/// The order in which devices that are away and not annotated are dropped from a full inventory.
///
/// Devices without a lasting identity go first, since a host can make up a link address for each
/// answer; among them, devices that were there only once; then the ones not seen for longest.
struct EvictionOrder {
  private var slots: [Int]

  init(_ entries: [Int: InventoryEntry], sparing spared: Set<Int>) {
    let evictions = entries.values.filter { $0.isForgettable && !spared.contains($0.slot) }
    // The next one is the last.
    slots = evictions.map(Self.rank).sorted(by: >).map(\.slot)
  }

  /// The next to leave, of those that have not left since.
  mutating func next(where isThere: (Int) -> Bool) -> Int? {
    while let slot = slots.popLast() {
      if isThere(slot) { return slot }
    }
    return nil
  }

  /// Devices seen for longer were there in more than one round.
  private static let visit: Int64 = 3600 * 1000

  private static func rank(
    _ entry: InventoryEntry
  ) -> (lasts: Int, stayed: Int, lastSeen: Timestamp, slot: Int) {
    let stay = entry.lastSeen.milliseconds - entry.firstSeen.milliseconds
    return (entry.identities.lasts ? 1 : 0, stay >= visit ? 1 : 0, entry.lastSeen, entry.slot)
  }
}

extension InventoryEntry {
  var isForgettable: Bool { presence == .away && mayLeave }

  /// Whether it is stored: it answered, was seen in two rounds, or is annotated.
  var isStored: Bool { onlyRound == nil || !mayLeave }

  var mayLeave: Bool { marks == Annotations() && !device.isSelf }

  /// When it was last seen; of one that never was, when it was imported.
  var lastKnown: Timestamp { wasSeen ? lastSeen : firstSeen }
}

extension IdentitySet {
  /// Whether a device can be recognised by them for long: by a globally unique link address.
  var lasts: Bool { all.contains { IdentityRank(of: $0) == .universalMAC } }
}

/// The inventory's quota of unconfirmed devices, which never answered a unicast query.
///
/// Those that are away are evicted for new ones.
struct UnconfirmedQuota {
  enum Place: Equatable {
    case free
    /// The entry in that slot is evicted for it.
    case of(Int)
  }

  private var free: Int
  private var evictions: EvictionOrder

  init(_ entries: [Int: InventoryEntry], limit: Int, sparing spared: Set<Int>) {
    // Those that were imported and never seen were not announced.
    let unconfirmed = entries.filter {
      !$0.value.isConfirmed && $0.value.mayLeave && $0.value.wasSeen
    }
    free = limit - unconfirmed.count
    evictions = EvictionOrder(unconfirmed, sparing: spared)
  }

  /// A place for one more; `nil` if there is none.
  ///
  /// Entries removed since `init` free no place.
  mutating func take(where isThere: (Int) -> Bool) -> Place? {
    if free > 0 {
      free -= 1
      return .free
    }
    return evictions.next(where: isThere).map(Place.of)
  }
}
