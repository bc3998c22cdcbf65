/// On which lines of a TOML document its tables and values begin.
///
/// The parser says it of errors in the syntax only. This looks at a document that was parsed, so it need
/// not notice errors; whatever it is given, it ends, having looked at each byte once.
struct TOMLLines {
  private let lines: [ConfigurationPath: Int]

  init(_ text: String) {
    var scan = TOMLLineScan(text)
    scan.run()
    lines = scan.lines
  }

  /// The line of a value; where it isn't known, of the innermost list or table around it.
  func line(of path: ConfigurationPath) -> Int? {
    var path = path
    while !path.steps.isEmpty {
      if let line = lines[path] { return line }
      path.steps.removeLast()
    }
    return nil
  }
}

/// One look through a document.
private struct TOMLLineScan {
  private(set) var lines: [ConfigurationPath: Int] = [:]
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  /// The table whose keys follow.
  private var table = ConfigurationPath()
  /// How many elements lists of tables have so far.
  private var counts: [ConfigurationPath: Int] = [:]

  /// As many places as are remembered.
  private static let mostLines = 100_000
  /// So deep values may lie in each other.
  private static let deepest = 16

  init(_ text: String) {
    bytes = Array(text.utf8)
    // Editors may put a byte order mark before it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  mutating func run() {
    while true {
      skipBlank()
      guard let byte = current else { return }
      if byte == UInt8(ascii: "[") {
        readHeader()
      } else {
        let start = place
        readPair(in: table, depth: 0)
        if place == start { advance() }
      }
      skipLine()
    }
  }

  // MARK: Tables

  private mutating func readHeader() {
    let start = line
    advance()
    let isList = current == UInt8(ascii: "[")
    if isList { advance() }
    var path = ConfigurationPath()
    let keys = readKeys()
    for (position, key) in keys.enumerated() {
      path = path.appending(key)
      note(path, start)
      if isList, position == keys.count - 1 {
        let index = counts[path] ?? 0
        counts[path] = index + 1
        path = path.appending(index)
      } else if let count = counts[path] {
        // What follows belongs to the last element.
        path = path.appending(count - 1)
      }
      note(path, start)
    }
    table = path
  }

  private mutating func readPair(in table: ConfigurationPath, depth: Int) {
    let start = line
    var path = table
    for key in readKeys() {
      path = path.appending(key)
      note(path, start)
    }
    skipSpace()
    guard current == UInt8(ascii: "=") else { return }
    advance()
    readValue(at: path, depth: depth)
  }

  private mutating func readKeys() -> [String] {
    var keys: [String] = []
    while keys.count < ConfigurationPath.longest {
      skipSpace()
      guard let key = readKey() else { break }
      keys.append(key)
      skipSpace()
      guard current == UInt8(ascii: ".") else { break }
      advance()
    }
    return keys
  }

  private mutating func readKey() -> String? {
    guard let byte = current else { return nil }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let start = place
      skipString()
      return String(decoding: bytes[start..<place].dropFirst().dropLast(), as: UTF8.self)
    }
    let start = place
    while let byte = current, Self.isOfKey(byte) { advance() }
    return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: Values

  private mutating func readValue(at path: ConfigurationPath, depth: Int) {
    skipSpace()
    guard let byte = current, depth < Self.deepest else { return }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
    case UInt8(ascii: "["): readList(at: path, depth: depth)
    case UInt8(ascii: "{"): readInlineTable(at: path, depth: depth)
    default:
      while let byte = current, !Self.endsValue(byte) { advance() }
    }
  }

  private mutating func readList(at path: ConfigurationPath, depth: Int) {
    advance()
    var index = 0
    while true {
      skipBlank()
      guard let byte = current else { return }
      if byte == UInt8(ascii: "]") { return advance() }
      if byte == UInt8(ascii: ",") {
        advance()
        continue
      }
      let element = path.appending(index)
      note(element, line)
      let start = place
      readValue(at: element, depth: depth + 1)
      if place == start { advance() }
      index += 1
    }
  }

  private mutating func readInlineTable(at path: ConfigurationPath, depth: Int) {
    advance()
    while true {
      skipBlank()
      guard let byte = current else { return }
      if byte == UInt8(ascii: "}") { return advance() }
      let start = place
      if byte != UInt8(ascii: ",") { readPair(in: path, depth: depth + 1) }
      if place == start { advance() }
    }
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"),
      UInt8(ascii: "\n"):
      true
    default: false
    }
  }

  /// Skips a string of any of the four kinds.
  private mutating func skipString() {
    guard let quote = current else { return }
    let isLong = place + 2 < bytes.count && bytes[place + 1] == quote && bytes[place + 2] == quote
    for _ in 0..<(isLong ? 3 : 1) { advance() }
    while let byte = current {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        advance()
        advance()
      } else if byte == quote {
        guard isLong else { return advance() }
        guard place + 2 < bytes.count, bytes[place + 1] == quote, bytes[place + 2] == quote else {
          // The document may end with the quotes.
          advance()
          continue
        }
        // Up to two quotes before the last three belong to the text.
        for _ in 0..<5 where current == quote { advance() }
        return
      } else if byte == UInt8(ascii: "\n"), !isLong {
        return
      } else {
        advance()
      }
    }
  }

  // MARK: Bytes

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func advance() {
    guard place < bytes.count else { return }
    if bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private mutating func skipSpace() {
    while current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") { advance() }
  }

  /// Skips to the end of the line.
  private mutating func skipLine() {
    while let byte = current, byte != UInt8(ascii: "\n") { advance() }
  }

  /// Skips space, line ends and comments.
  private mutating func skipBlank() {
    while let byte = current {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
      case UInt8(ascii: "#"): skipLine()
      default: return
      }
    }
  }

  private mutating func note(_ path: ConfigurationPath, _ line: Int) {
    guard lines[path] == nil, lines.count < Self.mostLines else { return }
    lines[path] = line
  }
}
