import Model

/// The order in which devices are dropped from a full inventory: only devices that are away and that
/// the user has not annotated.
///
/// Devices without a lasting identity go first, since a host can make up a link address for each
/// answer; among them, devices that were there only once; then the ones not seen for longest.
struct EvictionOrder {
  private var slots: [Int]

  /// Those of the entries, but for the slots that are spared.
  init(_ entries: [Int: InventoryEntry], sparing spared: Set<Int>) {
    let evictions = entries.values.filter {
      $0.presence == .away && $0.mayLeave && !spared.contains($0.slot)
    }
    // The next one is the last.
    slots = evictions.map { (rank: Self.rank($0), slot: $0.slot) }
      .sorted { $0.rank != $1.rank ? $0.rank > $1.rank : $0.slot > $1.slot }
      .map(\.slot)
  }

  /// The next to leave, of those that have not left since.
  mutating func next(where isThere: (Int) -> Bool) -> Int? {
    while let slot = slots.popLast() {
      if isThere(slot) { return slot }
    }
    return nil
  }

  private struct Rank: Comparable {
    var lasts: Bool
    var stayed: Bool
    var lastSeen: Timestamp

    static func < (left: Self, right: Self) -> Bool {
      if left.lasts != right.lasts { return right.lasts }
      if left.stayed != right.stayed { return right.stayed }
      return left.lastSeen < right.lastSeen
    }
  }

  /// Who was seen for longer than that was no one round's fancy.
  private static let visit: Int64 = 3600 * 1000

  private static func rank(_ entry: InventoryEntry) -> Rank {
    Rank(
      lasts: entry.identities.lasts,
      stayed: entry.lastSeen.milliseconds - entry.firstSeen.milliseconds >= visit,
      lastSeen: entry.lastSeen
    )
  }
}

extension InventoryEntry {
  /// Whether it goes with those that are away and of which the user has said nothing.
  var isForgettable: Bool { presence == .away && mayLeave }

  /// Whether it is stored: it answered, was heard in two rounds, or the user said something of it.
  var isStored: Bool { onlyRound == nil || !mayLeave }

  /// Whether nothing would be lost that the user has said.
  var mayLeave: Bool { marks == Annotations() && !device.isSelf }
}

extension IdentitySet {
  /// Whether a device can be recognised by them for long: by a globally unique link address.
  var lasts: Bool { all.contains { IdentityRank(of: $0) == .universalMAC } }
}
