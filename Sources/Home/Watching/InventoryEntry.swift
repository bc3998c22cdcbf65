import Discovery
public import Identification
public import Model
import Wire

/// A device of the inventory, with its memory.
struct InventoryEntry: Sendable {
  /// Its place on the map and its key in the store, for life.
  let slot: Int
  /// Its id in the API; changes only to a stronger identity.
  var id: String
  /// Its identities, the id first.
  var identities: IdentitySet
  var device: Device
  /// Whether it is there, and what that is known by.
  var tracker: PresenceTracker
  var marks: Annotations
  var firstSeen: Timestamp
  var lastSeen: Timestamp
  var isNew: Bool
  var probedAt: Timestamp?
  var memory = DeviceMemory()
  /// Whether it ever answered a unicast query.
  var isConfirmed = true
  /// The only round in which it was seen, while it is unconfirmed; until then it isn't stored.
  var onlyRound: Int?
  var isProbing = false
  var ties = DeviceTies()
  /// The known device that it presumably is.
  var proposal: RotationProposal?

  var presence: InventoryDevice.Presence { InventoryDevice.Presence(tracker.state) }

  /// Whether it was ever seen; all that is known of another one was imported.
  var wasSeen: Bool { lastSeen != .never }

  var inventoryDevice: InventoryDevice {
    var device = device
    device.id = id
    device.firstSeen = firstSeen
    device.lastSeen = lastSeen
    return InventoryDevice(
      device,
      presence: presence,
      marks: marks,
      slot: slot,
      isNew: isNew,
      isProbing: isProbing,
      proposal: proposal?.shown,
      isTransient: isTransient
    )
  }

  var stored: StoredDevice {
    StoredDevice(
      key: StoredDevice.Key(slot),
      identities: identities.all,
      marks: marks,
      firstSeen: firstSeen,
      lastSeen: lastSeen,
      isNew: isNew,
      probedAt: probedAt,
      observations: memory.observations,
      ties: ties
    )
  }
}

extension InventoryEntry {
  /// A kept device, made again of its observations.
  init?(_ stored: StoredDevice, slot: Int, _ identifier: Identifier) {
    var fold = DeviceFold(identifier: identifier)
    for observation in stored.observations { fold.insert(observation) }
    // Of several parts the one that was shown gave the address among the identities.
    let last = stored.identities.lazy.compactMap(Self.address).first
    let isShown = { (device: Device) in last.map(device.addresses.contains) ?? false }
    var made = fold.devices().max { one, other in
      (isShown(one) ? 1 : 0, one.lastSeen, one.addresses.count)
        < (isShown(other) ? 1 : 0, other.lastSeen, other.addresses.count)
    }
    if let last, made.map(isShown) == true { made?.ip = last }
    // Without observations its identities and annotations remain.
    var device =
      made
      ?? Device(
        id: stored.identities.first ?? "slot-\(slot)",
        ip: last ?? .v4(.any),
        addresses: [last].compactMap(\.self),
        state: .unconfirmed,
        firstSeen: stored.firstSeen,
        lastSeen: stored.lastSeen
      )
    if made == nil {
      // An imported device is known by its link address alone, which may tell its maker.
      device.evidence.ip = last
      device.evidence.mac = stored.identities.lazy.compactMap(Self.mac).first
      device.verdict = identifier.verdict(for: device.evidence)
    }
    self.init(
      slot: slot,
      id: "",
      identities: IdentitySet(stored.identities),
      device: device,
      tracker: PresenceTracker(stored.wasSeen ? .unknown : .away, lastSeen: stored.lastSeen),
      marks: stored.marks,
      firstSeen: stored.firstSeen,
      lastSeen: stored.lastSeen,
      isNew: stored.isNew,
      probedAt: stored.probedAt,
      memory: DeviceMemory(stored.observations),
      isConfirmed: stored.observations.contains(where: \.confirmsDevice),
      ties: stored.ties
    )
  }
}

extension InventoryDevice {
  /// The devices that a store keeps, hidden ones too, in order of address, as a watch shows them
  /// before the first round: each is unconfirmed, or away where it was never seen.
  public static func remembered(
    _ stored: [StoredDevice],
    identifier: Identifier
  ) -> [InventoryDevice] {
    Inventory(stored, identifier: identifier).ordered.map(\.inventoryDevice)
  }
}
