import Discovery
import Model
import Wire

/// A device of a round, to be matched with the inventory's entries.
struct SeenDevice: Sendable {
  /// Whether its addresses are proved to be its own.
  enum Certainty: Sendable {
    /// Its link address was seen in this round, or it is this machine.
    case linked
    /// Its network has no link addresses: behind a router, or a tunnel.
    case remote
    /// A link address is expected, and none has been seen yet.
    case doubtful
  }

  var device: Device
  var identities: IdentitySet
  /// Its addresses seen in this round, the main one first.
  var addresses: [IPAddress]
  /// Addresses with a link address.
  var proven: [IPAddress]
  var certainty: Certainty

  var hasIPv4: Bool { addresses.contains { $0.v4 != nil } }

  /// Whether it answered a unicast query.
  func hasAnswered(in view: RoundView) -> Bool {
    device.isSelf || addresses.contains(where: view.answered)
  }

  /// Whether its IPv4 addresses showed their link addresses before the sweep was complete.
  func hasAnsweredSweep(in view: RoundView) -> Bool {
    guard let sweptAt = view.sweptAt else { return false }
    return addresses.allSatisfy { address in
      address.v4 == nil || view.shown(address).map { $0 <= sweptAt } ?? false
    }
  }

  /// The device reduced to the addresses seen in the round; `nil` without any.
  init?(_ seen: RecognisableDevice, in view: RoundView) {
    device = seen.device
    addresses = seen.device.addresses.filter { view.firstSeen($0) != nil }
    guard !addresses.isEmpty else { return nil }
    if let main = addresses.firstIndex(of: device.ip) { addresses.swapAt(0, main) }
    identities = IdentitySet(seen.identities)
    proven = seen.proven
    if device.isSelf || !proven.isEmpty && !identities.macs.isEmpty {
      certainty = .linked
    } else {
      certainty = addresses.allSatisfy(view.hasLinkAddresses) ? .doubtful : .remote
    }
  }
}

/// The state of a round that `Inventory.take` depends on.
struct RoundView {
  /// When an address was first seen in the round.
  var firstSeen: (IPAddress) -> Timestamp?
  /// When an address's present link address was first seen.
  var shown: (IPAddress) -> Timestamp?
  var answered: (IPAddress) -> Bool = { _ in true }
  var hasLinkAddresses: (IPAddress) -> Bool
  /// When the last answer to the round's sweep came; `nil` before the sweep is complete, and where
  /// nothing is swept.
  var sweptAt: Timestamp?
  var isSweeping: Bool
  var onlyListens: Bool { sweptAt == nil && !isSweeping }
}

/// Matches the devices of a round with entries: by the strongest identity that a device shares with
/// one entry and with no other device.
struct InventoryMatch {
  /// Which entry a device is.
  enum Place: Hashable, Sendable {
    /// This entry, exclusively.
    case own(Int)
    /// One more address of this one, which has its MAC.
    case side(Int)
    /// Presumably this entry, until a link address contradicts.
    case presumed(Int)
    case none
  }

  let entries: [Int: InventoryEntry]
  let mainAddresses: [Int: IPAddress]
  private let owners: AddressOwners
  private let shown: [IPAddress: Int]
  private let hasLinkAddresses: (IPAddress) -> Bool
  /// The slots that have an identity, ascending.
  private(set) var holders: [String: [Int]] = [:]
  /// The slots of entries that the user merged, by their identities.
  private(set) var joined: [String: Int] = [:]

  /// A match with those entries, by slot.
  ///
  /// `mainAddresses` and `owners` are as the round began; `shown` has the owners proved since.
  init(
    _ entries: [Int: InventoryEntry],
    mainAddresses: [Int: IPAddress],
    owners: AddressOwners,
    shown: [IPAddress: Int],
    hasLinkAddresses: @escaping (IPAddress) -> Bool
  ) {
    self.entries = entries
    self.mainAddresses = mainAddresses
    self.owners = owners
    self.shown = shown
    self.hasLinkAddresses = hasLinkAddresses
    holders.reserveCapacity(entries.count * 4)
    for slot in entries.keys.sorted() {
      for identity in entries[slot]?.identities.all ?? [] {
        holders[identity, default: []].append(slot)
      }
      if let entry = entries[slot], !entry.ties.joined.isEmpty {
        // A link address that one part has made up since belongs to it, too.
        for identity in entry.ties.joined + entry.identities.macs.sorted() {
          joined[identity] = slot
        }
      }
    }
  }

