import Model
import Wire

/// The known device that a new one presumably is.
struct RotationProposal: Hashable, Sendable {
  /// The slot of the known one.
  var slot: Int
  /// What faces show of it.
  var shown: IdentityProposal
}

/// A new device that is a known one with another link address.
struct RecognisedRotation: Hashable, Sendable {
  /// The slot of the new one.
  var new: Int
  /// The slot of the known one.
  var known: Int
}

/// Devices that made up another link address.
extension Inventory {
  /// How long after it came a device may turn out to be a known one, in milliseconds: two weeks.
  private static let newTime: Int64 = 14 * 24 * 3_600_000
  /// As many new devices as are looked at after one sweep; one host can make up any number.
  private static let mostNew = 32
  /// As many known devices as they are compared with, those that left last.
  private static let mostKnown = 512

  /// After a complete sweep, says which new devices are known ones, and proposes others.
  ///
  /// Only who was found by the sweep is compared, with those whom it did not find and who were last
  /// seen before the new one came: two that are there at one time are two. Of whom the sweep says nothing
  /// may be there.
  mutating func reviewRotations(at now: Timestamp) -> [RecognisedRotation] {
    dropProposals(at: now)
    var candidates: [Int: RotationMatcher.Candidate] = [:]
    func candidate(_ entry: InventoryEntry) -> RotationMatcher.Candidate {
      if let made = candidates[entry.slot] { return made }
      let made = entry.candidate
      candidates[entry.slot] = made
      return made
    }
    var recognised: [RecognisedRotation] = []
    for entry in newcomers(at: now) {
      // What was proposed stands until the sweep can tell.
      if let proposal = entry.proposal, blindSlots.contains(proposal.slot) { continue }
      let known = absentees(before: entry)
      let match = RotationMatcher.match(candidate(entry), among: known.map(candidate))
      switch match {
      case .matched(let slot, _, _):
        guard !recognised.contains(where: { $0.known == slot }), !isShared(entry, slot)
        else { continue }
        recognised.append(RecognisedRotation(new: entry.slot, known: slot))
      case .proposed(let slot, _, let confidence):
        propose(slot, for: entry, confidence: confidence)
      case .unmatched:
        propose(nil, for: entry, confidence: 0)
      }
    }
    return recognised
  }

  /// Whether what was recognised is still so.
  func holds(_ rotation: RecognisedRotation) -> Bool {
    guard let new = entries[rotation.new], new.marks.name == nil else { return false }
    return absentees(before: new).contains { $0.slot == rotation.known }
  }

  /// Whether a third device that may be there shows what the two have in common, which then proves nothing.
  private func isShared(_ new: InventoryEntry, _ known: Int) -> Bool {
    let keys = Set(new.candidate.keys).intersection(entries[known]?.candidate.keys ?? [])
    return seenSlots.union(blindSlots).contains { slot in
      slot != new.slot && entries[slot].map { !keys.isDisjoint(with: $0.candidate.keys) } ?? false
    }
  }

  /// The user says that a device is not the one that was proposed; it is not proposed again.
  mutating func dismissProposal(of slot: Int) {
    guard let proposal = entries[slot]?.proposal else { return }
    update(slot) {
      $0.proposal = nil
      $0.ties.part(from: proposal.slot)
    }
  }

  /// The devices found by the sweep that came of late with a link address of their own making, and were
  /// asked what they are.
  private func newcomers(at now: Timestamp) -> [InventoryEntry] {
    let found = seenSlots.sorted().reversed().lazy.compactMap { entries[$0] }.filter { entry in
      entry.probedAt != nil && entry.isConfirmed && entry.marks.name == nil
        && !entry.device.isSelf && !entry.device.isGateway
        && !entry.identities.macs.isEmpty && !entry.identities.lasts
        && (0...Self.newTime).contains(now.elapsed(since: entry.firstSeen))
    }
    return Array(found.prefix(Self.mostNew))
  }

  private func absentees(before new: InventoryEntry) -> [InventoryEntry] {
    let absent = entries.values.filter { entry in
      entry.slot != new.slot && !seenSlots.contains(entry.slot)
        && !blindSlots.contains(entry.slot) && !entry.device.isSelf && entry.wasSeen
        && !entry.identities.macs.isEmpty && entry.firstSeen < new.firstSeen
        && entry.lastSeen <= new.firstSeen.advanced(by: RotationMatcher.overlap)
        && !new.ties.areDistinct(from: entry.slot) && !entry.ties.areDistinct(from: new.slot)
    }
    guard absent.count > Self.mostKnown else { return absent }
    let ordered = absent.sorted { ($0.lastSeen, $0.slot) > ($1.lastSeen, $1.slot) }
    return Array(ordered.prefix(Self.mostKnown))
  }

  private mutating func propose(_ slot: Int?, for entry: InventoryEntry, confidence: Double) {
    var proposal: RotationProposal?
    if let slot, let known = entries[slot] {
      let name = known.inventoryDevice.name ?? known.device.hostname ?? known.device.ip.description
      let message = Message(.proposalNameAndTurns, ["device": name])
      proposal = RotationProposal(
        slot: slot,
        shown: IdentityProposal(device: known.id, confidence: confidence, message: message)
      )
    }
    guard proposal != entry.proposal else { return }
    update(entry.slot) { $0.proposal = proposal }
  }

  /// Drops the proposals of devices that are gone, or back, that have a name of the user's by now, or are
  /// not new any more.
  private mutating func dropProposals(at now: Timestamp) {
    for entry in Array(entries.values) {
      guard let proposal = entry.proposal else { continue }
      if entries[proposal.slot] == nil || seenSlots.contains(proposal.slot)
        || entry.marks.name != nil || now.elapsed(since: entry.firstSeen) > Self.newTime
      {
        update(entry.slot) { $0.proposal = nil }
      }
    }
  }
}

extension InventoryEntry {
  /// The device as the matcher of rotations sees it.
  fileprivate var candidate: RotationMatcher.Candidate {
    let profile = DeviceProfile(inventoryDevice, remembering: memory.observations)
    let times = min(firstSeen, lastSeen)...lastSeen
    return RotationMatcher.Candidate(profile, slot: slot, seen: [times])
  }
}

/// Why a device may be a known one.
extension MessageTemplate {
  static let proposalNameAndTurns = MessageTemplate(
    "proposal.name_and_turns",
    "This may be {device} with a new MAC address: both have one name and one kind, and this one came after the other had left."
  )
}
