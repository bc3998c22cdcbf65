import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

/// A device as a round sees it.
func seen(
  _ last: UInt8,
  _ identities: String...,
  at time: Int64 = 1000
) -> RecognisableDevice {
  let ip = IPAddress.v4(IPv4Address(192, 168, 1, last))
  return RecognisableDevice(
    device: Device(
      id: "",
      ip: ip,
      addresses: [ip],
      firstSeen: Timestamp(milliseconds: time),
      lastSeen: Timestamp(milliseconds: time)
    ),
    identities: identities + ["ip-192.168.1.\(last)"],
    proven: identities.contains { $0.hasPrefix("mac-") } ? [ip] : []
  )
}

let mac1 = "mac-001132000001"
let mac2 = "mac-001132000002"
let privateMAC = "mac-da1132000003"

extension Inventory {
  /// A whole round in which those are heard.
  mutating func takeRound(_ devices: [RecognisableDevice]) {
    beginRound { _ in true }
    hear(devices)
    hear(devices, isSwept: true)
    completeSweep { _ in true }
  }

  /// Those are heard in the present round.
  mutating func hear(
    _ devices: [RecognisableDevice],
    isSwept: Bool = false,
    sweptAt: Int64? = nil,
    isRemote: Bool = false
  ) {
    var times: [IPAddress: Timestamp] = [:]
    for seen in devices {
      for address in seen.device.addresses { times[address] = seen.device.firstSeen }
    }
    take(
      devices,
      in: RoundView(
        firstSeen: { times[$0] },
        shown: { times[$0] },
        hasLinkAddresses: { _ in !isRemote },
        sweptAt: isSwept
          ? sweptAt.map(Timestamp.init(milliseconds:)) ?? times.values.max()
            ?? Timestamp(milliseconds: 0)
          : nil,
        isSweeping: !isSwept
      )
    )
  }

  func entry(_ id: String) -> InventoryEntry? {
    slot(of: id).flatMap { entries[$0] }
  }
}

extension Inventory {
  /// The slots that were removed after the cursor.
  func removedSlots(after cursor: ChangeCursor) -> [Int] {
    unsavedChanges(after: cursor).removed.map { Int($0) }
  }

  /// The slots that were removed since the beginning.
  var removedSlots: [Int] { removedSlots(after: ChangeLog<InventorySubject>().cursor) }
}
