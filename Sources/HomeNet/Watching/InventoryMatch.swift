/// Finds the entries that the devices of a picture are: by the strongest identity that each shares
/// with one entry and no other device has.
struct InventoryMatch {
  private let entries: [Int: InventoryEntry]
  private var holders: [String: Int] = [:]
  private var shared: Set<String> = []

  init(_ entries: [Int: InventoryEntry]) {
    self.entries = entries
    holders.reserveCapacity(entries.count * 4)
    for (slot, entry) in entries {
      for identity in entry.identities.all {
        if let other = holders.updateValue(slot, forKey: identity), other != slot {
          shared.insert(identity)
        }
      }
    }
  }

  /// The slot of each device, where there is one; no two get the same.
  func slots(of devices: [IdentitySet]) -> [Int?] {
    var counts: [String: Int] = [:]
    for device in devices {
      for identity in device.all where holders[identity] != nil {
        counts[identity, default: 0] += 1
      }
    }
    var found: [Int?] = Array(repeating: nil, count: devices.count)
    var taken: Set<Int> = []
    for rank in IdentityRank.allCases {
      for (index, device) in devices.enumerated() where found[index] == nil {
        for identity in device.ranked(rank) {
          guard counts[identity] == 1, !shared.contains(identity),
            let slot = holders[identity], !taken.contains(slot), let entry = entries[slot],
            device.agrees(with: entry.identities, on: rank)
          else { continue }
          found[index] = slot
          taken.insert(slot)
          break
        }
      }
    }
    return found
  }
}
