import Model
import Testing
import Wire
@testable import homenet

/// The line of `homenet devices` for private addresses that were there for a day.
@Suite struct GatheredDevicesTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  private static func device(
    _ slot: Int,
    hoursAgo: Int64,
    isTransient: Bool = true
  ) -> InventoryDevice {
    let ip = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(slot)))
    let seen = Timestamp(milliseconds: now.milliseconds - hoursAgo * 3_600_000)
    return InventoryDevice(
      Device(id: "d\(slot)", ip: ip, addresses: [ip], firstSeen: seen, lastSeen: seen),
      presence: .unconfirmed,
      slot: slot,
      isTransient: isTransient
    )
  }

  @Test func `counts those that were not seen for a day, and shows all others`() {
    let gathered = GatheredDevices([
      Self.device(1, hoursAgo: 100), Self.device(2, hoursAgo: 23), Self.device(3, hoursAgo: 27),
      Self.device(4, hoursAgo: 100, isTransient: false),
      Self.device(5, hoursAgo: 2, isTransient: false),
    ])
    #expect(gathered.shown.map(\.slot) == [2, 4, 5])
    #expect(gathered.gathered.map(\.slot) == [1, 3])
    #expect(
      gathered.line(now: Self.now)
        == "2 private addresses, each seen for a day or less, the last 27 h ago; --all"
    )
  }

  @Test func `has no line where there is none`() {
    let devices = [Self.device(1, hoursAgo: 100), Self.device(2, hoursAgo: 1)]
    let gathered = GatheredDevices(devices)
    #expect(gathered.shown == devices && gathered.gathered.isEmpty)
    #expect(gathered.line(now: Self.now) == nil)
  }
}
