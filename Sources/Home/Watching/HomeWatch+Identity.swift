public import Model
import Wire

/// Merges and splits.
extension HomeWatch {
  /// Merges a device into another, which keeps its place; it stays so until it is undone.
  public func merge(
    _ id: String,
    into other: String
  ) async throws(WatchError) -> IdentityChange {
    await historySaved()
    try checkStore()
    state.remember(now: now())
    guard let lost = state.inventory.slot(of: id) else { throw .noSuchDevice(id) }
    guard let kept = state.inventory.slot(of: other) else {
      throw .unacceptable("there is no device with the id in into")
    }
    if let obstacle = state.inventory.obstacle(toUniting: lost, into: kept) {
      throw .unacceptable(obstacle)
    }
    guard let edit = state.inventory.unite(lost, into: kept, at: recordedNow) else {
      throw .noSuchDevice(id)
    }
    return try await keep(edit)
  }

  /// Makes a device of its own of some of a device's link addresses; without any, of the one of two that
  /// it does not show now.
  public func split(
    _ id: String,
    off macs: [String]?
  ) async throws(WatchError) -> IdentityChange {
    await historySaved()
    try checkStore()
    state.remember(now: now())
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    let known = entry.identities.macs
    guard known.count > 1 else {
      throw .unacceptable("only one MAC address is known of it, and a device is split by those")
    }
    let parted: Set<String>
    if let macs {
      let asked = macs.compactMap { MACAddress($0) }
      parted = Set(asked.map(InventoryEntry.identity(of:)))
      guard asked.count == macs.count, !parted.isEmpty, parted.isStrictSubset(of: known) else {
        throw .unacceptable("macs has to name some of its MAC addresses, and not all of them")
      }
    } else if let one = state.inventory.macsToSplit(off: slot) {
      parted = one
    } else {
      throw .unacceptable(
        "it has \(known.count) MAC addresses: macs has to name those to split off"
      )
    }
    guard let edit = state.inventory.split(slot, off: parted, identifier, at: recordedNow)
    else {
      throw .impossible(Message(.identityTooMany))
    }
    return try await keep(edit)
  }

  /// Undoes the merge or the split that the change with that number tells of.
  public func undo(_ seq: UInt64) async throws(WatchError) -> IdentityChange {
    await historySaved()
    try checkStore()
    guard let edit = edits[seq] else { throw await refusal(toUndo: seq) }
    guard !edits.hasLater(than: edit) else {
      throw .impossible(Message(.identityLaterFirst))
    }
    state.remember(now: now())
    var undone = state.inventory
    guard revert(edit, in: &undone) else { throw .impossible(Message(.identityGone)) }
    let dropped = StoredEditChange(dropped: [seq])
    if let failure = await write(edit.slots, of: undone, dropped) {
      throw .notStored(failure.message)
    }
    edits.remove(seq)
    // Meanwhile one may have been forgotten.
    guard revert(edit, in: &state.inventory) else {
      // Nor may what was written of it come back.
      _ = await write(edit.slots, of: state.inventory, StoredEditChange())
      throw .impossible(Message(.identityGone))
    }
    settle(edit)
    _ = tell(edit.kind == .merged ? IdentityNews(splitting: edit) : IdentityNews(merging: edit))
    await save()
    await saveHistory()
    return IdentityChange(seq: nil, devices: devices(of: edit))
  }

  /// The device is not the known one that it was proposed to be.
  public func dismissProposal(of id: String) async throws(WatchError) -> InventoryDevice {
    try checkStore()
    guard let slot = state.inventory.slot(of: id), let entry = state.inventory.entries[slot]
    else { throw .noSuchDevice(id) }
    guard entry.proposal != nil else { return entry.inventoryDevice }
    var dismissed = state.inventory
    dismissed.dismissProposal(of: slot)
    if let failure = await write([slot], of: dismissed, StoredEditChange()) {
      throw .notStored(failure.message)
    }
    state.inventory.dismissProposal(of: slot)
    noteChange(isUrgent: true)
    guard let kept = device(id) else { throw .noSuchDevice(id) }
    return kept
  }

  /// Parts the recognised rotations that turn out to be mistakes, merges the new devices that are known
  /// ones with another link address, and proposes others.
  ///
  /// Called after a complete sweep.
  func reviewRotations() async {
    guard isLoaded, loadFailure == nil, storage.failure == nil else { return }
    await reviewDoubts()
    let before = state.inventory.log.cursor
    // While one is stored, what was recognised of another may change.
    for rotation in state.inventory.reviewRotations(at: now()) {
      await historySaved()
      guard state.inventory.holds(rotation) else { continue }
      let edit = state.inventory.unite(
        rotation.new,
        into: rotation.known,
        isAutomatic: true,
        at: recordedNow
      )
      // What can't be stored is tried again after the next sweep.
      if let edit { _ = try? await keep(edit) }
    }
    if state.inventory.log.cursor != before { noteChange() }
  }

