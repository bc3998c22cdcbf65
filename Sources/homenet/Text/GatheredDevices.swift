import Model

/// The devices that a table shows, and those that a line below it counts: private addresses that were
/// seen for a day or less, and are gone.
struct GatheredDevices {
  let shown: [InventoryDevice]
  let gathered: [InventoryDevice]

  init(_ devices: [InventoryDevice]) {
    let ids = InventoryDevice.gathered(of: devices)
    shown = devices.filter { !ids.contains($0.id) }
    gathered = devices.filter { ids.contains($0.id) }
  }

  /// As in: `14 private addresses, each seen for a day or less, the last 3 days ago; --all`.
  func line(now: Timestamp) -> String? {
    guard let last = gathered.map(\.device.lastSeen).max() else { return nil }
    let time = RelativeTime.words(last, now: now)
    let count = gathered.count
    return "\(count) private addresses, each seen for a day or less, the last \(time); --all"
  }
}
