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

  /// Stores the batches in their order; returns how many of them are stored, and why the others aren't.
  func append(_ batches: [HistoryBatch]) async -> (count: Int, failure: StoreError?) {
    let result: Result<(Int, StoreError?), StoreError> = await run { store throws(StoreError) in
      for (count, batch) in batches.enumerated() {
        do throws(StoreError) {
          try store.append(batch)
        } catch {
          return (count, error)
        }
      }
      return (batches.count, nil)
    }
    switch result {
    case .success(let (count, failure)): return (count, failure)
    case .failure(let failure): return (0, failure)
    }
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
