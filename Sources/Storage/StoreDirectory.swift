internal import GRDB
internal import Glibc
internal import Home
internal import Wire

/// The directory that the store is in, held for as long as this value lives.
///
/// The lock is the kernel's on an open file: it goes with the process, whatever becomes of that.
final class StoreDirectory: Sendable {
  let directory: String
  let database: String
  private let lock: Int32
  /// Whether the database is as it was closed by whoever held the directory last.
  let wasClosed: Bool

  /// Makes the directory where it is missing, locks it, and makes the file, so that only its owner
  /// can read them.
  init(opening directory: String) throws(StoreError) {
    self.directory = directory
    database = Self.database(in: directory)
    try DataDirectory.make(directory)
    let path = directory + "/" + Self.lockName
    lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw StoreError(errno, at: path) }
    do throws(StoreError) {
      // Some file systems know no locks; there SQLite's own must do.
      if flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        throw .inUse(path: database)
      }
      try Self.prepare(database)
    } catch {
      // As long as anything is not initialised, no deinit does it, too.
      close(lock)
      throw error
    }
    wasClosed = CleanEnd.take(from: lock, of: database)
  }

  /// Notes that the database was closed, and is well as far as is known.
  func noteCleanEnd() { CleanEnd.note(in: lock, of: database) }

  deinit {
    // Also where a child that is just being started has the descriptor still.
    flock(lock, LOCK_UN)
    close(lock)
  }

  static let lockName = "homenet.lock"

  static func database(in directory: String) -> String { directory + "/homenet.sqlite" }

  /// The file's URI for opening it as immutable (sqlite.org/uri.html): without log and locks.
  static func immutableURI(of path: String) -> String {
    var escaped = ""
    for byte in path.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
      escaped += isPlain ? String(Unicode.Scalar(byte)) : "%" + Hex.encode([byte])
    }
    return "file:\(escaped)?immutable=1"
  }

  /// Whether there is such a file; fails where it can't be read.
  static func isReadable(_ path: String) throws(StoreError) -> Bool {
    if access(path, R_OK) == 0 { return true }
    if errno == ENOENT { return false }
    throw .unreadable(path: path, why: words(of: errno))
  }

  /// Creates the file before SQLite does, which would make it and its log readable by all users.
  private static func prepare(_ path: String) throws(StoreError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file < 0 {
      let failure = errno
      if failure == EACCES, access(path, F_OK) == 0, access(path, R_OK) != 0 {
        throw .unreadable(path: path, why: words(of: failure))
      }
      throw StoreError(failure, at: path)
    }
    close(file)
  }

  /// Has the database be its owner's alone, once it is known to be one of ours.
  func makePrivate() {
    // Another user's stays as it is.
    _ = chmod(database, 0o600)
  }

  static func isFilled(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  static func words(of error: Int32) -> String { String(cString: strerror(error)) }
}

extension StoreError {
  /// Why a file could not be made or opened.
  init(_ error: Int32, at path: String) {
    switch error {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case EACCES, EPERM, EROFS: self = .readOnly(path: path)
    case ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EIO:
      self = .unreadable(path: path, why: StoreDirectory.words(of: error))
    default:
      let words = StoreDirectory.words(of: error)
      self = .failed(path: path, why: words + "; name another directory by --data")
    }
  }

  /// Runs a closure and translates SQLite's errors.
  static func translating<Value>(
    at path: String,
    _ body: () throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    } catch {
      // A row that isn't as we wrote it.
      throw .unreadable(path: path, why: "it holds what homenet never wrote")
    }
  }

  /// What SQLite's error means; `isOutOfRoom` looks whether there is any room left.
  init(
    _ error: DatabaseError,
    at path: String,
    isOutOfRoom: (String) -> Bool = DiskRoom.isExhausted
  ) {
    let why = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .unreadable(path: path, why: why)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_IOERR:
      // SQLite doesn't report why the log or its index couldn't be created or grown, and takes a quota
      // that is used up for a failing disk.
      if isOutOfRoom(path) {
        self = .diskFull(path: path)
      } else if !Self.canWrite(path) {
        self = .readOnly(path: path)
      } else if Self.writingErrors.contains(error.extendedResultCode) {
        self = .failed(path: path, why: "it can't be written to (\(why)): the disk may be failing")
      } else {
        self = .unreadable(path: path, why: why)
      }
    default: self = .failed(path: path, why: why)
    }
  }

  private static let writingErrors: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
    .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP,
  ]

  /// Whether file, log, index and directory can be written to.
  private static func canWrite(_ path: String) -> Bool {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else { return false }
    return ["", "-wal", "-shm"].allSatisfy { suffix in
      access(path + suffix, F_OK) != 0 || access(path + suffix, R_OK | W_OK) == 0
    }
  }
}
