import Dispatch
import LinuxNetwork
import Network

/// The way to the store: one call at a time, in the order in which they are made, on a queue whose
/// thread may block.
///
/// A write takes its place before its caller goes on; who waits in turn for an actor is not sure of it,
/// and an older state of a device could be kept over a newer one.
final class StoreKeeper: Sendable {
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
    await line { store throws(StoreError) in try store.load() }.value
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
