public import Model
public import Wire

/// A list of devices as other programs export it: what a user says of each.
///
/// The columns are found by their names, in any order: HomeNet's own `mac,name,kind`, the `devices.csv`
/// of NetAlertX (`devMac`, `devName`, …) and of Pi.Alert (`dev_MAC`, …), and the tables of Fing
/// ("MAC Address", "Custom Name", …).
public struct DeviceList: Hashable, Sendable {
  /// The devices, in the order of the list, each MAC address once: the last one counts.
  public var devices: [ListedDevice]
  /// The line of the file that each of them is in.
  public var lines: [Int]
  /// What of the list is not used, or not as it stands there, in order of line.
  public var problems: [Problem]
  /// Whether its bytes were no UTF-8, and were read as Windows-1252.
  public var isWindows1252: Bool

  /// Why a list can't be read.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no table.
    case table(CSVTable.Failure)
    /// None of its columns is one of MAC addresses.
    case noMACColumn(columns: [String])

    /// One sentence that says what to do.
    public var description: String {
      switch self {
      case .table(let failure): failure.description
      case .noMACColumn(let columns):
        "none of the columns (\(Self.words(for: columns))) is one of MAC addresses: "
          + "name it mac in the first line"
      }
    }

    /// The first ones; a file that is no table may have one of megabytes.
    private static func words(for columns: [String]) -> String {
      columns.prefix(10).map { String($0.unicodeScalars.prefix(40)) }.joined(separator: ", ")
    }
  }

  /// Reads the list of those bytes.
  public init(_ bytes: [UInt8]) throws(Failure) {
    let table: CSVTable
    do throws(CSVTable.Failure) {
      table = try CSVTable(bytes)
    } catch {
      throw .table(error)
    }
    try self.init(table)
  }

  init(_ table: CSVTable) throws(Failure) {
    let columns = Columns(table.header)
    guard let macColumn = columns[.mac] else { throw .noMACColumn(columns: table.header) }
    isWindows1252 = table.isWindows1252
    var found: [MACAddress: Int] = [:]
    devices = []
    lines = []
    problems = []
    for (line, row) in zip(table.lines, table.rows) {
      guard let mac = CSVTable.field(row, macColumn).flatMap(Self.mac) else {
        problems.append(Problem(line: line, .noMAC))
        continue
      }
      let device = Self.device(mac, in: row, columns) { kind in
        problems.append(Problem(line: line, kind))
      }
      if let place = found[mac] {
        problems.append(Problem(line: line, .repeatedMAC(line: lines[place])))
        devices[place] = device
        lines[place] = line
      } else {
        found[mac] = devices.count
        devices.append(device)
        lines.append(line)
      }
    }
  }

  /// What a row says of a device, and what of it is not used.
  private static func device(
    _ mac: MACAddress,
    in row: [String],
    _ columns: Columns,
    _ report: (Problem.Kind) -> Void
  ) -> ListedDevice {
    let name = CSVTable.field(row, columns[.name]).flatMap(words)
    let note = Self.note(row, columns)
    let kind = CSVTable.field(row, columns[.kind]).flatMap(words)
    let category = kind.flatMap(KindWords.category)
    if name.map({ $0.unicodeScalars.count > Annotations.longestName }) == true { report(.longName) }
    if note.map({ $0.unicodeScalars.count > Annotations.longestNote }) == true { report(.longNote) }
    if let kind, category == nil, !KindWords.saysNothing(kind) {
      report(.unknownKind(kind.bounded(to: longestWord)))
    }
    return ListedDevice(
      mac: mac,
      name: name?.bounded(to: Annotations.longestName),
      kind: category,
      note: note?.bounded(to: Annotations.longestNote),
      isHidden: CSVTable.field(row, columns[.hidden]).map(isTrue) ?? false
    )
  }

  /// As much of a word for a kind as is told.
  private static let longestWord = 40

  /// A device's own address; also written with dots, or without leading zeros.
  private static func mac(_ text: String) -> MACAddress? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    let digits: String
    if parts.count == 6, parts.allSatisfy({ (1...2).contains($0.utf8.count) }) {
      digits = parts.map { $0.utf8.count == 1 ? "0" + $0 : String($0) }.joined()
    } else {
      digits = text.filter { $0 != "." }
    }
    guard let mac = MACAddress(digits), mac.isUsable else { return nil }
    return mac
  }

  /// Words that say something.
  private static func words(_ text: String) -> String? {
    let placeholders: Set = [
      "(unknown)", "(name not found)", "unknown", "null", "none", "-", "n/a",
    ]
    return placeholders.contains(text.lowercased()) ? nil : text.withoutFormulaApostrophes
  }

  private static func isTrue(_ text: String) -> Bool {
    ["1", "true", "yes"].contains(text.lowercased())
  }

  /// Owner, place and notes, each in a line of its own; a note may have several.
  private static func note(_ row: [String], _ columns: Columns) -> String? {
    let parts = [Column.owner, .location, .note]
      .compactMap { CSVTable.field(row, columns[$0]).flatMap(words) }
    guard !parts.isEmpty else { return nil }
    // Lines may end with carriage returns, too.
    let lines = parts.joined(separator: "\n").unicodeScalars
    let text: String.UnicodeScalarView = lines.filter { $0 != "\r" }
    return String(text)
  }
}

