import Discovery
import Identification
import Model
import Wire

extension InventoryEntry {
  /// A kept device, made again of its observations.
  init?(_ stored: StoredDevice, slot: Int, _ identifier: Identifier) {
    var fold = DeviceFold(identifier: identifier)
    for observation in stored.observations { fold.insert(observation) }
    let made = fold.devices().max {
      ($0.lastSeen, $0.addresses.count) < ($1.lastSeen, $1.addresses.count)
    }
    // Without observations there are still its identities, and what the user said of it.
    let last = stored.identities.lazy.compactMap(Self.address).first
    let device =
      made
      ?? Device(
        id: stored.identities.first ?? "slot-\(slot)",
        ip: last ?? .v4(.any),
        addresses: [last].compactMap(\.self),
        state: .unconfirmed,
        firstSeen: stored.firstSeen,
        lastSeen: stored.lastSeen
      )
    self.init(
      slot: slot,
      id: "",
      identities: IdentitySet(stored.identities),
      device: device,
      presence: .unconfirmed,
      marks: stored.marks,
      firstSeen: stored.firstSeen,
      lastSeen: stored.lastSeen,
      isNew: stored.isNew,
      probedAt: stored.probedAt,
      memory: DeviceMemory(stored.observations),
      isConfirmed: stored.observations.contains(where: \.confirmsDevice)
    )
  }
}
