internal import Glibc
public import Home
public import Model
import Networking

extension SQLiteInventoryStore {
  /// Copies the store to a new file, while it goes on.
  public func backUp(to path: String) throws(StoreError) {
    try Backups.make(of: folder.directory, at: path)
  }

  /// What could not be read.
  struct Unread {
    var error: StoreError
    /// The same with the backup that can be restored.
    var offer: StoreError
  }

  /// The error, with the newest intact backup where the file can't be read; while it fails in the same way,
  /// that is looked for once.
  func offered(for error: StoreError) -> StoreError {
    guard case .unreadable = error else { return error }
    if let last = unread.withLock({ $0 }), last.error == error { return last.offer }
    let offer = Backups.offer(for: error, in: folder.directory)
    unread.withLock { $0 = Unread(error: error, offer: offer) }
    return offer
  }

  /// The last try to make a daily backup.
  struct BackupAttempt {
    var time: Timestamp
    var failure: StoreError?
  }

  /// Makes the day's backup where there is none yet, and drops the oldest; where none is wanted, or there
  /// is no room for one, the store is checked all the same, and also where a query could not read it.
  ///
  /// It reads by connections of its own, so that the calls of others don't wait for it. After a failure it
  /// fails in the same way until it is tried again, an hour later; that the store is damaged is said until
  /// it is opened again.
  public func backUp(
    _ policy: HistoryPolicy,
    now: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    guard !isClosed.withLock({ $0 }) else {
      throw .failed(path: folder.database, why: "it is closed")
    }
    if let damage = damage.withLock({ $0 }) { throw damage }
    let today = String(now.description.prefix(10))
    let path = Backups.path(on: today, in: folder.directory)
    // What a query could not read is looked at, whatever was made today.
    let isSuspect = unread.withLock { $0 != nil }
    if policy.backups > 0, !isSuspect, access(path, F_OK) == 0 { return }
    if let last = lastBackup.withLock({ $0 }) {
      let isHourly = policy.backups > 0 || isSuspect || last.failure != nil
      let wait = isHourly ? HistoryTime.hour : HistoryTime.day
      if abs(now.milliseconds - last.time.milliseconds) < wait {
        if let failure = last.failure { throw failure }
        return
      }
    }
    let failure = failureOfBackup(policy, at: path, now: now) { [isClosed] in
      isClosed.withLock { $0 } || isCancelled()
    }
    lastBackup.withLock { $0 = BackupAttempt(time: now, failure: failure) }
    if let failure { throw failure }
  }

  private func failureOfBackup(
    _ policy: HistoryPolicy,
    at path: String,
    now: Timestamp,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> StoreError? {
    do throws(StoreError) {
      guard policy.backups > 0, access(path, F_OK) != 0 else {
        try check(now: now)
        return nil
      }
      try makeBackup(at: path, now: now, isCancelled)
      noteWell(now: now)
      let today = String(now.description.prefix(10))
      Backups.removeAll(but: policy.backups, today: today, in: folder.directory)
      return nil
    } catch {
      return failure(of: error, backingUpTo: path)
    }
  }

  private func check(now: Timestamp) throws(StoreError) {
    try Backups.checkStore(in: folder.directory)
    noteWell(now: now)
  }

  private func noteWell(now: Timestamp) {
    unread.withLock { $0 = nil }
    lastCheck.withLock { $0 = now }
  }

  /// Whether all of the store is to be read: a day after the last time, or where a query could not.
  func isCheckDue(now: Timestamp) -> Bool {
    guard unread.withLock({ $0 == nil }), let last = lastCheck.withLock({ $0 }) else { return true }
    return abs(now.milliseconds - last.milliseconds) >= HistoryTime.day
  }

  /// What is said of an error of the day's backup at that path.
  ///
  /// Damage is the store's own. Of all else the store knows nothing, and goes on.
  func failure(of error: StoreError, backingUpTo backup: String) -> StoreError {
    switch error {
    case .unreadable(folder.database, let why):
      // That no more files can be opened, or that the disk didn't answer, may be over soon.
      guard Backups.isStoreDamaged(in: folder.directory) else {
        return .failed(path: folder.database, why: "it could not be read (\(why))")
      }
      let offer = offered(for: error)
      damage.withLock { $0 = offer }
      return offer
    case .unreadable(let path, let why):
      return .failed(path: path, why: "it can't be used (\(why)): move it away")
    case .diskFull: return Self.noRoom(for: backup)
    case .inUse(let path): return .failed(path: path, why: "another program locks it")
    case .readOnly, .damaged, .tooNew, .failed: return error
    }
  }

  private static func noRoom(for backup: String) -> StoreError {
    .failed(path: backup, why: "the disk has no room for the daily backup")
  }

  private func makeBackup(
    at path: String,
    now: Timestamp,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    let directory = folder.directory
    try DataDirectory.make(Backups.folder(in: directory))
    Backups.removeParts(in: directory)
    guard Backups.hasRoom(in: directory) else {
      // The backup is tried each hour.
      if isCheckDue(now: now) { try check(now: now) }
      throw Self.noRoom(for: path)
    }
    try Backups.make(of: directory, at: path) {
      if isCancelled() { throw StoreError.failed(path: path, why: "homenet ended meanwhile") }
      guard Backups.leavesRoom(in: directory) else { throw Self.noRoom(for: path) }
    }
  }
}
