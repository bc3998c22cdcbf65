import Model

/// A device of the inventory, with what is remembered of it.
struct InventoryEntry: Sendable {
  /// Its place on the map and its key in the store, for life.
  let slot: Int
  /// What it is called by programs; changes only to a stronger identity.
  var id: String
  /// What it can be recognised by, the id first.
  var identities: IdentitySet
  /// What it was when it was last heard.
  var device: Device
  var presence: InventoryDevice.Presence
  var marks: Annotations
  var firstSeen: Timestamp
  var lastSeen: Timestamp
  var isNew: Bool
  /// Complete sweeps in a row that did not hear it.
  var missed = 0
  /// When it was last asked in full what it is.
  var probedAt: Timestamp?
  var memory = DeviceMemory()
  /// Whether it ever answered a question that was put to it alone.
  var isConfirmed = true
  /// The round in which it was heard first, while it has neither been confirmed nor heard in another;
  /// until then it isn't stored.
  var onlyRound: Int?
  /// Whether it is shown as being asked what it is.
  var isProbing = false

  /// As faces see it.
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
      isProbing: isProbing
    )
  }

  /// As it is kept.
  var stored: StoredDevice {
    StoredDevice(
      key: StoredDevice.Key(slot),
      identities: identities.all,
      marks: marks,
      firstSeen: firstSeen,
      lastSeen: lastSeen,
      isNew: isNew,
      probedAt: probedAt,
      observations: memory.observations
    )
  }
}
