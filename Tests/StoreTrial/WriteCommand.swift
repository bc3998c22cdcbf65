import ArgumentParser
import Glibc
import Home
import Model
import Monitoring
import Storage

/// `storetrial write`: does operation after operation, and logs what the store acknowledged.
struct WriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Write to the store of a directory until killed, or until the time is up.",
    discussion: """
      Edits, saves, merges, forgetting, batches of the history and of monitors, sealing, retention and \
      daily backups, on a clock that goes ten minutes an operation. Errors of the store are logged, and \
      it goes on.
      """
  )

  @Option(help: "The store's directory.")
  var data: String

  @Option(help: "The log, which is added to.")
  var log: String

  @Option(help: "The same seed makes the same operations.")
  var seed: UInt64 = 1

  @Option(help: "The number of the last operation in the log.")
  var after = 0

  @Option(help: "End after so many milliseconds at the latest.")
  var milliseconds = 10_000

  func run() throws {
    let log = try TrialLog(appendingTo: self.log)
    try log.append(.run(seed: seed))
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    if let store = try opened(log, until: end) { try work(on: store, log, until: end) }
    // By now it is closed.
    try log.append(.ended)
  }

  /// The store, which is tried again while it can't be opened; `nil` where it could not be.
  private func opened(
    _ log: TrialLog,
    until end: ContinuousClock.Instant
  ) throws -> SQLiteInventoryStore? {
    while ContinuousClock.now < end {
      switch Self.opening(data) {
      case .success(let store):
        try log.append(.opened)
        return store
      case .failure(let error):
        try log.append(.unopened, error.description)
        usleep(5000)
      }
    }
    return nil
  }

  private static func opening(_ directory: String) -> Result<SQLiteInventoryStore, StoreError> {
    Result { () throws(StoreError) in try SQLiteInventoryStore(directory: directory) }
  }

  private func work(
    on store: SQLiteInventoryStore,
    _ log: TrialLog,
    until end: ContinuousClock.Instant
  ) throws {
    // Another one each time: the store's own must stay.
    let epoch = UInt64.random(in: 1...UInt64.max)
    var free: Range<UInt64> = 1..<1
    var number = after
    var lasting: OpenIncident?
    while ContinuousClock.now < end {
      number += 1
      if free.count < TrialOperation.mostChanges {
        free = try reserve(on: store, epoch: epoch, log)
      }
      let firstSeq = free.isEmpty ? nil : free.lowerBound
      free = free.dropFirst(TrialOperation.mostChanges)
      let open = lasting
      let operation = TrialOperation(number, seed: seed, firstSeq: firstSeq, open: open)
      try log.append(.begin(number, firstSeq: firstSeq ?? 0, open: open))
      switch operation.outcome(on: store) {
      case .failure(let failure):
        try log.append(.failed(number), failure.description)
        // Whoever fills the disk and empties it needs a moment, too.
        usleep(2000)
      case .success(let numbers):
        if let new = OpenIncident(numbers, of: number) {
          try log.append(
            .told(
              incident: UInt64(clamping: new.incident),
              event: UInt64(clamping: numbers.events.first ?? 0),
              alert: UInt64(clamping: new.alert)
            )
          )
          lasting = new
        }
        try log.append(.done(number))
      }
      if number.isMultiple(of: 5) { maintain(store, at: TrialOperation.time(number)) }
    }
  }

  private func reserve(
    on store: SQLiteInventoryStore,
    epoch: UInt64,
    _ log: TrialLog
  ) throws -> Range<UInt64> {
    // No numbers then; the next operation tries again.
    guard let reserved = try? store.reserve(60, epoch: epoch) else { return 1..<1 }
    try log.append(
      .reserved(epoch: reserved.epoch, after: reserved.after, through: reserved.through)
    )
    return (reserved.after + 1)..<(reserved.through + 1)
  }

  /// As many steps as the watch does after a write, and the backup; what fails is tried again with the next
  /// ones.
  private func maintain(_ store: SQLiteInventoryStore, at now: Timestamp) {
    for _ in 0..<8 {
      let hasMore = try? store.maintain(TrialOperation.policy, now: now)
      guard hasMore == true else { break }
    }
    for _ in 0..<8 {
      let hasMore = try? store.maintainMonitoring(TrialOperation.monitorPolicy, now: now)
      guard hasMore == true else { break }
    }
    try? store.backUp(TrialOperation.policy, now: now) { false }
  }
}

extension TrialOperation {
  /// Performs it; the numbers that monitors' rows got, or why the store could not.
  fileprivate func outcome(
    on store: SQLiteInventoryStore
  ) -> Result<MonitorNumbers, StoreError> {
    do throws(StoreError) {
      switch effect {
      case .write(let devices, removing: let keys, edits: let edits):
        try store.write(devices, removing: keys, edits: edits)
      case .append(let batch): try store.append(batch)
      case .forget(let key):
        try store.forget([key], histories: [Int(key)], edits: StoredEditChange())
      case .commit(let batch): return .success(try store.commit(batch))
      }
      return .success(MonitorNumbers())
    } catch {
      return .failure(error)
    }
  }
}
