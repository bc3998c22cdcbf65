public import Model

/// A store that forgets everything with the process.
public struct MemoryInventoryStore: InventoryStore {
  /// An empty one.
  public init() {}

  /// Nowhere, and well.
  public var state: WatchStatus.StorageState { WatchStatus.StorageState() }

  /// Nothing.
  public func load() throws(StoreError) -> [StoredDevice] { [] }

  /// The watch has them in memory already.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError) {}

  /// All numbers, in an epoch that ends with the process.
  public func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation {
    SequenceReservation(epoch: epoch)
  }
}
