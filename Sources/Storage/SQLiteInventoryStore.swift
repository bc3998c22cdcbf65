public import Model
internal import Monitoring
import Networking
internal import GRDB
public import Home

/// The inventory in one SQLite file, written by one process at a time.
///
/// A write-ahead log that is flushed at every commit: what was saved survives `kill -9` at once and
/// the loss of power. Others may read while it is open (`read(_:)`). Calls block on the disk.
public final class SQLiteInventoryStore: InventoryStore {
  let folder: StoreDirectory
  let queue: DatabaseQueue
  /// Why the last call failed.
  let problem = Lock<StoreError?>(nil)
  /// When a daily backup was last tried, and why it failed.
  let lastBackup = Lock<BackupAttempt?>(nil)
  /// When all of the file was last found well.
  let lastCheck = Lock<Timestamp?>(nil)
  /// That the file was found damaged while it is open: nothing is written to it any more.
  let damage = Lock<StoreError?>(nil)
  /// What of the file could not be read since it was opened, and what is said of that.
  let unread = Lock<Unread?>(nil)
  let isClosed = Lock(false)
  /// When nothing was too old any more.
  let lastSweep = Lock<Sweep<HistoryPolicy>?>(nil)
  /// The same of monitors, incidents and alerts.
  let lastMonitorSweep = Lock<Sweep<MonitorPolicy>?>(nil)
  /// By what the age of the history is judged.
  let retentionClock: Lock<RetentionClock>

  /// Opens the store in that directory, and makes both where there is nothing.
  ///
  /// - Throws: why it can't be written to; nothing has been changed then.
  public init(directory: String) throws(StoreError) {
    let folder = try StoreDirectory(opening: directory)
    self.folder = folder
    let opened = try StoreError.translating(at: folder.database) {
      try Self.recognise(folder.database)
      folder.makePrivate()
      // What was forgotten is overwritten, not only unlinked. What is read is read once; by default
      // two megabytes of it would be kept.
      let pragmas = ["synchronous = EXTRA", "secure_delete = ON", "cache_size = -256"]
      let configuration = Self.configuration(readonly: false, pragmas: pragmas)
      let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
      try Schema.adopt(queue, at: folder.database, wasClosed: folder.wasClosed)
      return queue
    }
    queue = opened
    let clock = try StoreError.translating(at: folder.database) {
      try opened.read(RetentionClock.fetch)
    }
    retentionClock = Lock(clock)
  }

  // Before the lock goes.
  deinit { close() }

