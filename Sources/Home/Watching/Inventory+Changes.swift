import Model

/// What the inventory's change log counts changes of.
package enum InventorySubject: Hashable, Sendable {
  /// What faces show of the device in that slot.
  case device(Int)
  /// What the store keeps of the device in that slot.
  case record(Int)
  /// An id that faces know a device by; only its removal is noted.
  case id(String)
  /// The watch's status.
  case status
}

/// What faces have to show after a cursor.
struct ShownChanges: Sendable {
  /// The slots of new and changed devices.
  var slots: [Int] = []
  /// Ids that are no device's any more.
  var removed: [String] = []
  /// Whether the status changed.
  var hasStatus = false
  /// Where to go on.
  var cursor: ChangeCursor

  var isEmpty: Bool { slots.isEmpty && removed.isEmpty && !hasStatus }
}

/// What the store has to keep after a cursor.
struct UnsavedChanges: Sendable {
  /// The devices to keep as they are now, in order of slot.
  var devices: [StoredDevice] = []
  /// The devices to remove.
  var removed: [StoredDevice.Key] = []
  /// Whether these are all devices: whatever else the store holds has to go.
  var isWhole = false
  /// Where to go on once it is done.
  var cursor: ChangeCursor
}

extension Inventory {
  /// What faces have to show after the cursor; `nil` where they need a snapshot.
  func shownChanges(after cursor: ChangeCursor, limit: Int = .max) -> ShownChanges? {
    let changes = log.changes(after: cursor, limit: limit) { subject in
      if case .record = subject { false } else { true }
    }
    guard let changes else { return nil }
    var shown = ShownChanges(cursor: changes.cursor)
    for subject in changes.changed {
      switch subject {
      case .device(let slot): shown.slots.append(slot)
      case .status: shown.hasStatus = true
      case .record, .id: continue
      }
    }
    for case .id(let id) in changes.removed where hasNo(id: id) { shown.removed.append(id) }
    return shown
  }

  /// What the store has to keep after the cursor.
  ///
  /// Devices that were heard in one round only, and neither answered nor were annotated, are not kept.
  func unsavedChanges(after cursor: ChangeCursor) -> UnsavedChanges {
    let changes = log.changes(after: cursor) { subject in
      if case .record = subject { true } else { false }
    }
    var unsaved = UnsavedChanges(isWhole: changes == nil, cursor: log.cursor)
    let slots = changes.map { $0.changed.compactMap(\.slot).sorted() } ?? entries.keys.sorted()
    unsaved.devices = slots.compactMap { entries[$0] }.filter(\.isStored).map(\.stored)
    unsaved.removed = (changes?.removed ?? []).compactMap(\.slot).sorted()
      .map { StoredDevice.Key($0) }
    return unsaved
  }

  /// Whether no entry has that id now.
  private func hasNo(id: String) -> Bool {
    slot(of: id).flatMap { entries[$0] }?.id != id
  }
}

extension InventorySubject {
  fileprivate var slot: Int? {
    switch self {
    case .device(let slot), .record(let slot): slot
    case .id, .status: nil
    }
  }
}
