internal import GRDB
internal import Glibc
internal import Home

extension StoreError {
  /// Runs a closure, and says in our words what SQLite says in its own.
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

  private init(_ error: DatabaseError, at path: String) {
    let why = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_FULL:
      self = .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM:
      self = .readOnly(path: path)
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      self = .unreadable(path: path, why: why)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .inUse(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_IOERR:
      // SQLite doesn't tell why the log or its index couldn't be made or grown.
      if Self.isDiskFull(path) {
        self = .diskFull(path: path)
      } else if !Self.canWrite(path) {
        self = .readOnly(path: path)
      } else {
        self = .unreadable(path: path, why: why)
      }
    default:
      self = .failed(path: path, why: why)
    }
  }

  private static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && (status.f_bavail == 0 || status.f_favail == 0)
      && status.f_blocks > 0
  }

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
