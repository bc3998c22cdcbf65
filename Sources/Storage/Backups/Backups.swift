internal import FoundationEssentials
internal import GRDB
internal import Glibc
public import Home
internal import Model

/// A backup of the store that was made on a day.
public struct Backup: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// The day when it was made, in UTC: `2026-10-24`.
  public let day: String
  /// Its size in bytes.
  public let size: Int64
}

/// Copies of the store: each is one file, which is its owner's alone, and complete when it has its name.
public enum Backups {
  /// The daily backups of the store in that directory, the newest first.
  public static func all(in directory: String) -> [Backup] {
    let folder = folder(in: directory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name -> Backup? in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
      let day = String(name.dropFirst(prefix.count).dropLast(suffix.count))
      let path = folder + "/" + name
      var status = stat()
      guard day.utf8.count == 10, Timestamp(day + "T00:00:00Z") != nil, lstat(path, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return Backup(path: path, day: day, size: Int64(status.st_size))
    }.sorted { $0.day > $1.day }
  }

  /// The newest daily backup that can be restored.
  public static func newestIntact(in directory: String) -> Backup? {
    all(in: directory).first { backup in
      do throws(StoreError) {
        try check(backup.path)
        return true
      } catch {
        return false
      }
    }
  }

  /// Throws if the file is no store of this version or an earlier one, or is damaged.
  public static func check(_ path: String) throws(StoreError) {
    guard try StoreDirectory.isReadable(path) else {
      throw .unreadable(path: path, why: "there is no such file")
    }
    guard StoreDirectory.isFilled(path) else {
      throw .unreadable(path: path, why: "it is empty")
    }
    try StoreError.translating(at: path) {
      let configuration = SQLiteInventoryStore.configuration(readonly: true)
      let queue = try DatabaseQueue(path: location(of: path), configuration: configuration)
      try queue.read { database in
        try Schema.check(database, at: path)
        guard try database.tableExists("device") else {
          throw StoreError.unreadable(path: path, why: "it holds no inventory")
        }
      }
    }
  }

  /// Copies the store in that directory to a new file, also while a process has it open.
  ///
  /// The copy is of one moment and is checked before it gets its name; no file is written over.
  public static func make(of directory: String, at path: String) throws(StoreError) {
    try make(of: directory, at: path) {}
  }

  /// The same; `onStep` is called after each megabyte, and ends the copying by an error.
  static func make(
    of directory: String,
    at path: String,
    onStep: @escaping () throws -> Void
  ) throws(StoreError) {
    let database = StoreDirectory.database(in: directory)
    guard try StoreDirectory.isReadable(database), StoreDirectory.isFilled(database) else {
      throw .failed(path: database, why: "there is nothing to back up")
    }
    guard access(path, F_OK) != 0 else {
      throw .failed(path: path, why: "there is a file already: name another")
    }
    try copy(database, at: database, to: path, onStep: onStep)
  }

  /// Throws if the store in that directory is damaged, also while a process has it open.
  static func checkStore(in directory: String) throws(StoreError) {
    let database = StoreDirectory.database(in: directory)
    try check(database, openedAt: database)
  }

  /// Whether the store in that directory is damaged, and not only can't be opened or read just now.
  static func isStoreDamaged(in directory: String) -> Bool {
    let database = StoreDirectory.database(in: directory)
    do {
      let configuration = SQLiteInventoryStore.configuration(readonly: true)
      let queue = try DatabaseQueue(path: database, configuration: configuration)
      try queue.read { try Schema.check($0, at: database) }
      return false
    } catch let error as DatabaseError {
      return [ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    } catch StoreError.unreadable {
      return true
    } catch {
      return false
    }
  }

  /// What is wrong with the store in that directory; `nil` where all of it was read and is well, or where
  /// there is none.
  public static func trouble(in directory: String) -> StoreError? {
    let database = StoreDirectory.database(in: directory)
    do throws(StoreError) {
      guard try StoreDirectory.isReadable(database), StoreDirectory.isFilled(database)
      else { return nil }
      try checkStore(in: directory)
      return nil
    } catch {
      return offer(for: error, in: directory)
    }
  }

  /// The error of a store that is damaged, with the command that restores its newest intact backup where
  /// there is one; any other as it is, and so that of a store that only can't be read just now.
  public static func offer(for error: StoreError, in directory: String) -> StoreError {
    guard case .unreadable(let path, let why) = error,
      path == StoreDirectory.database(in: directory), isStoreDamaged(in: directory),
      let backup = newestIntact(in: directory)
    else { return error }
    return .damaged(path: path, why: why, backup: backup.path)
  }

  // MARK: Within the store

  private static let prefix = "homenet-"
  private static let suffix = ".sqlite"
  private static let partSuffix = ".homenet-part"

  static func folder(in directory: String) -> String { directory + "/backups" }

  static func path(on day: String, in directory: String) -> String {
    folder(in: directory) + "/" + prefix + day + suffix
  }

  /// Removes all but the newest of the daily backups.
  ///
  /// Those of days after `today`, which a clock that was ahead left, go first: they must not keep today's
  /// from being kept.
  static func removeAll(but count: Int, today: String, in directory: String) {
    let backups = all(in: directory)
    let kept = backups.filter { $0.day <= today } + backups.filter { $0.day > today }
    for backup in kept.dropFirst(count) { _ = unlink(backup.path) }
  }

  /// Removes what interrupted daily backups left: nobody would make that of another day anew.
  static func removeParts(in directory: String) {
    let folder = folder(in: directory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix + partSuffix) {
      removeFiles(of: folder + "/" + name)
    }
  }

  /// Whether the disk has room for a backup of that directory's store, and for as much again: a backup
  /// must not take the last of the disk from the store.
  static func hasRoom(in directory: String) -> Bool {
    let database = StoreDirectory.database(in: directory)
    var size: UInt64 = 0
    for file in [database, database + "-wal"] {
      var status = stat()
      if stat(file, &status) == 0 { size += UInt64(clamping: status.st_size) }
    }
    var disk = statvfs()
    guard statvfs(directory, &disk) == 0, disk.f_blocks > 0 else { return true }
    return UInt64(disk.f_bavail) &* UInt64(disk.f_frsize) >= size + max(size, leastRoom)
  }

  /// Whether the disk has still the room that a backup leaves to the store.
  static func leavesRoom(in directory: String) -> Bool {
    var disk = statvfs()
    guard statvfs(directory, &disk) == 0, disk.f_blocks > 0 else { return true }
    return UInt64(disk.f_bavail) &* UInt64(disk.f_frsize) >= leastRoom
  }

  private static let leastRoom: UInt64 = 4 << 20

  /// How to open a file that no process writes to; where it has no log, none is made.
  static func location(of path: String) -> String {
    let hasLog = ["-wal", "-journal"].contains { StoreDirectory.isFilled(path + $0) }
    return hasLog ? path : StoreDirectory.immutableURI(of: path)
  }

  /// Copies a database, which is opened at `location`, by way of another name, which an interrupted copy
  /// leaves.
  ///
  /// No file is written over.
  static func copy(
    _ original: String,
    at location: String,
    to path: String,
    changing change: (Database) throws -> Void = { _ in },
    onStep: @escaping () throws -> Void = {}
  ) throws(StoreError) {
    // A name that no other program gives: what has it is removed.
    let part = path + partSuffix
    removeFiles(of: part)
    let file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw .failed(path: path, why: StoreDirectory.words(of: errno))
    }
    // Last of all: closing it gives up the locks that SQLite has on it.
    defer { close(file) }
    do throws(StoreError) {
      try StoreError.translating(at: path) {
        let configuration = SQLiteInventoryStore.configuration(
          readonly: false,
          pragmas: ["synchronous = EXTRA"]
        )
        let copy = try DatabaseQueue(path: part, configuration: configuration)
        let source = try openSource(original, at: location)
        try copyPages(of: source, to: copy, flushing: file, onStep: onStep)
        try source.close()
        try copy.writeWithoutTransaction { database in
          // So that it is one file.
          try database.execute(sql: "PRAGMA journal_mode = DELETE")
          try change(database)
        }
        try copy.close()
      }
      try StoreError.translating(at: path) { try onStep() }
      try check(part)
      try place(part, at: path)
      flushFolder(of: path)
    } catch {
      removeFiles(of: part)
      switch error {
      case .unreadable, .tooNew:
        // What is wrong with the original is said of it.
        try check(original, openedAt: location)
        throw .failed(path: path, why: "what was written there can't be read again")
      case .inUse, .diskFull, .readOnly, .damaged, .failed: throw error
      }
    }
  }

  /// A megabyte, with SQLite's usual pages.
  private static let pagesPerStep = 256
  /// So many steps are flushed at once: of much more, a flush by the store would have to wait.
  private static let flushedSteps = 4

  /// Copies all pages as they are at one moment, while others go on writing.
  private static func copyPages(
    of source: DatabaseQueue,
    to copy: DatabaseQueue,
    flushing file: Int32,
    onStep: @escaping () throws -> Void
  ) throws {
    try copy.writeWithoutTransaction { destination in
      try source.read { origin in
        // A snapshot: else each write meanwhile would have the copy begin anew. Until it goes, the log can't
        // be shortened. Without a log it would keep others from writing.
        if try String.fetchOne(origin, sql: "PRAGMA journal_mode") == "wal" {
          _ = try Int.fetchOne(origin, sql: "SELECT COUNT(*) FROM sqlite_master")
        }
        var steps = 0
        try origin.backup(to: destination, pagesPerStep: CInt(pagesPerStep)) { progress in
          steps += 1
          guard steps <= 16 + progress.totalPageCount / pagesPerStep * 8 else {
            throw StoreError.failed(path: source.path, why: "it is written to all the time")
          }
          if steps.isMultiple(of: flushedSteps) { _ = fdatasync(file) }
          try onStep()
        }
      }
    }
  }

  /// Throws if a database that a process may have open is damaged.
  private static func check(_ path: String, openedAt location: String) throws(StoreError) {
    let source = try openSource(path, at: location)
    try StoreError.translating(at: path) {
      try source.read { try Schema.check($0, at: path) }
    }
  }

  /// Opens a database for reading, also on a disk where nothing can be written.
  private static func openSource(
    _ path: String,
    at location: String
  ) throws(StoreError) -> DatabaseQueue {
    let configuration = SQLiteInventoryStore.configuration(readonly: true)
    do throws(StoreError) {
      return try StoreError.translating(at: path) {
        try DatabaseQueue(path: location, configuration: configuration)
      }
    } catch {
      switch error {
      case .readOnly, .diskFull: break
      case .inUse, .unreadable, .damaged, .tooNew, .failed: throw error
      }
      // The log's index can't be created there, so no other process writes either. A log has the last
      // changes, which a backup must not lack.
      guard !StoreDirectory.isFilled(path + "-wal") else { throw error }
      return try StoreError.translating(at: path) {
        try DatabaseQueue(
          path: StoreDirectory.immutableURI(of: path),
          configuration: configuration
        )
      }
    }
  }

  /// Gives a file another name, which no file has.
  private static func place(_ part: String, at path: String) throws(StoreError) {
    if link(part, path) == 0 {
      _ = unlink(part)
      return
    }
    guard errno != EEXIST else {
      throw .failed(path: path, why: "there is a file already: name another")
    }
    // Some file systems know no second names.
    guard rename(part, path) == 0 else { throw StoreError(errno, at: path) }
  }

  /// Removes a database and what belongs to it, itself last: the others are found by its name alone.
  static func removeFiles(of database: String) {
    for suffix in ["-journal", "-wal", "-shm", ""] { _ = unlink(database + suffix) }
  }

  /// Has the names in a file's directory be on the disk.
  static func flushFolder(of path: String) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let root = path.hasPrefix("/") ? "/" : "."
    let descriptor = open(folder.isEmpty ? root : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
