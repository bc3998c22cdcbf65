import Glibc

/// A small file that only its owner may read.
struct PrivateFile: Hashable, Sendable {
  let path: String

  private static let mostBytes = 1 << 20

  /// The contents; `nil` where there is no file.
  func read() throws(PrivateFileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .failed(path: path, errno: errno)
    }
    defer { close(descriptor) }
    var state = stat()
    guard fstat(descriptor, &state) == 0 else { throw .failed(path: path, errno: errno) }
    guard state.st_mode & S_IFMT == S_IFREG, state.st_size <= Self.mostBytes
    else { throw .unreadable(path: path) }
    guard state.st_mode & 0o077 == 0 else { throw .openToOthers(path: path) }
    var bytes = [UInt8](repeating: 0, count: Int(state.st_size))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .failed(path: path, errno: errno) }
      if got == 0 { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }

  /// The identity of its directory; `nil` where that doesn't exist.
  var directoryIdentity: FileIdentity? {
    var state = stat()
    guard stat(directory, &state) == 0 else { return nil }
    return FileIdentity(device: UInt64(state.st_dev), inode: UInt64(state.st_ino))
  }

  private var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Replaces the file atomically: readers see the old or the new contents, also after a crash.
  func write(_ bytes: [UInt8]) throws(PrivateFileError) {
    let fresh = "\(path).\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .failed(path: path, errno: errno) }
    var failure: Int32?
    var count = 0
    while count < bytes.count, failure == nil {
      let put = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      if put < 0 { if errno != EINTR { failure = errno } } else { count += put }
    }
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    if failure == nil, rename(fresh, path) != 0 { failure = errno }
    if let failure {
      unlink(fresh)
      throw .failed(path: path, errno: failure)
    }
    syncDirectory()
  }

  /// Flushes the rename to disk, so that a crash can't restore a revoked password or token.
  ///
  /// Best effort: some file systems can't sync directories.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
}

/// Why a private file can't be used.
public enum PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Others than its owner may read it.
  case openToOthers(path: String)
  /// It is not what this program wrote.
  case unreadable(path: String)
  /// It is gone, and the directory that it was in, too.
  case directoryGone(path: String)
  /// The system refused.
  case failed(path: String, errno: Int32)

  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .openToOthers(let path):
      "\(path) holds secrets, and others may read it: run chmod 600 on it"
    case .unreadable(let path):
      "\(path) is not what homenet wrote: move it away and set the password again"
    case .directoryGone(let path):
      "\(path) is gone with its directory: mount or restore that, or start homenet again"
    case .failed(let path, let errno):
      "\(path): \(String(cString: strerror(errno)))"
    }
  }
}
