import Model
import Wire

extension IdentityNews {
  /// What a merge did.
  init(merging edit: IdentityEdit) {
    self.init(.merged, edit)
    guard edit.isAutomatic else { return }
    rotation = Rotation(
      was: edit.kept.device.evidence.mac?.description,
      now: edit.other.device.evidence.mac?.description
    )
  }

  /// What a split, or the end of a merge, did.
  init(splitting edit: IdentityEdit) { self.init(.split, edit) }

  /// What the end of a merge did that was a mistake.
  init(partingMistaken edit: IdentityEdit) {
    self.init(.split, edit)
    isMistaken = true
  }

  private init(_ kind: Kind, _ edit: IdentityEdit) {
    self.init(
      kind: kind,
      slot: edit.kept.slot,
      other: edit.other.slot,
      name: edit.kept.spokenName,
      otherName: edit.other.spokenName
    )
  }
}

extension InventoryEntry {
  /// What to call it in a sentence.
  fileprivate var spokenName: String { DeviceProfile(inventoryDevice).spokenName }
}

extension InventoryEntry {
  /// The slots whose history is this device's, its own first.
  var historyParts: [HistoryPart] {
    [HistoryPart(slot: slot)]
      + ties.former.compactMap { former in
        Int(exactly: former.slot).map { HistoryPart(slot: $0, until: former.until) }
      }
  }
}
