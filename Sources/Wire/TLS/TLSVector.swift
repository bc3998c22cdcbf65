/// TLS' vectors: bytes after their number (RFC 8446, section 3.4).
extension ByteCursor {
  /// Bytes after a number of one byte.
  mutating func vector8(_ bytes: RawSpan) throws(WireError) -> [UInt8] {
    try self.bytes(bytes, count: Int(uint8(bytes)))
  }

  /// Bytes after a number of two bytes.
  mutating func vector16(_ bytes: RawSpan) throws(WireError) -> [UInt8] {
    try self.bytes(bytes, count: Int(uint16(bytes)))
  }

  /// Bytes after a number of three bytes.
  mutating func vector24(_ bytes: RawSpan) throws(WireError) -> [UInt8] {
    try self.bytes(bytes, count: uint24(bytes))
  }

  /// Three bytes in network order.
  mutating func uint24(_ bytes: RawSpan) throws(WireError) -> Int {
    let high = Int(try uint8(bytes))
    return try high << 16 | Int(uint16(bytes))
  }
}

extension Array where Element == UInt8 {
  /// Appends bytes after their number in one byte.
  mutating func append(vector8 vector: some Collection<UInt8>) {
    append(UInt8(clamping: vector.count))
    append(contentsOf: vector.prefix(Int(UInt8.max)))
  }

  /// Appends bytes after their number in two bytes.
  mutating func append(vector16 vector: some Collection<UInt8>) {
    append(bigEndian: UInt16(clamping: vector.count))
    append(contentsOf: vector.prefix(Int(UInt16.max)))
  }

  /// Appends bytes after their number in three bytes.
  mutating func append(vector24 vector: some Collection<UInt8>) {
    append(UInt8(truncatingIfNeeded: vector.count >> 16))
    append(bigEndian: UInt16(truncatingIfNeeded: vector.count))
    append(contentsOf: vector)
  }
}
