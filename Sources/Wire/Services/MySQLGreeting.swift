/// A packet of MySQL's protocol, as the server greets with it.
///
/// Source: *Protocol::Packet*, *Protocol::HandshakeV10* and *ERR_Packet* in MySQL's documentation.
public struct MySQLGreeting: Hashable, Sendable {
  /// The number of the packet.
  public var sequence: UInt8 = 0
  /// What it holds.
  public var payload: [UInt8]

  /// The server's version, or why it won't speak; `nil` where it is neither.
  public var text: [UInt8]? {
    switch payload.first {
    case 9, 10:
      guard let end = payload.firstIndex(of: 0), end > 1 else { return nil }
      return Array(payload[1..<end])
    case 0xFF where payload.count > 3:
      // A number in two bytes, perhaps `#` and a state in five, then words.
      let words = payload[3...]
      return Array(words.first == UInt8(ascii: "#") ? words.dropFirst(6) : words)
    default: return nil
    }
  }
}

extension MySQLGreeting: WireFrame {
  /// Three bytes, the least significant first, say how many follow the number.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 4 else { return nil }
    var cursor = ByteCursor(start)
    return try 4 + Int(cursor.littleUInt32(start) & 0xFF_FFFF)
  }

  /// Reads a packet.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let start = try cursor.littleUInt32(bytes)
    sequence = UInt8(start >> 24)
    payload = try cursor.bytes(bytes, count: Int(start & 0xFF_FFFF))
  }

  /// Appends the packet.
  public func write(to bytes: inout [UInt8]) {
    let length = UInt32(truncatingIfNeeded: payload.count) & 0xFF_FFFF
    bytes.append(littleEndian: UInt32(sequence) << 24 | length)
    bytes.append(contentsOf: payload)
  }
}
