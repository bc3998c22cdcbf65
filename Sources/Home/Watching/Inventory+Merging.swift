import Model
import Wire

extension Inventory {
  /// Merges entries that turned out to be one device: an address seen before its owner was known, or
  /// the IPv6 addresses of a MAC.
  mutating func absorb(_ seen: [SeenDevice], _ places: [InventoryMatch.Place]) {
    let present = Set(slots.values)
    guard present.count < entries.count else { return }
    var byAddress: [IPAddress: [Int]] = [:]
    var sides: [String: [Int]] = [:]
    for (slot, entry) in entries where !present.contains(slot) {
      let isNobody = entry.identities.macs.isEmpty
      for address in (isNobody ? entry.memory.addresses : []).union([entry.device.ip]) {
        byAddress[address, default: []].append(slot)
      }
      guard !entry.hasIPv4 else { continue }
      for mac in entry.identities.macs { sides[mac, default: []].append(slot) }
    }
    var macsOfIPv4: [String: Int] = [:]
    for device in seen where device.hasIPv4 {
      for mac in device.identities.macs { macsOfIPv4[mac, default: 0] += 1 }
    }
    for (device, place) in zip(seen, places) {
      guard case .own(let slot) = place else { continue }
      for address in device.addresses {
        for other in byAddress[address]?.sorted() ?? [] where other != slot {
          guard let lost = entries[other], let own = entries[slot],
            !areDistinct(slot, other)
          else { continue }
          let isNobody = lost.identities.macs.isEmpty && device.proven.contains(address)
          let sharesLasting =
            lost.device.ip == address
            && lost.identities.all.contains {
              IdentityRank(of: $0).isLasting && own.identities.all.contains($0)
            }
          if isNobody || sharesLasting { merge(other, into: slot) }
        }
      }
      guard device.certainty == .linked, device.hasIPv4 else { continue }
      for mac in device.identities.macs where macsOfIPv4[mac] == 1 {
        for other in sides[mac]?.sorted() ?? []
        where other != slot && !areDistinct(slot, other) {
          merge(other, into: slot)
        }
      }
    }
  }

  /// Whether two entries are known to be two devices, by either of them.
  private func areDistinct(_ one: Int, _ other: Int) -> Bool {
    entries[one]?.ties.areDistinct(from: other) == true
      || entries[other]?.ties.areDistinct(from: one) == true
  }

  /// Merges entries that an earlier version stored apart: entries without a link address at the address
  /// of one with one, and IPv6 addresses with the MAC of an IPv4 entry.
  mutating func absorbStored() {
    var byMAC: [String: [Int]] = [:]
    for slot in entries.keys.sorted() where entries[slot]?.hasIPv4 == true {
      for mac in entries[slot]?.identities.macs ?? [] { byMAC[mac, default: []].append(slot) }
    }
    for slot in entries.keys.sorted() {
      guard let entry = entries[slot] else { continue }
      if entry.identities.macs.isEmpty {
        let holders = entry.sightings.keys.sorted().compactMap { owners[$0] }
        let owner = holders.first { $0 != slot && entries[$0]?.identities.macs.isEmpty == false }
        if let owner, !areDistinct(slot, owner) { merge(slot, into: owner) }
      } else if !entry.hasIPv4, !entry.device.addresses.isEmpty {
        let owners = Set(entry.identities.macs.flatMap { byMAC[$0] ?? [] })
        guard owners.count == 1, let owner = owners.first, !areDistinct(slot, owner)
        else { continue }
        merge(slot, into: owner)
      }
    }
  }
}
