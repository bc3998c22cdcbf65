internal import Glibc
internal import Home
internal import Wire

/// The directory that the store is in, held for as long as this value lives.
///
/// The lock is the kernel's on an open file: it goes with the process, whatever becomes of that.
final class StoreFolder: Sendable {
  /// The database's file.
  let database: String
  private let lock: Int32

  /// Makes the directory where it is missing, locks it, and makes the file, so that only its owner
  /// can read them.
  init(opening directory: String) throws(StoreError) {
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
      close(lock)
      throw error
    }
  }

  deinit {
    // Also where a child that is just being started has the descriptor still.
    flock(lock, LOCK_UN)
    close(lock)
  }

  static let lockName = "homenet.lock"

  /// The database's path in that directory.
  static func database(in directory: String) -> String { directory + "/homenet.sqlite" }

  /// The file as SQLite opens one that nobody changes (sqlite.org/uri.html): without log and locks.
  static func unchangingURI(of path: String) -> String {
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

  /// Makes the file before SQLite does, which would let everybody read it, its log too.
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

  /// Whether there is such a file, and something in it.
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
      self = .unreadable(path: path, why: StoreFolder.words(of: error))
    default:
      let words = StoreFolder.words(of: error)
      self = .failed(path: path, why: words + "; name another directory by --data")
    }
  }
}
