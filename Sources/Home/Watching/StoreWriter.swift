import Dispatch
import Model
import Networking

/// The way to the store: one call at a time, in the order in which they are made, on a queue whose
/// thread may block.
///
/// A write is queued before its caller goes on. Callers of an actor have no such order, and an older
/// state of a device could be written over a newer one.
final class StoreWriter: Sendable {
  private let store: any InventoryStore
  /// Serial; it borrows a thread while there is something to do.
  private let queue = DispatchQueue(label: "store")

  init(_ store: any InventoryStore) {
    self.store = store
  }

  /// Where the store is, and what is wrong there.
  var state: WatchStatus.StorageState { store.state }

  /// Every device that is kept.
  func load() async -> Result<[StoredDevice], StoreError> {
    await enqueue { store throws(StoreError) in try store.load() }.value
  }

  /// Reserves numbers for the change log; a store that has no epoch yet takes that one.
  func reserve(epoch: UInt64) async -> Result<SequenceReservation, StoreError> {
    await enqueue { store throws(StoreError) in
      try store.reserve(SequenceReservation.count, epoch: epoch)
    }.value
  }

  /// Removes and keeps, in one transaction.
  func write(
    _ saved: [StoredDevice],
    removing removed: [StoredDevice.Key]
  ) -> Task<Result<Void, StoreError>, Never> {
    enqueue { store throws(StoreError) in
      try store.write(saved, removing: removed)
    }
  }

  /// Runs the work after everything that was queued before it.
  private func enqueue<Value: Sendable>(
    _ work: @escaping @Sendable (any InventoryStore) throws(StoreError) -> Value
  ) -> Task<Result<Value, StoreError>, Never> {
    let result = Pending<Result<Value, StoreError>>()
    queue.async { [store] in
      result.fulfil(Result { () throws(StoreError) in try work(store) })
    }
    return Task { await result.value }
  }

  /// A value that is there later, for one who waits for it.
  private final class Pending<Value: Sendable>: Sendable {
    private enum State {
      case new
      case waitedFor(CheckedContinuation<Value, Never>)
      case there(Value)
    }

    private let state = Lock(State.new)

    func fulfil(_ value: Value) {
      let before = state.withLock { state in
        defer { state = .there(value) }
        return state
      }
      if case .waitedFor(let continuation) = before { continuation.resume(returning: value) }
    }

    var value: Value {
      get async {
        await withCheckedContinuation { continuation in
          let there: Value? = state.withLock { state in
            if case .there(let value) = state { return value }
            state = .waitedFor(continuation)
            return nil
          }
          if let there { continuation.resume(returning: there) }
        }
      }
    }
  }
}
