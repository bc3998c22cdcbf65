import Glibc
import Home
import LinuxNetwork
import Model
import Storage

/// Copies of what `homenet serve` stores, as files of the user's.
struct StoreFiles {
  let directory: String

  /// The largest file that is imported.
  private static let largestImport = 64 << 20

  /// Writes a backup to a file that must not exist, while `serve` may run.
  func backUp(to file: String) throws(Failure) {
    guard access(file, F_OK) != 0 else {
      throw Failure("\(file) exists; name another file, or remove it", .usage)
    }
    try storing { () throws(StoreError) in try Backups.make(of: directory, at: file) }
  }

  /// Puts that backup in the place of what is stored, once it was found intact.
  ///
  /// - Returns: Where what was stored before is now; `nil` where nothing was.
  func restore(_ file: String) throws(Failure) -> String? {
    try checkReadable(file)
    return try storing { () throws(StoreError) in
      try Backups.restore(file, into: directory, now: .now)
    }
  }

  /// The stored devices with the user's names, kinds and notes, as text.
  func export(_ format: ExportFormat) throws(Failure) -> String {
    try storing { () throws(StoreError) in
      switch format {
      case .json: return try SQLiteInventoryStore.exportedJSON(directory)
      case .csv: return try SQLiteInventoryStore.exportedCSV(directory)
      }
    }
  }

  /// Adds the devices of an export, or of a table with MACs, names and kinds.
  ///
  /// - Returns: How many devices were added and changed, and which lines could not be used.
  func add(_ file: String) throws(Failure) -> ImportReport {
    let bytes = try read(file)
    return try storing { () throws(StoreError) in
      try SQLiteInventoryStore.importing(directory, bytes)
    }
  }

  private func storing<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(error.message, .unable)
    }
  }

  private func checkReadable(_ file: String) throws(Failure) {
    guard access(file, R_OK) == 0 else {
      throw Failure("can't read \(file): \(String(cString: strerror(errno)))", .usage)
    }
  }

  /// The bytes of a file, or of standard input for `-`.
  private func read(_ path: String) throws(Failure) -> [UInt8] {
    guard let file = fopen(path == "-" ? "/dev/stdin" : path, "re") else {
      throw Failure("can't read \(path): \(String(cString: strerror(errno)))", .usage)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= Self.largestImport {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard bytes.count <= Self.largestImport else { throw Failure("\(path) is too large", .usage) }
    return bytes
  }
}
