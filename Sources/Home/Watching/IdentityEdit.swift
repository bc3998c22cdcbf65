import Identification
import Model

/// A merge or a split, with the two entries that undo it.
struct IdentityEdit: Sendable {
  /// The number of the change that tells of it; 0 until it was told.
  var seq: UInt64 = 0
  var time: Timestamp
  var kind: StoredEdit.Kind
  /// Whether a rotation was recognised, and no user asked for it.
  var isAutomatic = false
  /// Whether it was read from the store, which keeps no silences of the two entries.
  var isFromStore = false
  /// The entry that kept its slot, as it was before.
  var kept: InventoryEntry
  /// The other one: as it was before the merge, or as the split made it.
  var other: InventoryEntry

  /// The slots of both.
  var slots: Set<Int> { [kept.slot, other.slot] }

  var stored: StoredEdit {
    StoredEdit(
      seq: seq,
      time: time,
      kind: kind,
      isAutomatic: isAutomatic,
      kept: kept.stored,
      other: other.stored
    )
  }
}

extension IdentityEdit {
  /// A kept one; `nil` where its slots are none.
  init?(_ stored: StoredEdit, _ identifier: Identifier) {
    guard let slot = Int(exactly: stored.kept.key), let otherSlot = Int(exactly: stored.other.key),
      [slot, otherSlot].allSatisfy(Inventory.slots.contains),
      var kept = InventoryEntry(stored.kept, slot: slot, identifier),
      var other = InventoryEntry(stored.other, slot: otherSlot, identifier)
    else { return nil }
    kept.id = kept.identities.all.first ?? "slot-\(slot)"
    other.id = other.identities.all.first ?? "slot-\(otherSlot)"
    self.init(
      seq: stored.seq,
      time: stored.time,
      kind: stored.kind,
      isAutomatic: stored.isAutomatic,
      isFromStore: true,
      kept: kept,
      other: other
    )
  }
}

/// The last merges and splits, which can be undone.
struct IdentityEditLog: Sendable {
  private(set) var edits: [IdentityEdit] = []

  init(_ edits: [IdentityEdit] = []) {
    self.edits = Array(edits.sorted { $0.seq < $1.seq }.suffix(StoredEdit.most))
  }

  /// The one that the change with that number tells of.
  subscript(seq: UInt64) -> IdentityEdit? { edits.first { $0.seq == seq } }

  /// Whether one of the same entries was merged or split later.
  func hasLater(than edit: IdentityEdit) -> Bool {
    edits.contains { $0.seq > edit.seq && !$0.slots.isDisjoint(with: edit.slots) }
  }

  /// The numbers of those that nothing has to be undone before.
  var undoable: Set<UInt64> { Set(edits.filter { !hasLater(than: $0) }.map(\.seq)) }

  /// Adds one; returns the numbers of those that can't be undone any more.
  mutating func add(_ edit: IdentityEdit) -> [UInt64] {
    edits.append(edit)
    let dropped = edits.dropLast(StoredEdit.most).map(\.seq)
    edits.removeFirst(dropped.count)
    return dropped
  }

  /// Removes those of certain entries; returns their numbers.
  mutating func forget(_ slots: Set<Int>) -> [UInt64] {
    let forgotten = edits.filter { !$0.slots.isDisjoint(with: slots) }.map(\.seq)
    edits.removeAll { forgotten.contains($0.seq) }
    return forgotten
  }

  mutating func remove(_ seq: UInt64) { edits.removeAll { $0.seq == seq } }
}
