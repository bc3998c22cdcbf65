/// The beginning of a packet of the Network Time Protocol that a client or a server sends (RFC 5905,
/// section 7.3).
public struct NTPPacket: Hashable, Sendable {
  /// The protocol's version: 4, or 3 of older ones.
  public var version: UInt8
  /// 3 for a client, 4 for a server.
  public var mode: UInt8
  /// How far the server is from a clock of its own: 1 next to it, 16 for not synchronised, 0 for a
  /// refusal.
  public var stratum: UInt8

  /// The given packet.
  public init(version: UInt8 = 4, mode: UInt8, stratum: UInt8 = 0) {
    self.version = version & 7
    self.mode = mode & 7
    self.stratum = stratum
  }

  /// The port of servers.
  public static let port: UInt16 = 123
  /// A client's.
  public static let client: UInt8 = 3
  /// A server's.
  public static let server: UInt8 = 4

  private static let length = 48
}

extension NTPPacket: WireFormat {
  /// Reads a packet; its times are left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let first = try cursor.uint8(bytes)
    version = first >> 3 & 7
    mode = first & 7
    guard (1...4).contains(version), (1...5).contains(mode) else {
      throw WireError(.invalid("NTP mode"), at: 0)
    }
    stratum = try cursor.uint8(bytes)
    try cursor.skip(Self.length - 2, in: bytes)
  }

  /// Appends the packet, its times all zero: who asks for no time needs none.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(version << 3 | mode)
    bytes.append(stratum)
    bytes.append(contentsOf: repeatElement(0, count: Self.length - 2))
  }
}
