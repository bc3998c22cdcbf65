import Model

/// The devices that a table shows, and those that a line below it counts: private addresses that were
/// seen for a day or so, and are gone.
struct GatheredDevices {
  let shown: [InventoryDevice]
  let gathered: [InventoryDevice]

  /// A stored inventory knows no presence: whoever was not seen for a day counts as away.
  private static let absence: Int64 = 24 * 3_600_000

  /// One alone is shown as it is.
  init(_ devices: [InventoryDevice], now: Timestamp) {
    let gathered = devices.filter { Self.isGathered($0, now: now) }
    let ids = gathered.count > 1 ? Set(gathered.map(\.id)) : []
    self.gathered = gathered.count > 1 ? gathered : []
    shown = devices.filter { !ids.contains($0.id) }
  }

  private static func isGathered(_ device: InventoryDevice, now: Timestamp) -> Bool {
    guard device.presence == .unconfirmed else { return device.isGathered }
    let silence = now.milliseconds - device.device.lastSeen.milliseconds
    return device.isTransient && !device.marks.isHidden && silence >= absence
  }

  /// As in: `14 private addresses, each seen for a day or less, the last 3 days ago; --all`.
  func line(now: Timestamp) -> String? {
    guard let last = gathered.map(\.device.lastSeen).max() else { return nil }
    let time = RelativeTime.words(last, now: now)
    let count = gathered.count
    return "\(count) private addresses, each seen for a day or less, the last \(time); --all"
  }
}
