extension ByteCursor {
  /// Two bytes, the least significant first.
  public mutating func littleUInt16(_ bytes: RawSpan) throws(WireError) -> UInt16 {
    try uint16(bytes).byteSwapped
  }

  /// Four bytes, the least significant first.
  public mutating func littleUInt32(_ bytes: RawSpan) throws(WireError) -> UInt32 {
    try uint32(bytes).byteSwapped
  }

  /// Eight bytes, the least significant first.
  public mutating func littleUInt64(_ bytes: RawSpan) throws(WireError) -> UInt64 {
    try uint64(bytes).byteSwapped
  }
}

extension Array where Element == UInt8 {
  /// Appends an integer, the least significant byte first.
  mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    append(bigEndian: value.byteSwapped)
  }
}
