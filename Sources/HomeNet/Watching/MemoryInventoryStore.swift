/// A store that forgets everything with the process.
public struct MemoryInventoryStore: InventoryStore {
  /// An empty one.
  public init() {}

  /// Nowhere, and well.
  public var state: WatchStatus.StorageState { WatchStatus.StorageState() }

  /// Nothing.
  public func load() throws(StoreError) -> [StoredDevice] { [] }

  /// The watch has them in memory already.
  public func save(_ devices: [StoredDevice]) throws(StoreError) {}

  /// They are gone from memory already.
  public func remove(_ keys: [StoredDevice.Key]) throws(StoreError) {}
}
