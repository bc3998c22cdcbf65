import Wire

extension Array where Element == UInt8 {
  /// Appends an integer, the most significant byte first.
  package mutating func add<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  /// Appends an integer, the least significant byte first.
  package mutating func add<Value: FixedWidthInteger>(little value: Value) {
    add(value.byteSwapped)
  }

  /// Appends text.
  package mutating func add(_ text: String) { append(contentsOf: text.utf8) }

  /// The bytes behind their length, which is an integer of that type.
  package func counted<Value: FixedWidthInteger>(by type: Value.Type) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.add(Value(truncatingIfNeeded: count))
    return bytes + self
  }

  /// Filled up with zeros, or cut, to that length.
  package func padded(to length: Int) -> [UInt8] {
    Array(prefix(length)) + Array(repeating: 0, count: Swift.max(0, length - count))
  }

  /// The bytes of hexadecimal digits; anything else is skipped.
  package init(hex text: String) {
    self = Hex.decodePrefix(text.utf8.filter { Hex.value(of: $0) != nil })
  }

  /// Text in UTF-16, the least significant byte first.
  init(utf16 text: String) {
    self = text.utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
  }
}
