import Model
import Wire

/// Which entry each address last belonged to, by link addresses and by entries without one.
struct AddressOwners: Sendable {
  private struct Owner: Sendable {
    var slot: Int
    /// The entry of the later round wins.
    var round: Int
  }

  private var owners: [IPAddress: Owner] = [:]
  private var round = 0

  /// Addresses kept beyond a few for each entry; some hosts make up a new one every day.
  private static let spare = 1024

  /// The owner's slot; the entry may have been removed since.
  subscript(address: IPAddress) -> Int? { owners[address]?.slot }

  init(_ entries: [Int: InventoryEntry] = [:]) {
    var latest: [IPAddress: (isLinked: Bool, time: Timestamp, slot: Int)] = [:]
    for (slot, entry) in entries.sorted(by: { $0.key < $1.key }) {
      for (address, sighting) in entry.sightings {
        if let other = latest[address],
          (other.isLinked ? 1 : 0, other.time) >= (sighting.isLinked ? 1 : 0, sighting.time)
        {
          continue
        }
        latest[address] = (sighting.isLinked, sighting.time, slot)
      }
    }
    owners = latest.mapValues { Owner(slot: $0.slot, round: 0) }
  }

  /// Takes the owners that a round has proved.
  mutating func commit(_ slots: [IPAddress: Int], of entries: [Int: InventoryEntry]) {
    round += 1
    for (address, slot) in slots { owners[address] = Owner(slot: slot, round: round) }
    let limit = entries.count * 8 + Self.spare
    guard owners.count > limit else { return }
    owners = owners.filter { entries[$0.value.slot] != nil }
    guard owners.count > limit else { return }
    let eldest = owners.sorted { $0.value.round < $1.value.round }.prefix(owners.count - limit / 2)
    for (address, _) in eldest { owners[address] = nil }
  }

  mutating func replace(_ slot: Int, by other: Int) {
    for (address, owner) in owners where owner.slot == slot { owners[address]?.slot = other }
  }
}

extension InventoryEntry {
  /// The addresses that it was heard at: when last, and whether with a link address.
  var sightings: [IPAddress: (isLinked: Bool, time: Timestamp)] {
    var found: [IPAddress: (isLinked: Bool, time: Timestamp)] = [:]
    for observation in memory.observations {
      guard let subject = observation.subject else { continue }
      let isLinked = if case .linkAddress = observation.fact { true } else { false }
      guard isLinked || observation.fact.provesPresence else { continue }
      let before = found[subject]
      if let before, (before.isLinked ? 1 : 0, before.time) >= (isLinked ? 1 : 0, observation.time)
      {
        continue
      }
      found[subject] = (isLinked, observation.time)
    }
    // What is remembered ages out sooner than the entry.
    let last = [device.ip].filter { $0 != .v4(.any) } + identities.all.compactMap(Self.address)
    for address in last where found[address] == nil {
      found[address] = (!identities.macs.isEmpty, Timestamp(milliseconds: 0))
    }
    return found
  }

  static func address(_ identity: String) -> IPAddress? {
    guard identity.hasPrefix("ip-"), let address = IPAddress(String(identity.dropFirst(3))),
      address.v4 != nil
    else { return nil }
    return address
  }
}
