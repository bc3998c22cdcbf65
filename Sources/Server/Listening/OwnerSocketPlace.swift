import Glibc
import Networking

/// The path of the owner's socket.
///
/// The socket is bound in a directory that nobody else can enter, and moved to its path once its permissions
/// are right: between bind and chmod the umask alone would say who may connect.
final class OwnerSocketPlace: Sendable {
  /// As long as the path of a socket can be (unix(7)), with the byte that ends it.
  static let longestPath = 107

  /// Where commands find it.
  let path: String
  /// Where it is bound; no longer than `path`.
  let hidden: String
  private let directory: String
  /// The socket at the path, if it is this one's.
  private let own = Lock<ino_t?>(nil)

  /// Why there can't be a socket.
  struct Failure: Error, Hashable, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
  }

  init(_ path: String) {
    self.path = path
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    directory = parent + "." + String(UInt32.random(in: .min ... .max), radix: 36)
    hidden = directory + "/s"
  }

  /// Makes the directory in which the socket is bound.
  func prepare() throws(Failure) {
    guard max(path.utf8.count, hidden.utf8.count) <= Self.longestPath else {
      throw Failure("the path of the data directory is longer than a socket's may be")
    }
    if let status = Self.status(of: path), status.st_mode & S_IFMT != S_IFSOCK {
      throw Failure("\(path) is no socket: move it away")
    }
    guard mkdir(directory, 0o700) == 0 else { throw Self.failure(directory) }
  }

  /// Moves the bound socket to its path, also over one that a crash left behind.
  func publish() throws(Failure) {
    guard let status = Self.status(of: hidden), chmod(hidden, 0o600) == 0,
      rename(hidden, path) == 0
    else { throw Self.failure(path) }
    own.withLock { $0 = status.st_ino }
    rmdir(directory)
  }

  /// Removes what was made here, and not the socket of a server that took the path over.
  func remove() {
    unlink(hidden)
    rmdir(directory)
    guard let own = own.withLock({ $0 }), Self.status(of: path)?.st_ino == own else { return }
    unlink(path)
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func failure(_ path: String) -> Failure {
    Failure("\(path): \(String(cString: strerror(errno)))")
  }
}
