import Model
import Wire
@testable import Home

/// Devices with another link address, in the order of `HomeWatch+Identity`: who is recognised is united
/// with the known device, matched with the round again, and recorded; others are proposed. Storing is
/// left out, which the tests of `HomeWatch` see, and so is the parting of who was united by mistake: that has
/// to be seen here.
extension InventoryWatch {
  static var recognises: Bool { true }

  /// As `HomeWatch.reviewRotations()` does.
  mutating func reviewRotations(at now: Timestamp) {
    for rotation in state.inventory.reviewRotations(at: now)
    where state.inventory.holds(rotation) {
      let edit = state.inventory.unite(
        rotation.new,
        into: rotation.known,
        isAutomatic: true,
        at: now
      )
      if let edit { keep(edit, .told, at: now) }
    }
    let present = proposals
    recognitions += present.filter { asked[$0.new] != $0.known }
    asked = [:]
    for proposal in present { asked[proposal.new] = proposal.known }
  }

  mutating func takeRecognitions() -> [Recognition] {
    defer { recognitions = [] }
    return recognitions
  }

  var proposals: [Recognition] {
    let proposed = state.inventory.entries.values.compactMap { entry in
      entry.proposal.map { proposal in
        Recognition(
          kind: .proposed,
          new: entry.slot,
          mac: entry.device.evidence.mac,
          known: proposal.slot
        )
      }
    }
    return proposed.sorted { $0.new < $1.new }
  }

  /// As `HomeWatch.merge(_:into:)` and `HomeWatch.dismissProposal(of:)` do.
  mutating func answer(_ proposal: Recognition, isRight: Bool, at now: Timestamp) {
    guard isRight else {
      state.inventory.dismissProposal(of: proposal.new)
      return
    }
    state.remember(now: now)
    guard state.inventory.obstacle(toUniting: proposal.new, into: proposal.known) == nil else {
      return
    }
    let edit = state.inventory.unite(proposal.new, into: proposal.known, at: now)
    if let edit { keep(edit, .accepted, at: now) }
  }

  /// As `HomeWatch.keep(_:)` does.
  private mutating func keep(_ edit: IdentityEdit, _ kind: Recognition.Kind, at now: Timestamp) {
    matchAgain()
    recording.identities.append(IdentityNews(merging: edit))
    recording.record(&state.inventory, at: now)
    let (new, known) = (edit.other, edit.kept.slot)
    for (mac, slot) in slots where slot == new.slot { slots[mac] = known }
    // It was seen as the new one since this machine failed.
    if !blinded.contains(new.slot) { blinded.remove(known) }
    recognitions.append(
      Recognition(kind: kind, new: new.slot, mac: new.device.evidence.mac, known: known)
    )
  }
}