  /// The merges and splits of earlier runs that can be undone.
  func storedEdits() async -> IdentityEditLog {
    guard case .success(let stored) = await writer.loadEdits() else { return IdentityEditLog() }
    let correction = ClockCorrection(now: now())
    let edits = stored.map { stored in
      var edit = stored
      edit.kept = correction.corrected(edit.kept)
      edit.other = correction.corrected(edit.other)
      return edit
    }
    return IdentityEditLog(edits.compactMap { IdentityEdit($0, identifier) })
  }

  /// Merges and splits of forgotten devices can't be undone, and what they hold of them is forgotten; so
  /// are those of what was merged into them before.
  func forgetEdits(of slots: Set<Int>) -> StoredEditChange {
    StoredEditChange(dropped: edits.forget(slots))
  }

  // MARK: Parts of it

  /// The present, or the last recorded moment while the clock is behind that: what a slot's history says
  /// until then belongs to the device that the slot becomes part of.
  var recordedNow: Timestamp {
    let present = now()
    return max(present, recording.recorder?.lastTime ?? present)
  }

  /// Tells and stores a merge or a split that was made, with no history being stored since
  /// ``historySaved()``.
  private func keep(_ made: IdentityEdit) async throws(WatchError) -> IdentityChange {
    var edit = made
    settle(edit)
    let seq = tell(
      edit.kind == .merged ? IdentityNews(merging: edit) : IdentityNews(splitting: edit)
    )
    var change = StoredEditChange()
    if let seq {
      edit.seq = seq
      change = StoredEditChange(added: edit.stored, dropped: edits.add(edit))
    }
    // Meanwhile nobody stores the history, which tells of it already.
    let (told, stored) = (edit, change)
    let writing = Task { await self.store(told, stored) }
    savingHistory = Task { _ = await writing.value }
    if let failure = await writing.value { throw .notStored(failure.message) }
    await saveHistory()
    return IdentityChange(seq: seq, devices: devices(of: edit))
  }

  /// Stores a merge or a split; one that can't be stored is undone, and nothing tells of it.
  private func store(
    _ made: IdentityEdit,
    _ change: StoredEditChange
  ) async -> StoreError? {
    // Meanwhile one may have been forgotten, and with it what undoes this.
    let kept = edits[made.seq] == nil ? StoredEditChange(dropped: change.dropped) : change
    let failure = await write(made.slots, of: state.inventory, kept)
    if failure != nil {
      var edit = made
      edits.remove(edit.seq)
      edit.isAutomatic = false
      if revert(edit, in: &state.inventory) {
        settle(edit)
        // The recorder has to know it, and nobody else.
        let undone = tell(
          edit.kind == .merged ? IdentityNews(splitting: edit) : IdentityNews(merging: edit)
        )
        recording.withdraw(Set([made.seq, undone].compactMap(\.self)))
      }
    }
    savingHistory = nil
    return failure
  }

  private func revert(_ edit: IdentityEdit, in inventory: inout Inventory) -> Bool {
    switch edit.kind {
    case .merged: inventory.part(edit, at: now())
    case .split: inventory.rejoin(edit, at: recordedNow)
    }
  }

  /// Brings everything that knows slots up to date.
  func settle(_ edit: IdentityEdit) { settle(edit.slots) }

  /// The same for those slots.
  func settle(_ slots: Set<Int>) {
    for slot in slots where state.inventory.entries[slot] == nil {
      rescans[slot]?.cancel()
      asking.remove(slot)
      waiting.remove(slot)
    }
    state.matchAgain()
    noteChange(isUrgent: true)
  }

  /// Records what was done at once; the number of the change.
  func tell(_ news: IdentityNews) -> UInt64? {
    recording.identities.append(news)
    recordHistory()
    let kind: HomeChange.Kind =
      switch news.kind {
      case .merged: news.rotation == nil ? .merged : .newMAC
      case .split: .split
      }
    let told = recording.unsavedChanges.last { $0.kind == kind && $0.slot == news.slot }
    return told?.seq
  }

  /// Stores the entries of those slots as they are in an inventory; returns why that failed.
  func write(
    _ slots: Set<Int>,
    of inventory: Inventory,
    _ change: StoredEditChange
  ) async -> StoreError? {
    let kept = slots.sorted().compactMap { inventory.entries[$0]?.stored }
    let gone = slots.filter { inventory.entries[$0] == nil }.sorted()
    let keys = gone.map { StoredDevice.Key($0) }
    if case .failure(let error) = await writer.write(kept, removing: keys, edits: change).value {
      storage.failure = error
      noteChange()
      return error
    }
    storage = writer.state
    return nil
  }

  private func devices(of edit: IdentityEdit) -> [InventoryDevice] {
    [edit.kept.slot, edit.other.slot].compactMap { state.inventory.entries[$0]?.inventoryDevice }
  }

  /// Why a change can't be undone.
  private func refusal(toUndo seq: UInt64) async -> WatchError {
    recordHistory()
    await saveHistory()
    guard seq > 0 else { return .noSuchChange(seq) }
    let query = ChangeQuery(after: seq - 1, limit: 1)
    let found = await historyWriter.run { store throws(StoreError) in try store.changes(query) }
    guard case .success(let changes) = found, changes.first?.seq == seq else {
      return .noSuchChange(seq)
    }
    return .impossible(Message(.identityNotKept))
  }
}
