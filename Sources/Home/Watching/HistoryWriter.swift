import Model
import Networking

/// Serialises the calls to the history's store, on a queue whose thread may block.
final class HistoryWriter: Sendable {
  private let store: any HistoryStore
  private let queue = BlockingQueue(label: "history")
  /// Copying all of the store takes seconds, for which nobody waits.
  private let backups = BlockingQueue(label: "backup")
  private let isEnding = Lock(false)

  /// The most steps of upkeep after a write: each takes milliseconds, and readers wait meanwhile.
  private static let mostSteps = 8

  init(_ store: any HistoryStore) {
    self.store = store
  }

  /// Runs a call after everything that was queued before it.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (any HistoryStore) throws(StoreError) -> Value
  ) async -> Result<Value, StoreError> {
    await queue.enqueue { [store] () throws(StoreError) in try work(store) }.value
  }

  /// Stores the batch; returns why it could not.
  func append(_ batch: HistoryBatch) async -> StoreError? {
    let result: Result<Void, StoreError> = await run { store throws(StoreError) in
      try store.append(batch)
    }
    if case .failure(let failure) = result { return failure }
    return nil
  }

  /// Makes the day's backup where it is due, beside all other calls.
  func backUp(_ policy: HistoryPolicy, now: Timestamp) async -> StoreError? {
    let result: Result<Void, StoreError> = await backups.enqueue {
      [store, isEnding] () throws(StoreError) in
      try store.backUp(policy, now: now) { isEnding.withLock { $0 } }
    }.value
    if case .failure(let failure) = result { return failure }
    return nil
  }

  /// Ends the backup that is being made, and makes no other.
  func endBackups() { isEnding.withLock { $0 = true } }

  /// Does some steps of what keeps the history small.
  func maintain(_ policy: HistoryPolicy, now: Timestamp) async -> StoreError? {
    let result: Result<Void, StoreError> = await run { store throws(StoreError) in
      for _ in 0..<Self.mostSteps {
        guard try store.maintain(policy, now: now) else { return }
      }
    }
    if case .failure(let failure) = result { return failure }
    return nil
  }
}
