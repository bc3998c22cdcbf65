@testable import Home
@testable import Model
@testable import Networking

/// A history in memory that fails when it is told to.
final class FickleHistoryStore: HistoryStore {
  let memory = MemoryHistoryStore()
  let failure = Lock<StoreError?>(nil)
  /// Called once, before a batch is added.
  let beforeAppending = Lock<(@Sendable () -> Void)?>(nil)

  func append(_ batch: HistoryBatch) throws(StoreError) {
    let hook = beforeAppending.withLock { hook in
      defer { hook = nil }
      return hook
    }
    hook?()
    if let failure = failure.withLock({ $0 }) { throw failure }
    try memory.append(batch)
  }

  func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange] {
    try memory.changes(query)
  }

  func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition] {
    try memory.presence(of: slot, from: from, to: to)
  }

  func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile] {
    try memory.profiles(at: time)
  }

  func samples(
    of slot: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try memory.samples(of: slot, from: from, to: to, step: step)
  }

  /// Why looking after it fails.
  let upkeepFailure = Lock<StoreError?>(nil)

  func maintain(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Bool {
    if let failure = upkeepFailure.withLock({ $0 }) { throw failure }
    return false
  }

  /// Called for each backup; returns why it fails.
  let whileBackingUp = Lock<(@Sendable () -> StoreError?)?>(nil)
  /// Whether the backup that is being made is to end.
  let isBackupCancelled = Lock<(@Sendable () -> Bool)?>(nil)

  func backUp(
    _ policy: HistoryPolicy,
    now: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    isBackupCancelled.withLock { $0 = isCancelled }
    let hook = whileBackingUp.withLock { $0 }
    if let failure = hook?() { throw failure }
  }

  func lastHeartbeat() throws(StoreError) -> Timestamp? { try memory.lastHeartbeat() }

  /// Why forgetting fails.
  let forgettingFailure = Lock<StoreError?>(nil)

  func forget(_ slots: Set<Int>) throws(StoreError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
    if let failure = forgettingFailure.withLock({ $0 }) { throw failure }
    try memory.forget(slots)
  }

  func greatestSlot() throws(StoreError) -> Int? { try memory.greatestSlot() }
}
