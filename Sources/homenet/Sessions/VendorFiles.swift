import Glibc
import Identification
import Storage

/// The registries of makers that this machine has, and which of them is in use.
///
/// The embedded one is, unless a newer one is found. A file that can't be read, or is no registry, is
/// noted; the embedded one is then used.
struct VendorFiles: Sendable {
  /// A registry on this machine.
  struct Found: Hashable, Sendable {
    /// The file, or the directory of a registry in several files.
    var path: String
    /// `2026-10-24`.
    var date: String
    /// Blocks; `nil` where it wasn't read, for it is older.
    var blocks: Int?
    /// Lines left out as they are no entries.
    var skipped = 0
    /// Why it can't be used.
    var problem: String?
  }

  /// The embedded registry's origin and date.
  let embedded: (origin: String, date: String)
  /// The others, the newest first.
  private(set) var found: [Found] = []
  /// The registry in use beside the embedded one.
  private(set) var used: Found?
  /// The directory for a file of the user's own, where it is known.
  let dataDirectory: String?

  /// Files of the IEEE's, in the directory of Debian's package ieee-data.
  private static let csv = ["oui.csv", "mam.csv", "oui36.csv", "iab.csv"]
  private static let directories = ["/var/lib/ieee-data", "/usr/share/ieee-data"]
  private static let files = ["/usr/share/wireshark/manuf", "/usr/share/nmap/nmap-mac-prefixes"]
  /// A file of the user's own, in the data directory.
  static let ownNames = ["vendors.txt", "manuf"]

  /// Looks for registries, and reads the newest if it is newer than the embedded one.
  init(dataDirectory: String?) {
    embedded = Self.embedded
    self.dataDirectory = dataDirectory
    for directory in Self.directories {
      let dates = Self.csv.compactMap { Self.date(of: "\(directory)/\($0)") }
      if let date = dates.max() { found.append(Found(path: directory, date: date)) }
    }
    let own = dataDirectory.map { directory in Self.ownNames.map { "\(directory)/\($0)" } } ?? []
    for path in Self.files + own {
      if let date = Self.date(of: path) { found.append(Found(path: path, date: date)) }
    }
    // The newest first; those of one day by their paths.
    found.sort { ($0.date, $1.path) > ($1.date, $0.path) }
  }

  /// Takes the newest that is newer than the embedded one and can be read.
  ///
  /// - Returns: the table to be used; `nil` for the embedded one alone.
  mutating func read() -> VendorTable? {
    for index in found.indices where found[index].date > embedded.date {
      do {
        let table = try VendorTable(files: Self.content(of: found[index].path))
        found[index].blocks = table.count
        found[index].skipped = table.skipped
        used = found[index]
        return table
      } catch let failure as VendorTable.Failure {
        found[index].problem = failure.description
      } catch {
        found[index].problem = "\(error)"
      }
    }
    return nil
  }

  private static func content(of path: String) throws -> [[UInt8]] {
    let paths = directories.contains(path) ? csv.map { "\(path)/\($0)" } : [path]
    return try paths.compactMap { ForeignFile(at: $0) }
      .map { try $0.bytes(limit: VendorTable.byteLimit) }
  }

  /// The day when a file was last written; `nil` if there is none.
  private static func date(of path: String) -> String? { ForeignFile(at: path)?.day }

  private static var embedded: (origin: String, date: String) {
    let words = VendorRegistry.source.split(separator: " ")
    return (words.dropLast(2).joined(separator: " "), words.last.map(String.init) ?? "")
  }

  /// Days since that date, at least none.
  static func age(of date: String) -> Int {
    let parts = date.split(separator: "-").compactMap { Int32($0) }
    guard parts.count == 3 else { return 0 }
    var then = tm()
    then.tm_year = parts[0] - 1900
    then.tm_mon = parts[1] - 1
    then.tm_mday = parts[2]
    return max(0, (Glibc.time(nil) - timegm(&then)) / 86_400)
  }
}

extension VendorFiles {
  /// The date of the registry in use.
  var date: String { used?.date ?? embedded.date }

  /// `Wireshark's manuf of 2026-10-24, 31 days old, built in`.
  var inUse: String {
    let age = Self.age(of: date)
    let words = age == 1 ? "1 day old" : "\(age) days old"
    if let used { return "\(used.path) of \(date), \(words); what it lacks, from the one built in" }
    return "\(embedded.origin) of \(date), \(words), built in"
  }

  /// How to get a newer one.
  var advice: String {
    let place =
      dataDirectory.map { "\($0)/\(Self.ownNames[0])" } ?? "vendors.txt in the data directory"
    return
      "save https://www.wireshark.org/download/automated/data/manuf as \(place), or install the"
      + " system's newest ieee-data; the newest file is used"
  }

  /// What is wrong with files that are newer than the one in use, a sentence each.
  var problems: [String] {
    found.compactMap { file in file.problem.map { "\(file.path) is not used: \($0)" } }
  }

  /// Whether makers of the last years are unknown to it.
  var isOld: Bool { Self.age(of: date) > 730 }
}

extension VendorFiles {
  /// Looks for registries in the system and that data directory (`nil` for the standard one), and reads
  /// the newest.
  ///
  /// - Returns: the files, and the registry to look addresses up in.
  static func used(in directory: String?) -> (files: VendorFiles, registry: VendorRegistry) {
    var files = VendorFiles(dataDirectory: directory ?? (try? DataDirectory.standard()))
    let table = files.read()
    return (files, VendorRegistry(adding: table))
  }
}

/// A command that says what devices are: it looks into the newest registry of makers that this
/// machine has.
protocol IdentifyingCommand {
  /// Where the user's own registry may be; `nil` for the standard data directory.
  var vendorDirectory: String? { get }
}

extension IdentifyingCommand {
  var vendorDirectory: String? { nil }

  /// Reads the newest registry; says what is wrong with newer ones, and goes on with what is built in.
  ///
  /// - Returns: what the command has to identify every device with.
  func useNewestVendors() -> Identifier {
    let (files, registry) = VendorFiles.used(in: vendorDirectory)
    for problem in files.problems {
      StandardStream.error.writeLine(DisplayText.safe("homenet: \(problem)"))
    }
    return Identifier(vendors: registry)
  }
}
