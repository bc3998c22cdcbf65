/// Dahua's search for devices (DHIP): a header of 32 bytes in little-endian order, and JSON.
public struct DahuaDiscovery: Hashable, Sendable {
  /// JSON.
  public var text: [UInt8]

  /// The given message.
  public init(text: [UInt8]) {
    self.text = text
  }

  /// The port of cameras and recorders.
  public static let port: UInt16 = 37810
  /// The group in which they are searched.
  public static let group = IPv4Address(239, 255, 255, 251)
  /// The search for all devices.
  public static let request = DahuaDiscovery(
    text: Array(#"{"method":"DHDiscover.search","params":{"mac":"","uni":1}}"#.utf8)
  )
  private static let magic: [UInt8] = [0x20, 0, 0, 0] + Array("DHIP".utf8)
  private static let longestText = 8 << 10
}

extension DahuaDiscovery: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.bytes(bytes, count: 8) == Self.magic else {
      throw WireError(.invalid("magic"), at: 0)
    }
    try cursor.skip(8, in: bytes)
    let length = try Int(cursor.littleUInt32(bytes))
    guard length <= Self.longestText else { throw WireError(.tooMany("bytes"), at: 16) }
    try cursor.skip(12, in: bytes)
    text = try cursor.bytes(bytes, count: length)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    let text = text.prefix(Self.longestText)
    bytes += Self.magic + Array(repeating: 0, count: 8)
    for _ in 0..<2 {
      bytes.append(littleEndian: UInt32(text.count))
      bytes.append(bigEndian: UInt32(0))
    }
    bytes += text
  }
}