  func isHeld(_ macs: Set<String>) -> Bool {
    macs.contains { holders[$0] != nil }
  }

  /// Whether an entry that was there when the round began has one of the MACs.
  func wasHeld(_ macs: Set<String>) -> Bool {
    macs.contains { holders[$0]?.contains { mainAddresses[$0] != nil } ?? false }
  }

  /// The place of each device; no two are one entry's own.
  func places(of devices: [SeenDevice]) -> [Place] {
    var places = Array(repeating: Place.none, count: devices.count)
    var taken: Set<Int> = []
    let macsOfIPv4 = Self.macsOfIPv4(devices)
    let isSide = devices.map { Self.isSide($0, macsOfIPv4) }
    let mains = devices.indices.filter { devices[$0].certainty != .doubtful && !isSide[$0] }
    placeMains(mains, devices, &places, &taken)
    for index in devices.indices where isSide[index] {
      if let slot = side(devices[index]) { places[index] = .side(slot) }
    }
    for index in devices.indices where devices[index].certainty == .doubtful {
      guard let slot = presumed(devices[index], taken), let entry = entries[slot] else { continue }
      if entry.identities.macs.isEmpty, taken.insert(slot).inserted {
        places[index] = .own(slot)
      } else {
        places[index] = .presumed(slot)
      }
    }
    return places
  }

  /// The MACs that were seen at IPv4 addresses.
  static func macsOfIPv4(_ devices: [SeenDevice]) -> Set<String> {
    devices.filter { $0.certainty == .linked && $0.hasIPv4 }
      .reduce(into: []) { $0.formUnion($1.identities.macs) }
  }

  /// Whether a device is only the IPv6 side of one that was seen at an IPv4 address.
  static func isSide(_ device: SeenDevice, _ macsOfIPv4: Set<String>) -> Bool {
    device.certainty == .linked && !device.hasIPv4 && !device.device.isSelf
      && !device.identities.macs.isDisjoint(with: macsOfIPv4)
  }

  // MARK: Devices whose addresses are their own

  private func placeMains(
    _ mains: [Int],
    _ devices: [SeenDevice],
    _ places: inout [Place],
    _ taken: inout Set<Int>
  ) {
    placeJoined(mains, devices, &places, &taken)
    var counts: [String: Int] = [:]
    for index in mains {
      for identity in devices[index].identities.all { counts[identity, default: 0] += 1 }
    }
    for rank in IdentityRank.allCases where rank.isLasting {
      place(mains, by: rank, counts, devices, &places, &taken)
    }
    // A name says less than an address that has it, and more than one that has another; behind a
    // router a device is its address.
    placeByAddress(mains, devices, &places, &taken) { device, entry in
      device.certainty == .remote || device.identities.haveOneName(with: entry.identities)
    }
    place(mains, by: .name, counts, devices, &places, &taken)
    placeByAddress(mains, devices, &places, &taken) { _, _ in true }
    // This machine stays itself on whatever network it is.
    for index in mains where places[index] == .none && devices[index].device.isSelf {
      guard let own = entries.values.filter(\.device.isSelf).map(\.slot).min(),
        taken.insert(own).inserted
      else { continue }
      places[index] = .own(own)
    }
  }

  private func place(
    _ mains: [Int],
    by rank: IdentityRank,
    _ counts: [String: Int],
    _ devices: [SeenDevice],
    _ places: inout [Place],
    _ taken: inout Set<Int>
  ) {
    for index in mains where places[index] == .none {
      let device = devices[index]
      for identity in device.identities.ranked(rank) where counts[identity] == 1 {
        guard let slot = holder(of: identity, rank), !taken.contains(slot),
          let entry = entries[slot], device.identities.agrees(with: entry.identities, on: rank),
          rank != .name || canBeByName(device, entry)
        else { continue }
        places[index] = .own(slot)
        taken.insert(slot)
        break
      }
    }
  }

