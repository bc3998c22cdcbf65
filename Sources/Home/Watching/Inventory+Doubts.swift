import Model
import Wire

/// What a sweep says of two link addresses that were taken for those of one device.
enum RotationEvidence: Hashable, Sendable {
  /// Both answered, each at an address of its own, and show keys of two devices.
  case two
  /// Both answered and show keys of one: it has a cable and Wi-Fi.
  case one
  /// One of them was not there, or the keys say nothing.
  case silent
}

/// Counts the sweeps that contradict a recognised rotation.
struct RotationDoubts: Hashable, Sendable {
  /// So many sweeps prove that it was a mistake: in one, an address may just have changed its owner.
  static let enough = 3
  private var counts: [UInt64: Int] = [:]

  /// Takes what a sweep says of the rotations, by the numbers of their changes; returns those that were
  /// mistakes.
  mutating func take(_ evidence: [UInt64: RotationEvidence]) -> [UInt64] {
    counts = counts.filter { evidence[$0.key] != nil }
    for (seq, found) in evidence {
      switch found {
      case .two: counts[seq, default: 0] += 1
      case .one: counts[seq] = nil
      case .silent: continue
      }
    }
    return counts.filter { $0.value >= Self.enough }.keys.sorted()
  }
}

extension IdentityEditLog {
  /// The rotations that were recognised.
  var recognised: [IdentityEdit] { edits.filter { $0.isAutomatic && $0.kind == .merged } }
}

/// Recognised rotations that turn out to be two devices.
extension Inventory {
  /// What the last sweep says of recognised rotations, by the numbers of their changes.
  func evidence(on rotations: [IdentityEdit]) -> [UInt64: RotationEvidence] {
    let macs = rotations.reduce(into: Set<String>()) {
      $0.formUnion($1.kept.identities.macs.union($1.other.identities.macs))
    }
    guard !macs.isEmpty else { return [:] }
    let holders = seenSlots.compactMap { entries[$0] }
      .filter { !$0.identities.macs.isDisjoint(with: macs) }
    let links = links(of: holders)
    var found: [UInt64: RotationEvidence] = [:]
    for rotation in rotations {
      found[rotation.seq] = evidence(on: rotation, links, holders)
    }
    return found
  }

  private func evidence(
    on rotation: IdentityEdit,
    _ links: [IPAddress: String],
    _ holders: [InventoryEntry]
  ) -> RotationEvidence {
    let (one, other) = (rotation.kept.identities.macs, rotation.other.identities.macs)
    guard one.isDisjoint(with: other) else { return .silent }
    let addresses = links.filter { one.contains($0.value) }.map(\.key)
    let others = links.filter { other.contains($0.value) }.map(\.key)
    // A link address at several addresses is a repeater's.
    guard addresses.count == 1, others.count == 1 else { return .silent }
    let known = holders.flatMap(\.memory.observations).filter { $0.time >= rotation.time }
    switch DeviceKeys.areOne(
      DeviceKeys.keys(at: addresses[0], in: known),
      DeviceKeys.keys(at: others[0], in: known)
    ) {
    case true?: return .one
    case false?: return .two
    case nil: return .silent
    }
  }

  /// The link addresses that IPv4 addresses showed in this round.
  private func links(of holders: [InventoryEntry]) -> [IPAddress: String] {
    var last: [IPAddress: (mac: String, time: Timestamp)] = [:]
    for observation in holders.flatMap(\.memory.observations) {
      guard case .linkAddress(let mac) = observation.fact, let address = observation.subject,
        address.v4 != nil, slots[address] != nil, observation.time >= roundBegan,
        last[address].map({ $0.time < observation.time }) ?? true
      else { continue }
      last[address] = (InventoryEntry.identity(of: mac), observation.time)
    }
    return last.mapValues(\.mac)
  }

  /// Parts what was merged by mistake; returns the slots that changed, `nil` where it can't be parted.
  ///
  /// An entry that was made of one of the two meanwhile, since both were there, becomes part of it;
  /// until `recorded`, its history is that one's.
  mutating func partMistaken(
    _ rotation: IdentityEdit,
    at now: Timestamp,
    recorded: Timestamp
  ) -> Set<Int>? {
    let before = entries
    guard part(rotation, at: now) else { return nil }
    var changed = rotation.slots
    for slot in rotation.slots.sorted() {
      guard let macs = entries[slot]?.identities.macs else { continue }
      let doubles = before.values.filter { entry in
        !rotation.slots.contains(entry.slot) && entry.firstSeen >= rotation.time
          && !entry.identities.macs.isEmpty && entry.identities.macs.isSubset(of: macs)
      }
      guard doubles.count == 1, let double = doubles.first?.slot,
        unite(double, into: slot, isAutomatic: true, at: recorded) != nil
      else { continue }
      changed.insert(double)
    }
    return changed
  }
}
