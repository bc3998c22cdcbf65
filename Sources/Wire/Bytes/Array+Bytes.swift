extension Array where Element == UInt8 {
  /// Copies a part of the bytes; what lies outside them is left out.
  init(copying bytes: RawSpan, _ range: Range<Int>) {
    self = []
    append(copying: bytes, range)
  }

  /// Appends a part of the bytes in one go; what lies outside them is left out.
  mutating func append(copying bytes: RawSpan, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<bytes.byteCount)
    bytes.extracting(range).withUnsafeBytes { append(contentsOf: $0) }
  }

  /// Appends an integer in network order.
  mutating func append<Value: FixedWidthInteger>(bigEndian value: Value) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Overwrites two bytes with an integer in network order; nothing happens past the end.
  mutating func overwrite(at offset: Int, bigEndian value: UInt16) {
    guard offset >= 0, offset + 2 <= count else { return }
    self[offset] = UInt8(truncatingIfNeeded: value >> 8)
    self[offset + 1] = UInt8(truncatingIfNeeded: value)
  }

  /// Appends the four bytes of an address.
  mutating func append(_ address: IPv4Address) {
    append(bigEndian: address.rawValue)
  }

  /// Appends the sixteen bytes of an address.
  mutating func append(_ address: IPv6Address) {
    append(bigEndian: address.high)
    append(bigEndian: address.low)
  }

  /// Appends the six bytes of an address.
  mutating func append(_ address: MACAddress) {
    append(bigEndian: UInt16(truncatingIfNeeded: address.rawValue >> 32))
    append(bigEndian: UInt32(truncatingIfNeeded: address.rawValue))
  }
}
