import Model
import Testing
import Wire

@Suite struct `Transient devices` {
  private static let start: Int64 = 1_700_000_000_000

  private func device(
    _ slot: Int,
    _ presence: InventoryDevice.Presence,
    hour: Int64 = 0,
    isTransient: Bool = true
  ) -> InventoryDevice {
    let ip = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(slot)))
    let seen = Timestamp(milliseconds: Self.start + hour * 3_600_000)
    return InventoryDevice(
      Device(id: "d\(slot)", ip: ip, addresses: [ip], firstSeen: seen, lastSeen: seen),
      presence: presence,
      slot: slot,
      isTransient: isTransient
    )
  }

  @Test func `are gathered once they are away, and no other device is`() {
    let devices = [
      device(1, .away), device(2, .present), device(3, .asleep), device(4, .away, hour: 40),
      device(5, .away, isTransient: false), device(6, .present, hour: 40, isTransient: false),
    ]
    #expect(InventoryDevice.gathered(of: devices) == ["d1", "d4"])
  }

  @Test func `are gathered by their last sign while nobody's presence is known`() {
    let devices = [
      device(1, .unconfirmed), device(2, .unconfirmed, hour: 16),
      device(3, .unconfirmed, hour: 17), device(4, .unconfirmed, isTransient: false),
      device(5, .unconfirmed, hour: 40, isTransient: false), device(6, .present),
    ]
    #expect(InventoryDevice.gathered(of: devices) == ["d1", "d2"])
  }

  @Test func `are no group where it is one alone, or none`() {
    #expect(InventoryDevice.gathered(of: [device(1, .away), device(2, .present)]) == [])
    #expect(InventoryDevice.gathered(of: []) == [])
  }
}
