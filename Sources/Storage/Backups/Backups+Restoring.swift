internal import GRDB
internal import Glibc
public import Home
public import Model

extension Backups {
  /// Puts a backup in the place of the store in that directory, which no process may have open.
  ///
  /// The backup is checked and copied first; what was there is moved aside and stays. At any moment
  /// there is one of the two in its place.
  ///
  /// - Returns: where what was there is now; `nil` where nothing was.
  public static func restore(
    _ path: String,
    into directory: String,
    now: Timestamp
  ) throws(StoreError) -> String? {
    try check(path)
    let folder = try StoreDirectory(opening: directory)
    defer { withExtendedLifetime(folder) {} }
    let copy = folder.database + ".restored"
    // What an interrupted one left.
    removeFiles(of: copy)
    try Self.copy(path, at: location(of: path), to: copy) { database in
      guard try database.tableExists("change_log") else { return }
      // Numbers that were given to changes after the backup are not given again.
      try database.execute(
        sql: "UPDATE change_log SET reserved = reserved + ? WHERE reserved BETWEEN 0 AND ?",
        arguments: [Int64(1) << 32, Int64(1) << 51]
      )
    }
    let aside: String?
    do throws(StoreError) {
      aside = try setAside(folder, as: "replaced", now: now)
    } catch {
      removeFiles(of: copy)
      throw error
    }
    guard rename(copy, folder.database) == 0 else { throw StoreError(errno, at: folder.database) }
    flushFolder(of: folder.database)
    return aside
  }

  /// Moves a store that is damaged aside, with its log, so that a new one can be begun or a backup
  /// restored.
  ///
  /// Only ever done because the user asked for it; one that is well stays.
  ///
  /// - Returns: where it is now.
  public static func moveAsideDamaged(
    in directory: String,
    now: Timestamp
  ) throws(StoreError) -> String {
    let folder = try StoreDirectory(opening: directory)
    defer { withExtendedLifetime(folder) {} }
    guard StoreDirectory.isFilled(folder.database) else {
      throw .failed(path: folder.database, why: "there is nothing to move aside")
    }
    var isDamaged = false
    do throws(StoreError) {
      try check(folder.database)
    } catch .unreadable {
      isDamaged = true
    }
    guard isDamaged, let aside = try setAside(folder, as: "damaged", now: now) else {
      throw .failed(path: folder.database, why: "it is not damaged")
    }
    _ = unlink(folder.database)
    flushFolder(of: folder.database)
    return aside
  }

  /// Gives the database a second name, moves its log along, and leaves the database in place.
  private static func setAside(
    _ folder: StoreDirectory,
    as reason: String,
    now: Timestamp
  ) throws(StoreError) -> String? {
    let database = folder.database
    guard StoreDirectory.isFilled(database) else { return nil }
    foldLog(of: database)
    let time = now.description.prefix(19).filter { $0 != "-" && $0 != ":" }
    let base = "\(folder.directory)/homenet-\(reason)-\(time)Z"
    let names = (1...mostAside).map { base + ($0 == 1 ? "" : "-\($0)") + ".sqlite" }
    guard let aside = names.first(where: { access($0, F_OK) != 0 }) else {
      throw .failed(path: base, why: "too many files of that name: move them away")
    }
    // The log first: without it, the database may lack what was saved last.
    for suffix in ["-wal", "-journal"] where access(database + suffix, F_OK) == 0 {
      guard rename(database + suffix, aside + suffix) == 0 else {
        throw StoreError(errno, at: aside + suffix)
      }
    }
    _ = unlink(database + "-shm")
    // Some file systems know no second names; there the place is empty for a moment.
    guard link(database, aside) == 0 || rename(database, aside) == 0 else {
      throw StoreError(errno, at: aside)
    }
    flushFolder(of: database)
    return aside
  }

  private static let mostAside = 100

  /// Moves what is in the log of an intact store of ours into its file; leaves others alone.
  ///
  /// It is checked by a connection that only reads: one that could write moves the log when it is closed.
  private static func foldLog(of database: String) {
    guard StoreDirectory.isFilled(database + "-wal"), (try? check(database)) != nil
    else { return }
    let configuration = SQLiteInventoryStore.configuration(readonly: false)
    guard let queue = try? DatabaseQueue(path: database, configuration: configuration)
    else { return }
    try? queue.writeWithoutTransaction { connection in
      try connection.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try? queue.close()
  }
}
