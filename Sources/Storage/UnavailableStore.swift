public import HomeNet

/// Stands for a store that could not be opened: it remembers why, and keeps nothing.
public struct UnavailableStore: InventoryStore {
  private let path: String
  private let failure: StoreError
  private let devices: [StoredDevice]

  /// The store that failed so; what can still be read of it is known.
  public init(directory: String, failure: StoreError) {
    path = StoreFolder.database(in: directory)
    self.failure = failure
    switch failure {
    case .readOnly, .diskFull:
      devices = (try? SQLiteInventoryStore.read(directory)) ?? []
    case .inUse, .unreadable, .tooNew, .failed:
      devices = []
    }
  }

  /// The file, and what is wrong with it.
  public var state: WatchStatus.StorageState {
    WatchStatus.StorageState(path: path, problem: failure.description)
  }

  /// What could be read at the beginning.
  public func load() throws(StoreError) -> [StoredDevice] { devices }

  /// Fails, as opening did.
  public func save(_ devices: [StoredDevice]) throws(StoreError) { throw failure }

  /// Fails, as opening did.
  public func remove(_ keys: [StoredDevice.Key]) throws(StoreError) { throw failure }
}
