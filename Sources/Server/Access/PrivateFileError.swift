import Glibc
import PrivateFiles

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

  init(_ failure: PrivateFile.Failure, of path: String) {
    self =
      switch failure {
      case .openToOthers: .openToOthers(path: path)
      case .unexpected: .unreadable(path: path)
      case .system(let errno): .failed(path: path, errno: errno)
      }
  }
}

extension PrivateFile {
  /// The contents; `nil` where there is no file.
  func contents() throws(PrivateFileError) -> [UInt8]? {
    do throws(PrivateFile.Failure) {
      return try read()
    } catch {
      throw PrivateFileError(error, of: path)
    }
  }

  /// Replaces the file atomically.
  func replace(by bytes: [UInt8]) throws(PrivateFileError) {
    do throws(PrivateFile.Failure) {
      try write(bytes)
    } catch {
      throw PrivateFileError(error, of: path)
    }
  }

  /// The identity of its directory; `nil` where that doesn't exist.
  var directoryIdentity: FileIdentity? {
    var state = stat()
    guard stat(directory, &state) == 0 else { return nil }
    return FileIdentity(device: UInt64(state.st_dev), inode: UInt64(state.st_ino))
  }
}

/// Which file or directory it is, whatever its name.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
}
