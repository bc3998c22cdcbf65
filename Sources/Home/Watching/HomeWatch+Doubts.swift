import Model

/// Recognised rotations that turn out to be mistakes.
extension HomeWatch {
  /// Parts the devices that were taken for one, and were there at one time with keys of two in several
  /// sweeps.
  func reviewDoubts() async {
    let mistaken = doubts.take(state.inventory.evidence(on: edits.recognised))
    for seq in mistaken {
      // What was merged or split since is the user's; what can't be stored is tried again after the next
      // sweep.
      guard let edit = edits[seq], !edits.hasLater(than: edit) else { continue }
      await part(edit)
    }
  }

  private func part(_ edit: IdentityEdit) async {
    state.remember(now: now())
    var parted = state.inventory
    guard let written = parted.partMistaken(edit, at: now(), recorded: recordedNow),
      await write(written, of: parted, StoredEditChange(dropped: [edit.seq])) == nil
    else { return }
    edits.remove(edit.seq)
    // Meanwhile one may have been forgotten.
    guard let slots = state.inventory.partMistaken(edit, at: now(), recorded: recordedNow) else {
      // Nor may what was written of it come back.
      _ = await write(written, of: state.inventory, StoredEditChange())
      return
    }
    settle(slots)
    _ = tell(IdentityNews(partingMistaken: edit))
    await save()
    await saveHistory()
  }
}
