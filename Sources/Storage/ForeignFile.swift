internal import Glibc

/// A file that the system or the user put somewhere, and that is only read.
public struct ForeignFile: Sendable {
  /// Where it is.
  public let path: String
  /// When it was last written, in seconds since 1970.
  public let modified: Int

  /// Why a file can't be read, in the system's words.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// `Permission denied`.
    public var description: String
  }

  /// The regular file at that path; `nil` if there is none.
  public init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    modified = status.st_mtim.tv_sec
  }

  /// The day when it was last written, in UTC: `2026-10-24`.
  public var day: String {
    var time = modified
    var parts = tm()
    gmtime_r(&time, &parts)
    let numbers = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    return numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }

  /// Its bytes, up to a limit.
  public func bytes(limit: Int) throws(Failure) -> [UInt8] {
    // Should it have become a pipe meanwhile, opening must not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count < limit {
      let count = read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static var failure: Failure { Failure(description: String(cString: strerror(errno))) }
}
