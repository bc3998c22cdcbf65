/// Reads elements and attributes from XML and HTML, which may be malformed or cut short.
///
/// Yields a bounded list of names and values, not a tree; knows the predefined entities only. Does
/// not recurse and cannot trap: every index is checked against the end.
package struct MarkupScanner {
  private static let limit = 400
  private static let textLimit = 300
  private static let nameLimit = 64

  private let bytes: [UInt8]
  private var index = 0
  package private(set) var found: [(key: String, value: String)] = []

  /// Scans the first 128 KiB of the text.
  package init(_ text: String) {
    bytes = text.utf8.count <= 1 << 17 ? Array(text.utf8) : Array(text.utf8.prefix(1 << 17))
    scan()
  }

  private mutating func scan() {
    while index < bytes.count, found.count < Self.limit {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      index += 1
      guard index < bytes.count, Self.isName(bytes[index]) else {
        skip(to: UInt8(ascii: ">"))
        continue
      }
      readElement()
    }
  }

  private mutating func readElement() {
    let name = readName()
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      guard Self.isName(bytes[index]) else {
        index += 1
        continue
      }
      let attribute = readName()
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      let quote = bytes[index + 1]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      index += 2
      let start = index
      skip(to: quote)
      note(attribute, from: start, to: max(start, index - 1))
    }
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    if start < index { note(name, from: start, to: index) }
    readVerbatim(of: name)
  }

  /// `<![CDATA[text]]>`.
  private mutating func readVerbatim(of name: Range<Int>) {
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "!"),
      bytes[index...].starts(with: "<![CDATA[".utf8)
    else { return }
    let start = index + 9
    index = start
    skip(to: UInt8(ascii: "]"))
    note(name, from: start, to: max(start, index - 1))
  }

  private mutating func skip(to stop: UInt8) {
    while index < bytes.count, bytes[index] != stop { index += 1 }
    index = min(index + 1, bytes.count)
  }

  /// A name without its namespace.
  private mutating func readName() -> Range<Int> {
    var start = index
    while index < bytes.count, Self.isName(bytes[index]) || bytes[index] == UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: ":") { start = index + 1 }
      index += 1
    }
    return min(start, index)..<min(index, min(start, index) + Self.nameLimit)
  }

  private mutating func note(_ name: Range<Int>, from start: Int, to end: Int) {
    let raw = bytes[start..<end].prefix(Self.textLimit)
    guard raw.contains(where: { $0 > 0x20 }), found.count < Self.limit else { return }
    let key = String(decoding: bytes[name], as: UTF8.self)
    if let value = Self.plain(raw) {
      found.append((key, value))
      return
    }
    var bytes = Array(raw)
    if raw.contains(UInt8(ascii: "&")) {
      for (entity, character) in Self.entities {
        bytes = Self.replacing(entity, by: character, in: bytes)
      }
    }
    let value = String(decoding: bytes, as: UTF8.self)
    found.append((key, value.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
  }

  /// `&amp;` last, so that its result is not decoded again.
  private static let entities: [([UInt8], [UInt8])] = [
    ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ("&reg;", "®"), ("&amp;", "&"),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  private static func replacing(
    _ entity: [UInt8],
    by character: [UInt8],
    in text: [UInt8]
  ) -> [UInt8] {
    var replaced: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == entity[0], text[index...].starts(with: entity) {
        replaced += character
        index += entity.count
      } else {
        replaced.append(text[index])
        index += 1
      }
    }
    return replaced
  }

  /// The trimmed text if it needs no decoding: ASCII, no entities, single spaces only; else `nil`.
  private static func plain(_ raw: ArraySlice<UInt8>) -> String? {
    var start = raw.startIndex
    while start < raw.endIndex, isBlank(raw[start]) { start += 1 }
    var end = raw.endIndex
    while end > start, isBlank(raw[end - 1]) { end -= 1 }
    var previous: UInt8 = 0
    for index in start..<end {
      let byte = raw[index]
      guard byte < 0x80, byte != UInt8(ascii: "&"), !isBlank(byte) || byte == 0x20,
        byte != 0x20 || previous != 0x20
      else { return nil }
      previous = byte
    }
    return String(decoding: raw[start..<end], as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
