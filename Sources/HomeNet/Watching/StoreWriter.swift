import Net

/// Calls the store: one call at a time, in the order in which they are made, on threads that may block.
///
/// A write is queued before its caller goes on. Callers of an actor have no such order, and an older
/// state of a device could be written over a newer one.
final class StoreWriter: Sendable {
  private let store: any InventoryStore
  private let last = Lock<Task<Void, Never>?>(nil)

  init(_ store: any InventoryStore) {
    self.store = store
  }

  /// Where the store is, and what is wrong there.
  var state: WatchStatus.StorageState { store.state }

  /// Every device that is kept.
  func load() async -> Result<[StoredDevice], StoreError> {
    await line { store throws(StoreError) in try store.load() }.value
  }

  /// Reserves numbers for the change log; a store that has no epoch yet takes that one.
  func reserve(epoch: UInt64) async -> Result<SequenceReservation, StoreError> {
    await line { store throws(StoreError) in
      try store.reserve(SequenceReservation.count, epoch: epoch)
    }.value
  }

  /// Removes and keeps, in one transaction.
  func write(
    _ saved: [StoredDevice],
    removing removed: [StoredDevice.Key]
  ) -> Task<Result<Void, StoreError>, Never> {
    line { store throws(StoreError) in
      try store.write(saved, removing: removed)
    }
  }

  /// Has the work done after all that stands in line.
  private func line<Value: Sendable>(
    _ work: @escaping @Sendable (any InventoryStore) throws(StoreError) -> Value
  ) -> Task<Result<Value, StoreError>, Never> {
    last.withLock { last in
      let (store, before) = (store, last)
      let task = Task<Result<Value, StoreError>, Never> {
        await before?.value
        return await Self.onThread { () throws(StoreError) in try work(store) }
      }
      last = Task { _ = await task.value }
      return task
    }
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
