/// A reading position in untrusted bytes.
///
/// Every read checks the bounds first and moves on only when it succeeds, so nothing here can trap
/// or read past the end, whatever the bytes say. The span is passed to each call rather than kept,
/// so a cursor can be copied, jump (DNS names do), and never outlives its bytes.
public struct ByteCursor: Sendable {
  /// The next byte to be read, counted from the start of the span.
  public private(set) var offset: Int
  /// The first byte that must not be read.
  public let end: Int

  /// A cursor over the whole span.
  public init(_ bytes: RawSpan) {
    offset = 0
    end = bytes.byteCount
  }

  private init(offset: Int, end: Int) {
    self.offset = offset
    self.end = end
  }

  /// How many bytes are left.
  public var remaining: Int { end - offset }

  /// Whether everything has been read.
  public var isAtEnd: Bool { offset >= end }

  /// One byte.
  public mutating func uint8(_ bytes: RawSpan) throws(WireError) -> UInt8 {
    try read(bytes, as: UInt8.self)
  }

  /// Two bytes in network order.
  public mutating func uint16(_ bytes: RawSpan) throws(WireError) -> UInt16 {
    try UInt16(bigEndian: read(bytes, as: UInt16.self))
  }

  /// Four bytes in network order.
  public mutating func uint32(_ bytes: RawSpan) throws(WireError) -> UInt32 {
    try UInt32(bigEndian: read(bytes, as: UInt32.self))
  }

  /// Eight bytes in network order.
  public mutating func uint64(_ bytes: RawSpan) throws(WireError) -> UInt64 {
    try UInt64(bigEndian: read(bytes, as: UInt64.self))
  }

  /// The next `count` bytes, copied.
  public mutating func bytes(_ bytes: RawSpan, count: Int) throws(WireError) -> [UInt8] {
    try require(count, in: bytes)
    let copy = [UInt8](copying: bytes, offset..<offset + count)
    offset += count
    return copy
  }

  /// Moves on by `count` bytes unread.
  public mutating func skip(_ count: Int, in bytes: RawSpan) throws(WireError) {
    try require(count, in: bytes)
    offset += count
  }

  /// A cursor of its own over the next `count` bytes, which this one skips; offsets stay those of
  /// the whole message.
  public mutating func slice(_ count: Int, in bytes: RawSpan) throws(WireError) -> ByteCursor {
    try require(count, in: bytes)
    defer { offset += count }
    return ByteCursor(offset: offset, end: offset + count)
  }

  /// A cursor at another offset of the same message, with the whole span ahead of it.
  public func jumping(to target: Int, in bytes: RawSpan) throws(WireError) -> ByteCursor {
    guard target >= 0, target < bytes.byteCount else {
      throw WireError(.invalid("jump"), at: offset)
    }
    return ByteCursor(offset: target, end: bytes.byteCount)
  }

  /// Everything that is left, copied.
  public mutating func rest(_ bytes: RawSpan) throws(WireError) -> [UInt8] {
    try self.bytes(bytes, count: max(0, remaining))
  }

  private mutating func read<Value: BitwiseCopyable>(
    _ bytes: RawSpan,
    as type: Value.Type
  ) throws(WireError) -> Value {
    try require(MemoryLayout<Value>.size, in: bytes)
    defer { offset += MemoryLayout<Value>.size }
    return bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  private func require(_ count: Int, in bytes: RawSpan) throws(WireError) {
    guard count >= 0 else { throw WireError(.invalid("length"), at: offset) }
    let limit = min(end, bytes.byteCount)
    guard count <= limit - offset else {
      throw WireError(.truncated(missing: count - max(0, limit - offset)), at: offset)
    }
  }
}

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

extension ByteCursor {
  /// Four bytes as an address.
  public mutating func ipv4Address(_ bytes: RawSpan) throws(WireError) -> IPv4Address {
    try IPv4Address(rawValue: uint32(bytes))
  }

  /// Sixteen bytes as an address.
  public mutating func ipv6Address(_ bytes: RawSpan) throws(WireError) -> IPv6Address {
    let high = try uint64(bytes)
    return try IPv6Address(high: high, low: uint64(bytes))
  }

  /// Six bytes as an address.
  public mutating func macAddress(_ bytes: RawSpan) throws(WireError) -> MACAddress {
    let high = try uint16(bytes)
    return try MACAddress(rawValue: UInt64(high) << 32 | UInt64(uint32(bytes)))
  }
}

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

/// Bytes after their number, as many formats have them.
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
