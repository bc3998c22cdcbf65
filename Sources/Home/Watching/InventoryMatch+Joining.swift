import Model
import Wire

/// Entries that the user merged: several link addresses may be seen of one at the same time.
extension InventoryMatch {
  /// Places the devices that the user says are one: one of them is the entry, and the others are
  /// further addresses of it.
  ///
  /// The entry stays at its main address while that is seen.
  func placeJoined(
    _ mains: [Int],
    _ devices: [SeenDevice],
    _ places: inout [Place],
    _ taken: inout Set<Int>
  ) {
    guard !joined.isEmpty else { return }
    var parts: [Int: [Int]] = [:]
    for index in mains {
      if let slot = joinedSlot(of: devices[index]) { parts[slot, default: []].append(index) }
    }
    for (slot, indices) in parts {
      let ranked = indices.sorted { one, other in
        rank(devices[one], of: slot, one) < rank(devices[other], of: slot, other)
      }
      taken.insert(slot)
      var shown: Set<String> = []
      for index in ranked {
        let macs = devices[index].identities.macs
        // A link address at a second IPv4 address is that of a repeater's client.
        if devices[index].hasIPv4, !shown.isDisjoint(with: macs) { continue }
        shown.formUnion(macs)
        places[index] = index == ranked[0] ? .own(slot) : .side(slot)
      }
    }
  }

  /// The entry that the user says a device is a part of.
  private func joinedSlot(of device: SeenDevice) -> Int? {
    if device.device.isSelf { return nil }
    var identities = device.identities.macs.sorted()
    // Behind a router a device is its address.
    if identities.isEmpty {
      guard device.certainty == .remote else { return nil }
      identities = device.identities.ranked(.address)
    }
    for identity in identities {
      // One that others have as well, as behind a repeater, says nothing.
      guard let slot = joined[identity], let entry = entries[slot], !entry.device.isSelf,
        holders[identity, default: []].allSatisfy({ $0 == slot })
          || device.addresses.contains(where: { owner(of: $0) == slot })
      else { continue }
      return slot
    }
    return nil
  }

  private func rank(_ device: SeenDevice, of slot: Int, _ index: Int) -> (Int, Int, Int, Int) {
    let isHome = mainAddresses[slot].map(device.addresses.contains) ?? false
    let isKnown = device.addresses.contains { owner(of: $0) == slot }
    return (device.hasIPv4 ? 0 : 1, isHome ? 0 : 1, isKnown ? 0 : 1, index)
  }

  /// Gives the addresses of further link addresses to the devices that they are a part of.
  static func join(_ seen: inout [SeenDevice], _ places: [Place]) {
    var owners: [Int: Int] = [:]
    for (index, place) in places.enumerated() {
      if case .own(let slot) = place { owners[slot] = index }
    }
    for (index, place) in places.enumerated() {
      guard case .side(let slot) = place, let owner = owners[slot],
        // Of one link address the devices of the round have every address already.
        seen[owner].identities.macs.isDisjoint(with: seen[index].identities.macs)
      else { continue }
      let own = seen[owner].device.addresses
      seen[owner].device.addresses += seen[index].addresses.filter { !own.contains($0) }
    }
  }
}
