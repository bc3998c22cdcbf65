/// What Twinkly's lights answer to a search: their address, a receipt and their name.
public struct TwinklyDiscovery: Hashable, Sendable {
  /// The light's own address.
  public var address: IPv4Address
  /// What it calls itself: `Twinkly_33AAFF`.
  public var name: String

  /// The given answer.
  public init(address: IPv4Address, name: String) {
    self.address = address
    self.name = name
  }

  /// The port of lights.
  public static let port: UInt16 = 5555
  /// The search: a byte, and a word.
  public static let request: [UInt8] = [1] + Array("discover".utf8)
  private static let receipt = Array("OK".utf8)
  private static let longestName = 64
}

extension TwinklyDiscovery: WireFormat {
  /// Reads an answer.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    address = try IPv4Address(rawValue: cursor.littleUInt32(bytes))
    guard try cursor.bytes(bytes, count: 2) == Self.receipt else {
      throw WireError(.invalid("receipt"), at: 4)
    }
    var name: [UInt8] = []
    while !cursor.isAtEnd {
      let byte = try cursor.uint8(bytes)
      if byte == 0 { break }
      guard name.count < Self.longestName, (0x20...0x7E).contains(byte) else {
        throw WireError(.invalid("name"), at: cursor.offset - 1)
      }
      name.append(byte)
    }
    guard !name.isEmpty else { throw WireError(.invalid("name"), at: 6) }
    self.name = String(decoding: name, as: UTF8.self)
  }

  /// Appends an answer.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: address.rawValue)
    bytes.append(contentsOf: Self.receipt + name.utf8.prefix(Self.longestName) + [0])
  }
}
