internal import Glibc
public import Home
public import Model
import Networking

extension SQLiteInventoryStore {
  /// Copies the store to a new file, while it goes on.
  public func backUp(to path: String) throws(StoreError) {
    try Backups.make(of: folder.directory, at: path)
  }

  /// The error, with the newest intact backup where the file can't be read; while it fails in the same way,
  /// that is looked for once.
  func offered(for error: StoreError) -> StoreError {
    let last = problem.withLock { $0 }
    if case .damaged(let path, let why, _)? = last, error == .unreadable(path: path, why: why) {
      return last ?? error
    }
    return Backups.offer(for: error, in: folder.directory)
  }

  /// The last try to make a daily backup.
  struct BackupAttempt {
    var time: Timestamp
    var failure: StoreError?
  }

  /// Makes the day's backup where there is none yet, and drops the oldest; where none is wanted, or there
  /// is no room for one, the store is checked all the same.
  ///
  /// It reads by connections of its own, so that the calls of others don't wait for it. After a failure it
  /// fails in the same way until it is tried again, an hour later; that the store is damaged is said until
  /// it is opened again.
  public func backUp(
    _ policy: HistoryPolicy,
    now: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    if let damage = damage.withLock({ $0 }) { throw damage }
    let today = String(now.description.prefix(10))
    let path = Backups.path(on: today, in: folder.directory)
    if policy.backups > 0, access(path, F_OK) == 0 { return }
    if let last = lastBackup.withLock({ $0 }) {
      let wait =
        policy.backups > 0 || last.failure != nil ? HistoryTime.hour : HistoryTime.day
      if abs(now.milliseconds - last.time.milliseconds) < wait {
        if let failure = last.failure { throw failure }
        return
      }
    }
    let failure = failureOfBackup(policy, at: path, today: today, isCancelled)
    lastBackup.withLock { $0 = BackupAttempt(time: now, failure: failure) }
    if let failure { throw failure }
  }

  private func failureOfBackup(
    _ policy: HistoryPolicy,
    at path: String,
    today: String,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> StoreError? {
    do throws(StoreError) {
      guard policy.backups > 0 else {
        try Backups.checkStore(in: folder.directory)
        return nil
      }
      try makeBackup(at: path, isCancelled)
      Backups.removeAll(but: policy.backups, today: today, in: folder.directory)
      return nil
    } catch .unreadable(let path, let why) where path == folder.database {
      let failure = StoreError.unreadable(path: path, why: why)
      let offer = Backups.offer(for: failure, in: folder.directory)
      damage.withLock { $0 = offer }
      return offer
    } catch {
      return error
    }
  }

  private func makeBackup(
    at path: String,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    let directory = folder.directory
    try DataDirectory.make(Backups.folder(in: directory))
    Backups.removeParts(in: directory)
    // The store itself goes on, so the disk isn't said to be full.
    let noRoom = StoreError.failed(path: path, why: "the disk has no room for the daily backup")
    guard Backups.hasRoom(in: directory) else {
      try Backups.checkStore(in: directory)
      throw noRoom
    }
    try Backups.make(of: directory, at: path) {
      if isCancelled() { throw StoreError.failed(path: path, why: "homenet ended meanwhile") }
      guard Backups.leavesRoom(in: directory) else { throw noRoom }
    }
  }
}
