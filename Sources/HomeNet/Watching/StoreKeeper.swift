import Net

/// The way to the store: one call at a time, in order, on threads that may block.
actor StoreKeeper {
  private let store: any InventoryStore
  private var last: Task<Void, Never>?

  init(_ store: any InventoryStore) {
    self.store = store
  }

  /// Where the store is, and what is wrong there.
  nonisolated var state: WatchStatus.StorageState { store.state }

  /// Every device that is kept.
  func load() async -> Result<[StoredDevice], StoreError> {
    await perform { store throws(StoreError) in try store.load() }
  }

  /// Removes and keeps; what is removed goes first.
  func write(
    _ saved: [StoredDevice],
    removing removed: [StoredDevice.Key]
  ) async -> Result<Void, StoreError> {
    await perform { store throws(StoreError) in
      if !removed.isEmpty { try store.remove(removed) }
      if !saved.isEmpty { try store.save(saved) }
    }
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable (any InventoryStore) throws(StoreError) -> Value
  ) async -> Result<Value, StoreError> {
    let (store, before) = (store, last)
    let task = Task<Result<Value, StoreError>, Never> {
      await before?.value
      return await Self.onThread { () throws(StoreError) in try work(store) }
    }
    last = Task { _ = await task.value }
    return await task.value
  }

  private static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StoreError) -> Value
  ) async -> Result<Value, StoreError> {
    await withCheckedContinuation { continuation in
      do throws(LocalFailure) {
        try SystemThread.start(name: "store") {
          do throws(StoreError) {
            continuation.resume(returning: .success(try work()))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      } catch {
        continuation.resume(returning: .failure(.failed(path: "the store", why: error.words)))
      }
    }
  }
}
