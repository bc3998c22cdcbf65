import Model
import Wire

extension Inventory {
  /// The most devices that are checked at one time; more than a home has are forged, or have been gone
  /// for long.
  static let mostChecks = 256
  /// The most of them that never answered anything and that the user does not know: announcements are
  /// easily forged, and a check asks by broadcast.
  static let mostUnconfirmedChecks = 32

  /// What decides about a device's presence besides its tracker.
  func presenceContext(of entry: InventoryEntry) -> PresenceTracker.Context {
    let category = entry.marks.category ?? entry.device.verdict.category
    let hasPrivateMAC = !entry.identities.macs.isEmpty && !entry.identities.lasts
    return PresenceTracker.Context(
      expectedSilence: category.expectedSilence(hasPrivateMAC: hasPrivateMAC),
      loss: judges.loss(of: entry.slot),
      isAskable: entry.isConfirmed && !entry.device.isSelf,
      // What was heard in one round only is not part of the home yet.
      needsCheck: entry.isStored && !entry.device.isSelf
    )
  }

  /// Takes over what earlier runs learned of the devices' silences, by slot.
  mutating func recall(_ silences: [Int: SilenceModel]) {
    for (slot, model) in silences { track(slot) { $0.learn(model) } }
  }

  /// Decides about silent devices by the time that has passed.
  mutating func reviewPresence(at now: Timestamp) {
    for (slot, entry) in entries where entry.tracker.missed >= PresenceTracker.sweepsToMiss {
      let context = presenceContext(of: entry)
      track(slot) { $0.review(at: now, in: context) }
    }
    limitChecks()
  }

  /// The most addresses of a device that are checked; some hosts make up a new one every day.
  static let mostCheckedAddresses = 8

  /// The addresses at which a silent device may be, IPv4 first.
  ///
  /// Those are what it showed last, and where its link addresses were shown before: merged devices have
  /// several. One that is another device's by now is not among them.
  func checkedAddresses(of entry: InventoryEntry) -> [IPAddress] {
    let shown = entry.device.addresses
    let others = entry.memory.addresses.filter { address in
      if shown.contains(address) { return false }
      guard let mac = entry.memory.mac(at: address) else {
        // Behind a router a part of a device is its address.
        return entry.ties.joined.contains("ip-\(address)")
      }
      return entry.identities.macs.contains(InventoryEntry.identity(of: mac))
    }
    let own = (shown + others.sorted()).filter { address in
      address == entry.device.ip || (slots[address] ?? owners[address] ?? entry.slot) == entry.slot
    }
    let ordered = own.filter { $0.v4 != nil } + own.filter { $0.v4 == nil }
    return Array(ordered.prefix(Self.mostCheckedAddresses))
  }

  /// The devices to check now, each by itself: those that ever answered first, and of them those that
  /// were seen last, since they may have just left, and of the others nothing new is expected.
  func checksDue(at now: Timestamp) -> [Int] {
    entries.values.filter { entry in entry.tracker.checkAt.map { $0 <= now } ?? false }
      .sorted { one, other in
        if one.isConfirmed != other.isConfirmed { return one.isConfirmed }
        return (one.lastSeen, one.slot) > (other.lastSeen, other.slot)
      }
      .map(\.slot)
  }

  /// A check of a device is over that it did not answer.
  mutating func missCheck(of slot: Int, at now: Timestamp) {
    guard let entry = entries[slot] else { return }
    let context = presenceContext(of: entry)
    track(slot) { $0.missCheck(at: now, in: context) }
  }

  /// Where too many wait to be checked, those are that the user knows, and that were seen last.
  private mutating func limitChecks() {
    let waiting = entries.values.filter { $0.tracker.checkAt != nil }
    guard waiting.count > Self.mostUnconfirmedChecks else { return }
    let ordered = waiting.sorted { one, other in
      if one.mayLeave != other.mayLeave { return other.mayLeave }
      if one.isConfirmed != other.isConfirmed { return one.isConfirmed }
      return (one.lastSeen, one.slot) > (other.lastSeen, other.slot)
    }
    var unconfirmed = 0
    for (number, entry) in ordered.enumerated() {
      if entry.mayLeave, !entry.isConfirmed { unconfirmed += 1 }
      guard number >= Self.mostChecks || unconfirmed > Self.mostUnconfirmedChecks else { continue }
      track(entry.slot) { $0.goWithoutCheck() }
    }
  }
}
