@testable import Home
@testable import Model

/// A face that follows an inventory by a cursor, a few changes at a time.
struct ChangeReader {
  private(set) var devices: [String: InventoryDevice] = [:]
  private(set) var cursor = ChangeCursor(epoch: 0, seq: 0)
  /// How often it needed a snapshot.
  private(set) var snapshots = 0

  /// Reads at most that many changes.
  mutating func read(_ inventory: Inventory, limit: Int = .max) {
    guard let changes = inventory.shownChanges(after: cursor, limit: limit) else {
      devices = Self.shown(inventory)
      cursor = inventory.log.cursor
      snapshots += 1
      return
    }
    for id in changes.removed { devices[id] = nil }
    for slot in changes.slots {
      guard let device = inventory.entries[slot]?.inventoryDevice else { continue }
      devices[device.id] = device
    }
    cursor = changes.cursor
  }

  /// What it shows that is not so; nothing where it has not read everything.
  func faults(_ inventory: Inventory) -> [String] {
    guard cursor == inventory.log.cursor else { return [] }
    let truth = Self.shown(inventory)
    return Set(truth.keys).union(devices.keys).sorted().compactMap { id in
      var device = devices[id]
      // Published once a minute.
      if let lastSeen = truth[id]?.device.lastSeen { device?.device.lastSeen = lastSeen }
      return device == truth[id]
        ? nil
        : "a reader shows \(id) \(device == nil ? "not" : truth[id] == nil ? "still" : "otherwise")"
    }
  }

  private static func shown(_ inventory: Inventory) -> [String: InventoryDevice] {
    Dictionary(
      inventory.entries.values.map { ($0.id, $0.inventoryDevice) },
      uniquingKeysWith: { $1 }
    )
  }
}