  /// Closes the file, so that the next opening needs no complete check; calls after that fail.
  ///
  /// What SQLite can't finish now, it does at the next opening.
  public func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst, (try? queue.close()) != nil, state.failure == nil else { return }
    // What a query met is not mended by a write that succeeded since.
    guard unread.withLock({ $0 == nil }) else { return }
    folder.noteCleanEnd()
  }

  static func configuration(readonly: Bool, pragmas: [String] = []) -> Configuration {
    var configuration = Configuration()
    configuration.label = "inventory"
    configuration.readonly = readonly
    // Readers hold the file for moments only.
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { database in
      for pragma in pragmas { try database.execute(sql: "PRAGMA " + pragma) }
    }
    return configuration
  }

  /// Throws if the file is another program's or of a newer version, before it is opened for
  /// writing.
  private static func recognise(_ path: String) throws {
    // What was interrupted must be undone first, which takes the right to write.
    guard StoreDirectory.isFilled(path), !StoreDirectory.isFilled(path + "-journal") else { return }
    // Where there is no log, none is made.
    let location =
      StoreDirectory.isFilled(path + "-wal") ? path : StoreDirectory.immutableURI(of: path)
    do {
      let queue = try DatabaseQueue(path: location, configuration: configuration(readonly: true))
      try queue.read { try Schema.recognise($0, at: path) }
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR].contains(error.resultCode)
    {
      // It can't be read so; it is checked again before anything is written.
    }
  }

  /// The file, and that it is damaged, or why the last call failed.
  public var state: WatchStatus.StorageState {
    let failure = damage.withLock { $0 } ?? problem.withLock { $0 }
    return WatchStatus.StorageState(path: folder.database, failure: failure)
  }

  /// Every device that is kept, in order of slot.
  public func load() throws(StoreError) -> [StoredDevice] {
    try reading { try StoredDevice.fetchAll($0) }
  }

  /// Forgets the devices with those keys and keeps the devices as they are now, in one transaction.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError) {
    try write(devices, removing: keys, edits: StoredEditChange())
  }

  /// Does the same, and keeps what undoes a merge or a split, or drops it.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key],
    edits: StoredEditChange
  ) throws(StoreError) {
    guard !devices.isEmpty || !keys.isEmpty || edits != StoredEditChange() else { return }
    try noting {
      try queue.write { database in
        for key in keys {
          try database.execute(sql: "DELETE FROM device WHERE slot = ?", arguments: [key])
        }
        for device in devices { try device.upsert(in: database) }
        try edits.apply(to: database)
      }
    }
  }

  /// What undoes the last merges and splits, ascending by number.
  public func loadEdits() throws(StoreError) -> [StoredEdit] {
    try reading(StoredEdit.fetchAll)
  }

  /// Sets aside numbers for the change log, after those that were set aside before.
  public func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation {
    try noting {
      try queue.write { database in
        var reservation = SequenceReservation(epoch: epoch, after: 0, through: count)
        // A run that could reserve no numbers may have stored changes with others.
        let recorded = try Int64.fetchOne(database, sql: "SELECT MAX(seq) FROM change") ?? 0
        var (known, reserved) = (Int64(bitPattern: epoch), Int64(0))
        if let row = try Row.fetchOne(database, sql: "SELECT epoch, reserved FROM change_log") {
          known = try row.decode(forColumn: "epoch")
          reserved = try row.decode(forColumn: "reserved")
        }
        let used = max(reserved, recorded)
        // Clients keep numbers as doubles; beyond that another epoch begins.
        if reserved >= 0, (0..<1 << 52).contains(used) {
          reservation.epoch = UInt64(bitPattern: known)
          reservation.after = UInt64(used)
          reservation.through = UInt64(used) + count
        }
        try database.execute(
          sql: "INSERT OR REPLACE INTO change_log VALUES (1, ?, ?)",
          arguments: [
            Int64(bitPattern: reservation.epoch), Int64(clamping: reservation.through),
          ]
        )
        return reservation
      }
    }
  }

  /// Whether something is stored in that directory; fails where it can't be read.
  public static func exists(in directory: String) throws(StoreError) -> Bool {
    let path = StoreDirectory.database(in: directory)
    return try StoreDirectory.isReadable(path) && StoreDirectory.isFilled(path)
  }

  /// What is kept in that directory, also while another process has it open; empty without a store.
  ///
  /// On a full disk, the last changes may be readable only for a connection that could write and locks
  /// out all others: `mayLock` permits that.
  public static func read(
    _ directory: String,
    mayLock: Bool = false
  ) throws(StoreError) -> [StoredDevice] {
    try read(directory, mayLock: mayLock, absent: []) { database, path in
      guard try database.tableExists("device") else { return [] }
      try Schema.checkInventory(database, at: path)
      return try StoredDevice.fetchAll(database)
    }
  }

  /// Reads in that way; `absent` where there is no store.
  static func read<Value>(
    _ directory: String,
    mayLock: Bool,
    absent: Value,
    _ body: (Database, _ path: String) throws -> Value
  ) throws(StoreError) -> Value {
    let path = StoreDirectory.database(in: directory)
    let immutable = StoreDirectory.immutableURI(of: path)
    guard try StoreDirectory.isReadable(path) else { return absent }
    do throws(StoreError) {
      return try read(path, as: path, body)
    } catch .readOnly {
      // The log's index can't be created there, so no other process writes either.
      return try read(path, as: immutable, body)
    } catch .diskFull {
      guard StoreDirectory.isFilled(path + "-wal") else {
        return try read(path, as: immutable, body)
      }
      guard mayLock else { throw .diskFull(path: path) }
      // The log has the latest changes. With exclusive access its index is kept in memory
      // (sqlite.org/wal.html, section 8), which needs a connection that could write.
      return try read(path, as: path, isExclusive: true, body)
    }
  }

  private static func read<Value>(
    _ path: String,
    as location: String,
    isExclusive: Bool = false,
    _ body: (Database, _ path: String) throws -> Value
  ) throws(StoreError) -> Value {
    let pragmas = isExclusive ? ["locking_mode = EXCLUSIVE"] : []
    let configuration = configuration(readonly: !isExclusive, pragmas: pragmas)
    return try StoreError.translating(at: path) {
      let queue = try DatabaseQueue(path: location, configuration: configuration)
      return try queue.read { database in
        try Schema.recognise(database, at: path)
        return try body(database, path)
      }
    }
  }

  /// Runs a closure that writes, and keeps why it failed for `state`.
  func noting<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    let value = try notingFailure { try shorteningLog(body) }
    problem.withLock { $0 = nil }
    return value
  }

  /// The same for a closure that returns `idle` where there was nothing to write: that it succeeded says
  /// nothing of whether the store can be written to.
  func noting<Value: Equatable>(
    unless idle: Value,
    _ body: () throws -> Value
  ) throws(StoreError) -> Value {
    let value = try notingFailure { try shorteningLog(body) }
    if value != idle { problem.withLock { $0 = nil } }
    return value
  }

  /// Runs a closure that writes, and where the disk is full, once more after moving what the log holds
  /// into the file.
  ///
  /// The log takes up to four megabytes, and otherwise begins anew only after a write that succeeds: on
  /// a disk that it filled itself, none would.
  private func shorteningLog<Value>(_ body: () throws -> Value) throws -> Value {
    // It could make it worse, and goes when a backup is restored.
    if let damage = damage.withLock({ $0 }) { throw damage }
    do {
      return try body()
    } catch let error as DatabaseError
      where StoreError(error, at: folder.database) == .diskFull(path: folder.database)
    {
      let isBusy = try? queue.writeWithoutTransaction { database in
        // Busy, pages in the log, pages moved.
        try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      guard isBusy == 0 else { throw error }
      return try body()
    }
  }

  /// Reads, which says nothing of that either.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try notingFailure { try queue.read(body) }
  }

  private func notingFailure<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try StoreError.translating(at: folder.database, body)
    } catch {
      let failure = offered(for: error)
      problem.withLock { $0 = failure }
      throw failure
    }
  }
}
