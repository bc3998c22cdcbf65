import Model

extension Inventory {
  /// What a recorder has to know after a cursor; everything without one, and where the log no longer
  /// knows.
  ///
  /// Devices that are not stored are left out: announcements can be forged by the thousand. So are
  /// those that were imported and never seen: their history begins when they are.
  func historyInput(after cursor: ChangeCursor?, for recorder: HistoryRecorder) -> HistoryInput {
    let changes = cursor.flatMap { cursor in
      log.changes(after: cursor) { subject in
        if case .record = subject { true } else { false }
      }
    }
    let slots: [Int]
    var input = HistoryInput()
    if let changes {
      slots = changes.changed.compactMap(\.recordSlot).sorted()
      input.removed = Set(changes.removed.compactMap(\.recordSlot))
    } else {
      slots = entries.keys.sorted()
      input.removed = Set(recorder.slots.filter { entries[$0] == nil })
    }
    let stored = slots.compactMap { entries[$0] }.filter(\.isStored)
    for entry in stored where !entry.wasSeen && recorder.hasSeen(entry.slot) {
      input.unseen.insert(entry.slot)
    }
    let shown = stored.filter(\.wasSeen)
    input.devices = shown.map { entry in
      RecordedDevice(
        entry.inventoryDevice,
        remembering: entry.memory.observations,
        probedAt: entry.probedAt,
        presenceSince: entry.tracker.since
      )
    }
    for removed in input.removed {
      // A merged entry's id leads to the entry that took it over.
      guard let id = recorder.id(of: removed), let slot = slot(of: id), entries[slot] != nil
      else { continue }
      input.merged[removed] = slot
    }
    return input
  }
}

extension InventorySubject {
  fileprivate var recordSlot: Int? {
    if case .record(let slot) = self { slot } else { nil }
  }
}
