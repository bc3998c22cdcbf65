/// The inventory as it was at one moment.
public struct InventorySnapshot: Sendable {
  /// Counts the updates so far; the next one has the number after it.
  public var revision: UInt64
  /// Every device, hidden ones too, in order of address.
  public var devices: [InventoryDevice]
  /// How the watch is.
  public var status: WatchStatus

  /// The given moment.
  public init(revision: UInt64, devices: [InventoryDevice], status: WatchStatus) {
    self.revision = revision
    self.devices = devices
    self.status = status
  }
}

/// What changed since the update before; at most four come in a second, and fifty for a scan.
public struct InventoryUpdate: Sendable {
  /// One more than that of the update before; a reader who misses one takes a new snapshot.
  public var revision: UInt64
  /// The devices that are new or changed, whole.
  public var changed: [InventoryDevice]
  /// The ids that are no devices any more: forgotten, or known by a stronger identity now.
  public var removed: [String]
  /// How the watch is now.
  public var status: WatchStatus

  /// The given changes.
  public init(
    revision: UInt64,
    changed: [InventoryDevice],
    removed: [String],
    status: WatchStatus
  ) {
    self.revision = revision
    self.changed = changed
    self.removed = removed
    self.status = status
  }
}
