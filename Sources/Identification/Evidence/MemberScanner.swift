/// Reads the members of JSON objects at any depth, from text that may be cut short.
///
/// Yields a bounded list of keys and scalar values, not a tree. An array's elements have the array's
/// key. Does not recurse and cannot trap: every index is checked against the end.
package struct MemberScanner {
  private static let limit = 400
  private static let textLimit = 300

  private let bytes: [UInt8]
  private var index = 0
  private var key = ""
  package private(set) var found: [(key: String, value: String)] = []

  /// Scans the first 128 KiB of the text.
  package init(_ text: String) {
    bytes = text.utf8.count <= 1 << 17 ? Array(text.utf8) : Array(text.utf8.prefix(1 << 17))
    scan()
  }

  private mutating func scan() {
    while index < bytes.count, found.count < Self.limit {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let text = readString()
        if isBeforeColon { key = text } else { note(text) }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        note(String(decoding: bytes[start..<index].prefix(40), as: UTF8.self))
      default: index += 1
      }
    }
  }

  private var isBeforeColon: Bool {
    var next = index
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }

  private mutating func note(_ value: String) {
    if !value.isEmpty { found.append((key, value)) }
  }

  private mutating func readString() -> String {
    index += 1
    let start = index
    while index < bytes.count, !Self.endsPlainText(bytes[index]) { index += 1 }
    var text = bytes[start..<min(index, start + Self.textLimit)]
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: text, as: UTF8.self)
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      var byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
        guard index < bytes.count else { break }
        if bytes[index] == UInt8(ascii: "u") {
          let scalar = readEscape()
          if text.count < Self.textLimit { text += String(Character(scalar)).utf8 }
          continue
        }
        // Other escapes stand for the escaped character.
        byte =
          [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(bytes[index])
          ? 0x20 : bytes[index]
      }
      if text.count < Self.textLimit { text.append(byte) }
      index += 1
    }
    index = min(index + 1, bytes.count)
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a `\u` escape or a surrogate pair of them (RFC 8259, section 7); the index is at the `u`.
  private mutating func readEscape() -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    index += 1
    guard let first = readDigits() else { return replacement }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? replacement }
    guard bytes[index...].starts(with: "\\u".utf8) else { return replacement }
    index += 2
    guard let second = readDigits(), (0xDC00..<0xE000).contains(second) else { return replacement }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? replacement
  }

  /// Four hexadecimal digits.
  private mutating func readDigits() -> UInt32? {
    guard bytes.count - index >= 4,
      let value = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { return nil }
    index += 4
    return value
  }

  private static func endsPlainText(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
