internal import Glibc

/// Whether anything can still be written where a file is.
enum DiskRoom {
  /// Whether the disk has no room left, or the user's quota of it hasn't.
  ///
  /// A quota shows in no figure of the file system, so something is written, to a file without a name.
  static func isExhausted(at path: String) -> Bool {
    var status = statvfs()
    if statvfs(path, &status) == 0, isFull(status) { return true }
    return isRefused(beside: path)
  }

  /// Whether a file system says that it has no room, or no file more.
  ///
  /// Some have no bounds of either, and say 0 of all: Btrfs and FAT of the number of files.
  static func isFull(_ status: statvfs) -> Bool {
    (status.f_blocks > 0 && status.f_bavail == 0) || (status.f_files > 0 && status.f_favail == 0)
  }

  /// As much as SQLite asks for at once, where it isn't a single page: the index of a log.
  private static let probedBytes = 32 << 10
  /// O_TMPFILE (open(2)), which is no plain constant in the headers.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Whether a file in the directory of that path is refused for want of room.
  private static func isRefused(beside path: String) -> Bool {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let root = path.hasPrefix("/") ? "/" : "."
    let file = open(folder.isEmpty ? root : folder, withoutName | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { return saysFull(errno) }
    defer { close(file) }
    let bytes = [UInt8](repeating: 0, count: probedBytes)
    guard write(file, bytes, bytes.count) == bytes.count else {
      // A part of it was written where the room ended.
      return write(file, bytes, bytes.count) < 0 && saysFull(errno)
    }
    // Some file systems look for room only then.
    return fdatasync(file) != 0 && saysFull(errno)
  }

  private static func saysFull(_ error: Int32) -> Bool { error == ENOSPC || error == EDQUOT }
}
