/// Ids that devices had before, each of one slot; of each slot the last sixteen, and beside them those of
/// the entries that were merged into it, up to a bound.
struct Aliases: Sendable {
  private var slots: [String: Int] = [:]
  private var ids: [Int: [String]] = [:]
  /// The ids of merged entries, by slot, the last merged last.
  private var merged: [Int: [String]] = [:]

  /// A bound for devices that state another identifier each time.
  static let most = 16
  /// A bound for devices that are merged each day: the ids that are stored, and more of the last ones.
  static let mostMerged = 2 * DeviceTies.most + most

  subscript(id: String) -> Int? { slots[id] }

  /// Adds an id that the slot's device had last; it is no other slot's any more.
  mutating func add(_ id: String, of slot: Int) {
    if let other = slots.updateValue(slot, forKey: id) { ids[other]?.removeAll { $0 == id } }
    ids[slot, default: []].append(id)
    guard let own = ids[slot], own.count > Self.most else { return }
    for id in own.dropLast(Self.most) where merged[slot]?.contains(id) != true { slots[id] = nil }
    ids[slot] = own.suffix(Self.most)
  }

  /// Adds the first of a slot's identities, unless they are another's.
  mutating func add(_ identities: [String], of slot: Int) {
    for id in identities.prefix(Self.most).reversed() where slots[id] == nil { add(id, of: slot) }
  }

  /// Adds the ids of the entries that were merged into a slot's; those of others stay theirs.
  mutating func addMerged(_ former: [String], of slot: Int) {
    let own = former.filter { slots[$0] == nil || slots[$0] == slot }
    guard !own.isEmpty else { return }
    for id in own { slots[id] = slot }
    // Of each the last one, since the bound drops the first.
    var seen: Set<String> = []
    let last = ((merged[slot] ?? []) + own).reversed().filter { seen.insert($0).inserted }
    let all = Array(last.reversed())
    for id in all.dropLast(Self.mostMerged)
    where slots[id] == slot && ids[slot]?.contains(id) != true { slots[id] = nil }
    merged[slot] = Array(all.suffix(Self.mostMerged))
  }

  /// Gives a slot all ids of another one, whose entry becomes a part of its own.
  mutating func move(_ other: Int, into slot: Int) {
    let all = (ids[other] ?? []) + (merged[other] ?? [])
    let own = all.filter { slots[$0] == other }
    remove(other)
    addMerged(own, of: slot)
  }

  /// Takes the ids of merged entries from a slot; returns those that are no other's.
  mutating func removeMerged(of slot: Int) -> [String] {
    let freed = (merged.removeValue(forKey: slot) ?? []).filter {
      slots[$0] == slot && ids[slot]?.contains($0) != true
    }
    for id in freed { slots[id] = nil }
    return freed
  }

  mutating func remove(_ slot: Int) {
    for id in ids.removeValue(forKey: slot) ?? [] where slots[id] == slot { slots[id] = nil }
    for id in merged.removeValue(forKey: slot) ?? [] where slots[id] == slot { slots[id] = nil }
  }
}