  private func placeByAddress(
    _ mains: [Int],
    _ devices: [SeenDevice],
    _ places: inout [Place],
    _ taken: inout Set<Int>,
    where agree: (SeenDevice, InventoryEntry) -> Bool
  ) {
    // Of two addresses that were an entry's, it is at the one that it had when the round began.
    for isHome in [true, false] {
      for index in mains where places[index] == .none {
        let device = devices[index]
        for address in device.addresses {
          guard let slot = owner(of: address), !taken.contains(slot), let entry = entries[slot],
            !isHome || mainAddresses[slot] == address, canBe(device, entry),
            agree(device, entry)
          else { continue }
          places[index] = .own(slot)
          taken.insert(slot)
          break
        }
      }
    }
  }

  /// The entry that had an address last.
  func owner(of address: IPAddress) -> Int? {
    for slot in [owners[address], shown[address]] {
      if let slot, entries[slot] != nil { return slot }
    }
    return nil
  }

  /// The only entry with an identity; of those with one MAC, the only one with an IPv4 address.
  private func holder(of identity: String, _ rank: IdentityRank) -> Int? {
    guard let slots = holders[identity] else { return nil }
    if slots.count == 1 { return slots[0] }
    guard rank == .universalMAC || rank == .privateMAC else { return nil }
    let v4 = slots.filter { entries[$0]?.hasIPv4 == true }
    if v4.isEmpty { return slots[0] }
    return v4.count == 1 ? v4[0] : nil
  }

  /// Whether a device can be the entry that had its address last.
  private func canBe(_ device: SeenDevice, _ entry: InventoryEntry) -> Bool {
    switch device.certainty {
    case .linked:
      // An entry without a link address is identified by its address alone.
      entry.identities.macs.isEmpty
        || device.identities.agrees(with: entry.identities, on: .address)
    case .remote, .doubtful:
      entry.identities.macs.isEmpty
        && device.identities.agrees(with: entry.identities, on: .address)
    }
  }

  /// Whether a device may be matched with an entry by name.
  ///
  /// Names are often shared, so only without link addresses; behind a router the address decides.
  private func canBeByName(_ device: SeenDevice, _ entry: InventoryEntry) -> Bool {
    device.certainty != .remote && entry.identities.macs.isEmpty
      && hasLinkAddresses(entry.device.ip)
  }

  /// The entry that an IPv6 address belongs to by its MAC.
  private func side(_ device: SeenDevice) -> Int? {
    for address in device.addresses {
      guard let slot = owner(of: address), let entry = entries[slot] else { continue }
      if !entry.identities.macs.isDisjoint(with: device.identities.macs) { return slot }
    }
    for mac in device.identities.macs.sorted() {
      if let slot = holder(of: mac, .universalMAC) { return slot }
    }
    return nil
  }

  // MARK: Devices in doubt

  private func presumed(_ device: SeenDevice, _ taken: Set<Int>) -> Int? {
    // The kernel's neighbour table is newer than the inventory.
    for mac in device.identities.macs.sorted() {
      if let slot = holder(of: mac, .universalMAC) { return slot }
    }
    for identity in device.identities.ranked(.stated) {
      if let slots = holders[identity], slots.count == 1 { return slots[0] }
    }
    for address in device.addresses {
      if let slot = owner(of: address), entries[slot]?.device.isSelf == false { return slot }
    }
    for identity in device.identities.ranked(.name) {
      if let slots = holders[identity], slots.count == 1, !taken.contains(slots[0]),
        let entry = entries[slots[0]], canBeByName(device, entry),
        device.identities.agrees(with: entry.identities, on: .name)
      {
        return slots[0]
      }
    }
    return nil
  }
}

extension InventoryEntry {
  var hasIPv4: Bool {
    device.ip.v4.map { $0 != .any } ?? false
      || identities.all.contains(where: \.isIPv4Identity)
  }
}
