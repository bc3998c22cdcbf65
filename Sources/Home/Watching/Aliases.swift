/// Ids that devices had before, each of one slot; of each slot the last sixteen.
struct Aliases: Sendable {
  private var slots: [String: Int] = [:]
  private var ids: [Int: [String]] = [:]

  /// A device that says another identifier each time would have ids without end.
  static let most = 16

  /// Whose id that was.
  subscript(id: String) -> Int? { slots[id] }

  /// Adds an id that the slot's device had last; it is no other slot's any more.
  mutating func add(_ id: String, of slot: Int) {
    if let other = slots.updateValue(slot, forKey: id) { ids[other]?.removeAll { $0 == id } }
    ids[slot, default: []].append(id)
    guard let own = ids[slot], own.count > Self.most else { return }
    for id in own.dropLast(Self.most) { slots[id] = nil }
    ids[slot] = own.suffix(Self.most)
  }

  /// Adds the first of a slot's identities, unless they are another's.
  mutating func add(_ identities: [String], of slot: Int) {
    for id in identities.prefix(Self.most).reversed() where slots[id] == nil { add(id, of: slot) }
  }

  /// Forgets those of a slot.
  mutating func remove(_ slot: Int) {
    for id in ids.removeValue(forKey: slot) ?? [] { slots[id] = nil }
  }
}