/// What another program's list says of a device.
public struct ListedDevice: Hashable, Sendable {
  /// Its link address.
  public var mac: MACAddress
  /// Its name, as the user gave it.
  public var name: String?
  /// Its kind, where the list's word for it is known.
  public var kind: Category?
  /// Owner, place and notes.
  public var note: String?
  /// Whether it is hidden or archived there.
  public var isHidden: Bool

  /// Memberwise initialiser.
  public init(
    mac: MACAddress,
    name: String? = nil,
    kind: Category? = nil,
    note: String? = nil,
    isHidden: Bool = false
  ) {
    self.mac = mac
    self.name = name
    self.kind = kind
    self.note = note
    self.isHidden = isHidden
  }

  /// The marks with what the list says where they say nothing yet: the user's words here stay.
  public func completing(_ marks: Annotations) -> Annotations {
    var marks = marks
    marks.name = marks.name ?? name
    marks.category = marks.category ?? kind
    marks.note = marks.note ?? note
    marks.isHidden = marks.isHidden || isHidden
    return marks
  }
}

/// What a column of a list holds.
private enum Column: Hashable, CaseIterable {
  case mac, name, kind, owner, location, note, hidden

  /// The names of such columns, letters and digits alone, the preferred first.
  var names: [String] {
    switch self {
    case .mac:
      ["mac", "devmac", "macaddress", "hwaddress", "hardwareaddress", "physicaladdress", "macaddr"]
    case .name:
      [
        "username", "customname", "devname", "name", "devicename", "displayname", "alias",
        "hostname",
        "host",
      ]
    case .kind:
      [
        "usercategory", "kind", "customtype", "devtype", "devdevicetype", "type", "devicetype",
        "category",
      ]
    case .owner: ["devowner", "owner", "user"]
    case .location: ["devlocation", "location", "room"]
    case .note: ["devcomments", "note", "notes", "comment", "comments"]
    case .hidden: ["hidden", "devisarchived", "devarchived", "archived"]
    }
  }
}

/// Where the columns of a list are.
private struct Columns {
  private var places: [Column: Int] = [:]

  init(_ header: [String]) {
    var named: [String: Int] = [:]
    for (place, name) in header.enumerated() {
      let plain = KindWords.plain(name)
      if named[plain] == nil { named[plain] = place }
    }
    for column in Column.allCases {
      places[column] = column.names.lazy.compactMap { named[$0] }.first
    }
  }

  subscript(column: Column) -> Int? { places[column] }
}
