/// A table of comma-separated values (RFC 4180), as programs really write it.
///
/// Also with a byte order mark, with semicolons or tabs for commas, with any kind of line end, and with
/// quotes where there should be none; blank lines are left out. Within bounds, whatever the bytes are.
public struct CSVTable: Hashable, Sendable {
  /// The first row.
  public var header: [String]
  /// The others; they may be shorter or longer than the header.
  public var rows: [[String]]
  /// The line of the file that each of them begins in; a row may have several.
  public var lines: [Int]
  /// Whether the bytes were no UTF-8, and were read as Windows-1252.
  public var isWindows1252: Bool

  /// Why a table can't be read.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has no rows.
    case empty
    /// It is UTF-16 or UTF-32.
    case wideEncoding
    /// It has more bytes than a list of devices needs.
    case tooLong
    /// It has more rows, or a row more fields, than a list of devices needs.
    case tooManyFields(line: Int)
    /// A quoted field that begins in that line never ends.
    case openQuote(line: Int)

    /// One sentence that says what to do.
    public var description: String {
      switch self {
      case .empty: "there are no rows in it"
      case .wideEncoding: "its text is encoded as UTF-16 or UTF-32: save it as UTF-8"
      case .tooLong: "it is longer than \(CSVTable.mostBytes >> 20) MB: is it a list of devices?"
      case .tooManyFields(let line):
        "line \(line): there are more than \(CSVTable.mostRows) rows or \(CSVTable.mostFields) columns"
      case .openQuote(let line): "the quote that begins in line \(line) is never closed"
      }
    }
  }

  /// The most bytes.
  public static let mostBytes = 16 << 20
  /// The most rows.
  public static let mostRows = 100_000
  /// The most fields of a row.
  public static let mostFields = 200

  /// Reads the table of those bytes; what is no UTF-8 is read as Windows-1252, as older programs write.
  public init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.mostBytes else { throw .tooLong }
    guard !TextEncoding.isWide(bytes) else { throw .wideEncoding }
    var text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    isWindows1252 = String(validating: text, as: UTF8.self) == nil
    if isWindows1252 { text = TextEncoding.utf8(windows1252: text)[...] }
    var parser = Parser(rest: text, separator: Self.separator(of: text))
    var all: [[String]] = []
    var begins: [Int] = []
    while true {
      let line = parser.line
      guard let row = try parser.row() else { break }
      // A blank line.
      if row == [""] { continue }
      guard all.count <= Self.mostRows else { throw .tooManyFields(line: line) }
      all.append(row)
      begins.append(line)
    }
    guard let first = all.first else { throw .empty }
    header = first
    rows = Array(all.dropFirst())
    lines = Array(begins.dropFirst())
  }

  /// The column of that number in a row, without spaces around it; `nil` where it is empty or missing.
  static func field(_ row: [String], _ column: Int?) -> String? {
    guard let column, row.indices.contains(column) else { return nil }
    let text = row[column].trimmingSpaces
    return text.isEmpty ? nil : text
  }

  /// What separates the fields: of the three, the one that is most often in the first line.
  private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
    let line = text.prefix { $0 != newline && $0 != carriageReturn }
    let counts = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")].map { candidate in
      (byte: candidate, count: line.filter { $0 == candidate }.count)
    }
    // The comma, where none is more frequent.
    return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.byte
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private struct Parser {
    var rest: ArraySlice<UInt8>
    let separator: UInt8
    var line = 1

    /// The next row; `nil` at the end.
    mutating func row() throws(Failure) -> [String]? {
      guard !rest.isEmpty else { return nil }
      var fields: [String] = []
      while true {
        guard fields.count < CSVTable.mostFields else { throw .tooManyFields(line: line) }
        fields.append(try field())
        guard let end = rest.popFirst() else { return fields }
        if end == separator { continue }
        if end == CSVTable.carriageReturn, rest.first == CSVTable.newline { rest.removeFirst() }
        line += 1
        return fields
      }
    }

    /// The next field, up to what ends it.
    private mutating func field() throws(Failure) -> String {
      var bytes: [UInt8] = []
      if rest.first == CSVTable.quote {
        rest.removeFirst()
        let begin = line
        while true {
          guard let byte = rest.popFirst() else { throw .openQuote(line: begin) }
          if byte == CSVTable.newline { line += 1 }
          if byte == CSVTable.quote {
            guard rest.first == CSVTable.quote else { break }
            rest.removeFirst()
          }
          bytes.append(byte)
        }
      }
      while let byte = rest.first, byte != separator, byte != CSVTable.newline,
        byte != CSVTable.carriageReturn
      {
        bytes.append(byte)
        rest.removeFirst()
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmingSpaces: String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let scalars = unicodeScalars.drop(while: isSpace)
    guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(scalars[...last])
  }
}
