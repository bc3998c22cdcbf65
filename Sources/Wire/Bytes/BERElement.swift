/// A tag and its contents in ASN.1's basic encoding (X.690, section 8), as SNMP uses it: tags of one
/// byte, definite lengths.
///
/// Nested contents are parsed by the caller; nothing here recurses.
struct BERElement: Sendable {
  /// The identifier octet.
  let tag: UInt8
  /// A cursor over the contents.
  var contents: ByteCursor

  /// Reads the next element; its contents lie within the cursor's own end.
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    tag = try cursor.uint8(bytes)
    guard tag & 0x1F != 0x1F else { throw WireError(.invalid("tag"), at: cursor.offset - 1) }
    let length = try Self.length(&cursor, in: bytes)
    contents = try cursor.slice(length, in: bytes)
  }

  /// Reads an element that must have that tag.
  init(_ tag: UInt8, _ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    let start = cursor.offset
    self = try BERElement(&cursor, in: bytes)
    guard self.tag == tag else { throw WireError(.invalid("tag"), at: start) }
  }

  private static func length(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> Int {
    let first = try cursor.uint8(bytes)
    if first < 0x80 { return Int(first) }
    let count = Int(first & 0x7F)
    // 0x80 is a length yet unknown, which SNMP forbids; no datagram needs more than four bytes.
    guard (1...4).contains(count) else {
      throw WireError(.invalid("length"), at: cursor.offset - 1)
    }
    var length = 0
    for _ in 0..<count { length = try length << 8 | Int(cursor.uint8(bytes)) }
    return length
  }
}

extension BERElement {
  /// The contents, copied.
  func octets(_ bytes: RawSpan) throws(WireError) -> [UInt8] {
    var contents = contents
    return try contents.rest(bytes)
  }

  /// The contents as a signed integer of at most eight bytes (X.690, section 8.3).
  func integer(_ bytes: RawSpan) throws(WireError) -> Int64 {
    var contents = contents
    guard (1...8).contains(contents.remaining) else {
      throw WireError(.invalid("integer"), at: contents.offset)
    }
    var value = try Int64(Int8(bitPattern: contents.uint8(bytes)))
    while !contents.isAtEnd { value = try value << 8 | Int64(contents.uint8(bytes)) }
    return value
  }
}

extension [UInt8] {
  /// Appends an element.
  mutating func appendBER(_ tag: UInt8, _ contents: [UInt8]) {
    append(tag)
    if contents.count < 0x80 {
      append(UInt8(contents.count))
    } else {
      let bytes = Swift.withUnsafeBytes(of: UInt32(clamping: contents.count).bigEndian) {
        Array($0.drop { $0 == 0 })
      }
      append(0x80 | UInt8(bytes.count))
      append(contentsOf: bytes)
    }
    append(contentsOf: contents)
  }

  /// Appends an integer in as few bytes as it takes.
  mutating func appendBER(_ value: Int64) {
    var bytes = Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) }
    while bytes.count > 1,
      (bytes[0] == 0 && bytes[1] < 0x80) || (bytes[0] == 0xFF && bytes[1] >= 0x80)
    {
      bytes.removeFirst()
    }
    appendBER(0x02, bytes)
  }
}
