/// A packet of the SSH transport before encryption begins (RFC 4253, section 6).
public struct SSHPacket: Hashable, Sendable {
  /// The message, its number first.
  public var payload: [UInt8]

  /// The given message.
  public init(payload: [UInt8]) {
    self.payload = payload
  }

  /// The message's number; 0, which is reserved, where it is empty.
  public var number: UInt8 { payload.first ?? 0 }
}

extension SSHPacket: WireFrame {
  /// Four bytes say how many follow.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 4 else { return nil }
    var cursor = ByteCursor(start)
    return try 4 + Int(cursor.uint32(start))
  }

  /// Reads a packet; what the padding is does not matter.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let length = try Int(cursor.uint32(bytes))
    let padding = try Int(cursor.uint8(bytes))
    guard length >= padding + 1 else { throw WireError(.invalid("padding length"), at: 4) }
    payload = try cursor.bytes(bytes, count: length - padding - 1)
    try cursor.skip(padding, in: bytes)
  }

  /// Appends the packet, padded with zeros to a multiple of eight bytes, four of them at least.
  public func write(to bytes: inout [UInt8]) {
    var padding = 8 - (5 + payload.count) % 8
    if padding < 4 { padding += 8 }
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: 1 + payload.count + padding))
    bytes.append(UInt8(padding))
    bytes.append(contentsOf: payload)
    bytes.append(contentsOf: repeatElement(0, count: padding))
  }
}
