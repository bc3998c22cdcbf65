import Glibc
import Home
import Identification
import LinuxNetwork
import Model
import Storage

/// Copies of what `homenet serve` stores, as files of the user's.
struct StoreFiles {
  let directory: String

  /// The largest file that is imported.
  private static let largestImport = HomeExport.mostBytes

  /// What a database begins with (sqlite.org/fileformat.html, section 1.3).
  private static let databaseStart = Array("SQLite format 3\0".utf8)

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
    do throws(StoreError) {
      return try Backups.restore(file, into: directory, now: .now)
    } catch .unreadable(file, let why) {
      throw Failure("\(file) is no intact backup (\(why)): nothing was changed" + hint, .unable)
    } catch {
      throw Failure(error.message, .unable)
    }
  }

  /// Which backup can be restored.
  private var hint: String {
    guard let backup = Backups.newestIntact(in: directory) else { return "" }
    return "; \(backup.path) is intact"
  }

  /// What is stored as text: all of the home but its round trips as JSON, or the devices as a table.
  func export(_ format: ExportFormat, identifier: Identifier) throws -> String {
    let exists = try storing { () throws(StoreError) in
      try SQLiteInventoryStore.exists(in: directory)
    }
    // The empty copy of a mistyped directory would pass for one of the home.
    guard exists else {
      throw Failure("nothing is stored in \(directory): is that the directory of --data?", .unable)
    }
    let devices = try storing { () throws(StoreError) in try SQLiteInventoryStore.read(directory) }
    switch format {
    case .json:
      let export = try storing { () throws(StoreError) in
        let history = try SQLiteHistoryReader(directory: directory)
        return try HomeExport(devices, of: history, time: .now)
      }
      return try export.json() + "\n"
    case .csv:
      let remembered = InventoryDevice.remembered(devices, identifier: identifier)
      return CSVText.lines(remembered).map { $0 + "\n" }.joined()
    }
  }

  /// Adds what is in an export, or the devices of another program's list, and stores it.
  func add(_ file: String) throws -> InventoryImport {
    // Read in full before there is a store.
    let content = try Content(read(file), of: file)
    return try storing { () throws(StoreError) in
      let store = try SQLiteInventoryStore(directory: directory)
      var result = InventoryImport(into: try store.load(), greatestSlot: try store.greatestSlot())
      switch content {
      case .export(let export): result.add(export)
      case .list(let list): result.add(list, now: .now)
      }
      if result.history != nil {
        // Before the changes: their numbers are not given again, whatever happens then.
        _ = try store.reserve(result.lastNumber, epoch: .random(in: 1...UInt64.max))
      }
      try store.add(
        result.written,
        with: result.history,
        roundTrips: result.roundTrips
      )
      return result
    }
  }

  /// A file to import.
  private enum Content {
    case export(HomeExport)
    case list(DeviceList)

    /// Reads a JSON object as an export, and all else as a list.
    init(_ bytes: [UInt8], of file: String) throws(Failure) {
      // Editors may put a byte order mark before it.
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
        guard let json = String(validating: text, as: UTF8.self) else {
          throw Failure("\(file): its text is no UTF-8, as exports are: was it damaged?", .usage)
        }
        do throws(HomeExport.Failure) {
          self = .export(try HomeExport(json: json))
        } catch {
          throw Failure("\(file): \(error)", .usage)
        }
      } else {
        do throws(DeviceList.Failure) {
          self = .list(try DeviceList(bytes))
        } catch {
          throw Failure("\(file): \(error)", .usage)
        }
      }
    }
  }

  private func storing<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(Backups.offer(for: error, in: directory).message, .unable)
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
      bytes += chunk[..<count]
      guard !bytes.starts(with: Self.databaseStart) else {
        let advice = "if it is a backup of homenet, 'homenet restore' puts it back"
        throw Failure("\(path) is an SQLite database; \(advice)", .usage)
      }
      if count < chunk.count { break }
    }
    // Half of a file must not pass for a whole one.
    guard ferror(file) == 0 else {
      throw Failure("can't read \(path): \(String(cString: strerror(errno)))", .usage)
    }
    guard bytes.count <= Self.largestImport else { throw Failure("\(path) is too large", .usage) }
    return bytes
  }
}
