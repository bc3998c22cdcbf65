/// A message of SMB over TCP (MS-SMB2, section 2.1): a zero, its length in three bytes, itself.
public struct SMBTransport: Hashable, Sendable {
  /// The message.
  public var message: [UInt8]

  /// The given message.
  public init(_ message: [UInt8]) {
    self.message = message
  }
}

extension SMBTransport: WireFrame {
  /// Four bytes; the first is zero.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 4 else { return nil }
    var cursor = ByteCursor(start)
    let length = try cursor.uint32(start)
    guard length >> 24 == 0 else { throw WireError(.invalid("SMB transport"), at: 0) }
    return 4 + Int(length)
  }

  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard let length = try Self.length(of: bytes) else {
      throw WireError(.truncated(missing: 4 - bytes.byteCount), at: 0)
    }
    var cursor = ByteCursor(bytes)
    try cursor.skip(4, in: bytes)
    message = try cursor.bytes(bytes, count: length - 4)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: message.count) & 0xFF_FFFF)
    bytes.append(contentsOf: message)
  }
}
