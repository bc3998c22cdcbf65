/// The room in the inventory for devices that were heard, and never answered a question put to them
/// alone: a bounded number, of which those that are away make place for new ones.
struct HeardOnlyRoom {
  /// Where a new one goes.
  enum Place: Equatable {
    /// There is room.
    case free
    /// The entry of that slot has to go for it.
    case of(Int)
  }

  private var free: Int
  private var evictions: EvictionOrder

  init(_ entries: [Int: InventoryEntry], limit: Int, sparing spared: Set<Int>) {
    let heardOnly = entries.filter { !$0.value.isConfirmed && $0.value.mayLeave }
    free = limit - heardOnly.count
    evictions = EvictionOrder(heardOnly, sparing: spared)
  }

  /// A place for one more; `nil` where there is none.
  ///
  /// Who has left since the room was made leaves no place.
  mutating func take(where isThere: (Int) -> Bool) -> Place? {
    if free > 0 {
      free -= 1
      return .free
    }
    return evictions.next(where: isThere).map(Place.of)
  }
}
