import Testing
import Wire

@testable import HomeNet

@Suite struct `The change publisher` {
  private func device(slot: Int, isProbing: Bool = false) -> InventoryDevice {
    let ip = IPAddress.v4(IPv4Address(192, 168, 1, 5))
    let time = Timestamp(milliseconds: 1000)
    return InventoryDevice(
      Device(id: "mac-001132000001", ip: ip, addresses: [ip], firstSeen: time, lastSeen: time),
      slot: slot,
      isProbing: isProbing
    )
  }

  @Test func `forgets a slot whose id another has by now`() {
    var board = ChangePublisher()
    board.publish([device(slot: 1, isProbing: true)], removed: [], status: WatchStatus(), at: .zero)
    #expect(board.probing == [1])
    // Forgotten by the user, and heard again before anybody was told.
    board.publish([device(slot: 2)], removed: [], status: WatchStatus(), at: .seconds(1))
    board.forget { $0 == 1 }
    #expect(board.probing == [])
  }
}
