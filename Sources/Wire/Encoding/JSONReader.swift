/// Reads JSON (RFC 8259) into values, from bytes of any kind.
///
/// It takes what the grammar permits, in UTF-8, and besides what Foundation's reader takes, too: a byte
/// order mark at the beginning, and a comma behind the last element, which people leave in what they
/// write by hand. It refuses numbers that no `Double` holds and escapes of half a character.
///
/// Cannot trap: every index is checked against the end. Recursion is bounded by ``deepestRead``, the
/// memory by ``mostBytes`` and ``mostValues``.
struct JSONReader {
  /// The bytes are not JSON, or are more than what is read.
  struct Unreadable: Error {}

  /// Values nested deeper than this become `null`; no API nests a third as deep.
  private static let deepest = 16
  /// A document nested deeper than this is not read.
  private static let deepestRead = 128
  /// Longer lists are cut: the largest that is asked for, the networks of one system, has 10,000.
  private static let longestList = 20_000
  /// Larger documents are not read: as much as the largest answer that is asked for may have.
  private static let mostBytes = 8 << 20
  /// A document of more values is not read: one of a single byte takes sixteen in memory, or more.
  private static let mostValues = 1 << 20

  private let bytes: [UInt8]
  private var index = 0
  private var count = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // It may be there (RFC 8259, section 8.1), and some servers write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The value that the bytes are, with nothing but blanks around it.
  mutating func readDocument() throws(Unreadable) -> JSONValue {
    guard bytes.count <= Self.mostBytes else { throw Unreadable() }
    let document = try readValue(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw Unreadable() }
    return document
  }

  private mutating func readValue(depth: Int) throws(Unreadable) -> JSONValue {
    count += 1
    guard depth <= Self.deepestRead, count <= Self.mostValues else { throw Unreadable() }
    skipBlanks()
    let value: JSONValue
    switch next {
    case UInt8(ascii: "{"): value = .object(try readMembers(depth: depth))
    case UInt8(ascii: "["): value = .list(try readElements(depth: depth))
    case UInt8(ascii: "\""): value = .text(try readText())
    case UInt8(ascii: "t"):
      try pass("true")
      value = .flag(true)
    case UInt8(ascii: "f"):
      try pass("false")
      value = .flag(false)
    case UInt8(ascii: "n"):
      try pass("null")
      value = .null
    default: value = .number(try readNumber())
    }
    return depth <= Self.deepest ? value : .null
  }

  // MARK: Objects and lists

  private mutating func readMembers(depth: Int) throws(Unreadable) -> [JSONValue.Member] {
    index += 1
    guard !passEnd(UInt8(ascii: "}")) else { return [] }
    var members: [String: JSONValue] = [:]
    repeat {
      skipBlanks()
      let name = try readText()
      skipBlanks()
      try pass(":")
      let value = try readValue(depth: depth + 1)
      if members[name] == nil { members[name] = value }
    } while try passComma(or: UInt8(ascii: "}"))
    return members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
  }

  private mutating func readElements(depth: Int) throws(Unreadable) -> [JSONValue] {
    index += 1
    guard !passEnd(UInt8(ascii: "]")) else { return [] }
    var values: [JSONValue] = []
    repeat {
      let value = try readValue(depth: depth + 1)
      if values.count < Self.longestList { values.append(value) }
    } while try passComma(or: UInt8(ascii: "]"))
    return values
  }

  /// Whether the end comes next, which is then passed.
  private mutating func passEnd(_ end: UInt8) -> Bool {
    skipBlanks()
    guard next == end else { return false }
    index += 1
    return true
  }

  /// Passes a comma, or the end with or without one before it; whether another element follows.
  private mutating func passComma(or end: UInt8) throws(Unreadable) -> Bool {
    skipBlanks()
    let byte = next
    guard byte == UInt8(ascii: ",") || byte == end else { throw Unreadable() }
    index += 1
    guard byte != end else { return false }
    return !passEnd(end)
  }

  // MARK: Numbers

  private mutating func readNumber() throws(Unreadable) -> Double {
    guard let end = JSONGrammar.endOfNumber(in: bytes, at: index),
      let number = Double(String(decoding: bytes[index..<end], as: UTF8.self)), number.isFinite
    else { throw Unreadable() }
    index = end
    return number
  }

  // MARK: Texts

  private mutating func readText() throws(Unreadable) -> String {
    try pass("\"")
    var text: [UInt8] = []
    var start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        text += bytes[start..<index]
        index += 1
        guard let valid = String(validating: text, as: UTF8.self) else { throw Unreadable() }
        return valid
      case UInt8(ascii: "\\"):
        text += bytes[start..<index]
        index += 1
        let scalar = try readEscape()
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        start = index
      case ..<0x20: throw Unreadable()
      default: index += 1
      }
    }
    throw Unreadable()
  }

  private mutating func readEscape() throws(Unreadable) -> Unicode.Scalar {
    let letter = next
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let escape = JSONGrammar.escapedCharacter(in: bytes, at: index) else {
        throw Unreadable()
      }
      index = escape.end
      return escape.character
    default: throw Unreadable()
    }
  }

  // MARK: Bytes

  /// The next byte; 0 at the end, where JSON has none.
  private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipBlanks() {
    while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { index += 1 }
  }

  private mutating func pass(_ token: String) throws(Unreadable) {
    for byte in token.utf8 {
      guard next == byte else { throw Unreadable() }
      index += 1
    }
  }
}
