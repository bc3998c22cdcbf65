import Discovery
import Model
import Wire

/// What a round has shown of the device that it may be an entry of the inventory.
struct SeenDevice: Sendable {
  /// How surely its addresses are its own.
  enum Certainty: Sendable {
    /// It showed a link address in this round, or is this machine.
    case linked
    /// It is on a network where nobody shows link addresses: behind a router, or a tunnel.
    case remote
    /// A link address is expected, and none has been seen yet.
    case doubtful
  }

  var device: Device
  var identities: IdentitySet
  /// Its addresses that were heard in this round, its main one first.
  var heard: [IPAddress]
  /// Those that showed a link address.
  var proven: [IPAddress]
  var certainty: Certainty

  /// Whether it was heard at an IPv4 address.
  var hasIPv4: Bool { heard.contains { $0.v4 != nil } }

  /// Whether it answered a question that was put to it alone.
  func hasAnswered(in view: RoundView) -> Bool {
    device.isSelf || heard.contains(where: view.answered)
  }

  /// Whether its IPv4 addresses showed their link addresses before the sweep was complete.
  func hasAnsweredSweep(in view: RoundView) -> Bool {
    guard let sweptAt = view.sweptAt else { return false }
    return heard.allSatisfy { address in
      address.v4 == nil || view.shown(address).map { $0 <= sweptAt } ?? false
    }
  }

  /// The device as far as it was heard in the round; `nil` if it was not.
  init?(_ seen: RecognisableDevice, in view: RoundView) {
    device = seen.device
    heard = seen.device.addresses.filter { view.heard($0) != nil }
    guard !heard.isEmpty else { return nil }
    if let main = heard.firstIndex(of: device.ip) { heard.swapAt(0, main) }
    identities = IdentitySet(seen.identities)
    proven = seen.proven
    if device.isSelf || !proven.isEmpty && !identities.macs.isEmpty {
      certainty = .linked
    } else {
      certainty = heard.allSatisfy(view.hasLinkAddresses) ? .doubtful : .remote
    }
  }
}

/// What the inventory has to know of a round to take its picture.
struct RoundView {
  /// When an address was first heard in the round.
  var heard: (IPAddress) -> Timestamp?
  /// When an address first showed the link address that it has.
  var shown: (IPAddress) -> Timestamp?
  /// Whether an address answered a question that was put to it alone.
  var answered: (IPAddress) -> Bool = { _ in true }
  /// Whether whoever has the address must have a link address, too.
  var hasLinkAddresses: (IPAddress) -> Bool
  /// When the last answer to the round's sweep came; `nil` before the sweep is complete, and where
  /// nothing is swept.
  var sweptAt: Timestamp?
  /// Whether the sweep is under way.
  var isSweeping: Bool
  /// Whether nothing is swept in this round.
  var onlyListens: Bool { sweptAt == nil && !isSweeping }
}

/// Finds the entries that the devices of a picture are: by the strongest identity that each shares
/// with one entry and no other device has.
struct InventoryMatch {
  /// Which entry a device is.
  enum Place: Hashable, Sendable {
    /// This one; no other device is.
    case own(Int)
    /// One more address of this one, which has its MAC.
    case side(Int)
    /// This one as far as anybody knows, until a link address says otherwise.
    case presumed(Int)
    /// No entry known.
    case none
  }

  private let entries: [Int: InventoryEntry]
  private let mainAddresses: [Int: IPAddress]
  private let owners: AddressOwners
  private let shown: [IPAddress: Int]
  private let hasLinkAddresses: (IPAddress) -> Bool
  /// The slots that have an identity, ascending.
  private var holders: [String: [Int]] = [:]

  /// A match with those entries, by slot.
  ///
  /// - Parameters:
  ///   - entries: By slot.
  ///   - mainAddresses: Their main addresses when the round began.
  ///   - owners: Whose each address was last known to be when the round began.
  ///   - shown: Whose it has shown to be since.
  ///   - hasLinkAddresses: Whether whoever has an address must have a link address, too.
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
    }
  }

  /// Whether an entry has one of the MACs.
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
    var macs: Set<String> = []
    for device in devices where device.certainty == .linked && device.hasIPv4 {
      macs.formUnion(device.identities.macs)
    }
    return macs
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
        for address in device.heard {
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

  /// The entry that an address belonged to last.
  private func owner(of address: IPAddress) -> Int? {
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
      // Without a link address an entry is its address, and whoever shows one there is it.
      entry.identities.macs.isEmpty
        || device.identities.agrees(with: entry.identities, on: .address)
    case .remote, .doubtful:
      entry.identities.macs.isEmpty
        && device.identities.agrees(with: entry.identities, on: .address)
    }
  }

  /// Whether a name may say that a device is an entry.
  ///
  /// Many are called the same, so only where no link address tells; and behind a router a device is
  /// its address.
  private func canBeByName(_ device: SeenDevice, _ entry: InventoryEntry) -> Bool {
    device.certainty != .remote && entry.identities.macs.isEmpty
      && hasLinkAddresses(entry.device.ip)
  }

  /// The entry that an IPv6 address belongs to by its MAC.
  private func side(_ device: SeenDevice) -> Int? {
    for address in device.heard {
      if let slot = owner(of: address), let entry = entries[slot],
        !entry.identities.macs.isDisjoint(with: device.identities.macs)
      {
        return slot
      }
    }
    for mac in device.identities.macs.sorted() {
      if let slot = holder(of: mac, .universalMAC) { return slot }
    }
    return nil
  }

  // MARK: Devices in doubt

  /// The entry that a device is as far as anybody knows.
  private func presumed(_ device: SeenDevice, _ taken: Set<Int>) -> Int? {
    // What the kernel remembers is as good as what the inventory does, and newer.
    for mac in device.identities.macs.sorted() {
      if let slot = holder(of: mac, .universalMAC) { return slot }
    }
    for identity in device.identities.ranked(.stated) {
      if let slots = holders[identity], slots.count == 1 { return slots[0] }
    }
    for address in device.heard {
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
  /// Whether it was last seen with an IPv4 address.
  var hasIPv4: Bool {
    device.ip.v4.map { $0 != .any } ?? false
      || identities.all.contains(where: \.isIPv4Identity)
  }
}
