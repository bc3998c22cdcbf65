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
