/// What lighting gear says when it is polled (Art-Net 4, "ArtPollReply").
public struct ArtPollReply: Hashable, Sendable {
  /// The maker, as ESTA numbers it: two letters.
  public var maker: UInt16
  /// The name in short, and in full.
  public var shortName: [UInt8]
  /// The name in full, often the model.
  public var longName: [UInt8]

  /// The given reply.
  public init(maker: UInt16, shortName: String, longName: String) {
    self.maker = maker
    self.shortName = Array(shortName.utf8.prefix(17))
    self.longName = Array(longName.utf8.prefix(63))
  }

  /// The port that is polled, and to which replies go.
  public static let port: UInt16 = 6454
  /// The poll: version 14, no further messages wanted.
  public static let request: [UInt8] = mark + [0x00, 0x20, 0x00, 0x0E, 0x00, 0x00]
  private static let mark = Array("Art-Net".utf8) + [0]
}

extension ArtPollReply: WireFormat {
  /// Reads a reply.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.bytes(bytes, count: 10) == Self.mark + [0x00, 0x21] else {
      throw WireError(.invalid("operation"), at: 0)
    }
    try cursor.skip(14, in: bytes)
    maker = try cursor.littleUInt16(bytes)
    shortName = Array(try cursor.bytes(bytes, count: 18).prefix(17).prefix { $0 != 0 })
    longName = Array(try cursor.bytes(bytes, count: 64).prefix(63).prefix { $0 != 0 })
  }

  /// Appends a reply of a node without ports.
  public func write(to bytes: inout [UInt8]) {
    bytes += Self.mark + [0x00, 0x21] + Array(repeating: 0, count: 14)
    bytes.append(littleEndian: maker)
    for (text, length) in [(shortName, 18), (longName, 64)] {
      let text = text.prefix(length - 1)
      bytes += text + Array(repeating: 0, count: length - text.count)
    }
    bytes += Array(repeating: 0, count: 239 - 108)
  }
}
