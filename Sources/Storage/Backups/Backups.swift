internal import FoundationEssentials
internal import GRDB
internal import Glibc
public import Home
internal import Model
import Networking

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
    let database = StoreDirectory.database(in: directory)
    guard try StoreDirectory.isReadable(database), StoreDirectory.isFilled(database) else {
      throw .failed(path: database, why: "there is nothing to back up")
    }
    guard access(path, F_OK) != 0 else {
      throw .failed(path: path, why: "there is a file already: name another")
    }
    try copy(database, to: path)
  }

  // MARK: Within the store

  private static let prefix = "homenet-"
  private static let suffix = ".sqlite"

  static func folder(in directory: String) -> String { directory + "/backups" }

  static func path(on day: String, in directory: String) -> String {
    folder(in: directory) + "/" + prefix + day + suffix
  }

  /// Removes all but the newest of the daily backups.
  static func removeAll(but count: Int, in directory: String) {
    for backup in all(in: directory).dropFirst(count) { _ = unlink(backup.path) }
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

  private static let leastRoom: UInt64 = 4 << 20

  /// How to open a file that no process writes to; where it has no log, none is made.
  static func location(of path: String) -> String {
    StoreDirectory.isFilled(path + "-wal") ? path : StoreDirectory.immutableURI(of: path)
  }

  /// Copies a database by way of another name, which an interrupted copy leaves.
  static func copy(
    _ original: String,
    to path: String,
    changing change: (Database) throws -> Void = { _ in }
  ) throws(StoreError) {
    let part = path + ".part"
    removeFiles(of: part)
    let file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw StoreError(errno, at: path) }
    close(file)
    do throws(StoreError) {
      try StoreError.translating(at: path) {
        let configuration = SQLiteInventoryStore.configuration(
          readonly: false,
          pragmas: ["synchronous = EXTRA"]
        )
        let copy = try DatabaseQueue(path: part, configuration: configuration)
        let source = try DatabaseQueue(
          path: original,
          configuration: SQLiteInventoryStore.configuration(readonly: true)
        )
        try source.backup(to: copy)
        try source.close()
        try copy.writeWithoutTransaction { database in
          // So that it is one file.
          try database.execute(sql: "PRAGMA journal_mode = DELETE")
          try change(database)
        }
        try copy.close()
      }
      try check(part)
      guard rename(part, path) == 0 else { throw StoreError(errno, at: path) }
      flushFolder(of: path)
    } catch {
      removeFiles(of: part)
      throw error
    }
  }

  private static func removeFiles(of database: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { _ = unlink(database + suffix) }
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

extension SQLiteInventoryStore {
  /// Copies the store to a new file, while it goes on.
  public func backUp(to path: String) throws(StoreError) {
    try Backups.make(of: folder.directory, at: path)
  }

  /// Makes the day's backup where there is none yet, and drops the oldest; after a failure it is tried
  /// again an hour later.
  func backUpDaily(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) {
    guard policy.backups > 0 else { return }
    let path = Backups.path(on: String(now.description.prefix(10)), in: folder.directory)
    guard access(path, F_OK) != 0 else { return }
    let isTooSoon = lastBackup.withLock { last in
      if let last, abs(now.milliseconds - last.milliseconds) < HistoryTime.hour { return true }
      last = now
      return false
    }
    guard !isTooSoon else { return }
    try DataDirectory.make(Backups.folder(in: folder.directory))
    guard Backups.hasRoom(in: folder.directory) else { throw .diskFull(path: path) }
    try Backups.make(of: folder.directory, at: path)
    Backups.removeAll(but: policy.backups, in: folder.directory)
  }
}
