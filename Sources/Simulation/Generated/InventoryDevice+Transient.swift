import Model
import Wire

extension InventoryDevice {
  /// The device as one that was there for some hours, two days ago or earlier, by a private MAC alone.
  func asTransient(now: Timestamp) -> InventoryDevice {
    var evidence = Evidence()
    evidence.ip = device.ip
    evidence.mac = MACAddress(rawValue: 0xDA_1B5E_000000 + UInt64(slot))
    let left = now.milliseconds - Int64(2 + slot % 14) * 24 * 3_600_000
    return InventoryDevice(
      Device(
        id: device.id,
        ip: device.ip,
        addresses: [device.ip],
        firstSeen: Timestamp(milliseconds: left - Int64(1 + slot % 9) * 3_600_000),
        lastSeen: Timestamp(milliseconds: left),
        discoveredBy: [.neighbours],
        evidence: evidence
      ),
      presence: .away,
      slot: slot,
      isTransient: true
    )
  }
}
