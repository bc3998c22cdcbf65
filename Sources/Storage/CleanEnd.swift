internal import Glibc

/// A mark in the lock file: which file the store was when it was closed the last time.
///
/// While there is such a mark and the file is the same still, neither a kill nor the loss of power came
/// between, and nobody touched it: it needs no complete check before it is opened again.
enum CleanEnd {
  /// Marks that the database was closed; call it with the lock held, after closing.
  static func note(in lock: Int32, of database: String) {
    guard !hasLog(database), setBackTime(of: database), let mark = mark(of: database)
    else { return }
    let bytes = Array(mark.utf8)
    guard ftruncate(lock, 0) == 0 else { return }
    // Where only a part can be written, it is no mark.
    _ = pwrite(lock, bytes, bytes.count, 0)
  }

  /// Takes the mark away; returns whether there was one of the database as it is.
  static func take(from lock: Int32, of database: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = pread(lock, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    // On the disk before anything is written to the database: the loss of power must not bring it back.
    guard ftruncate(lock, 0) == 0, fsync(lock) == 0, !hasLog(database) else { return false }
    return String(decoding: bytes.prefix(count), as: UTF8.self) == mark(of: database)
  }

  private static func hasLog(_ database: String) -> Bool {
    ["-wal", "-journal"].contains { StoreDirectory.isFilled(database + $0) }
  }

  private static func mark(of database: String) -> String? {
    var status = stat()
    guard stat(database, &status) == 0 else { return nil }
    let (seconds, fraction) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    return "closed \(status.st_dev) \(status.st_ino) \(status.st_size) \(seconds) \(fraction)\n"
  }

  /// Sets the time of the last write back by a second, so that any later write changes it: two within a
  /// tick of the kernel's clock have the same.
  private static func setBackTime(of database: String) -> Bool {
    var status = stat()
    guard stat(database, &status) == 0 else { return false }
    let written = timespec(tv_sec: status.st_mtim.tv_sec - 1, tv_nsec: 0)
    return utimensat(AT_FDCWD, database, [status.st_atim, written], 0) == 0
  }
}
