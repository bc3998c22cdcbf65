import Model

/// Serialises the calls to the history's store, on a queue whose thread may block.
final class HistoryWriter: Sendable {
  private let store: any HistoryStore
  private let queue = BlockingQueue(label: "history")

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

  /// Does some steps of what keeps the history small and safe.
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
