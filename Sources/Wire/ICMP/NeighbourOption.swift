/// An option of neighbour discovery (RFC 4861, section 4.6).
public enum NeighbourOption: Hashable, Sendable {
  /// The link address of the message's sender.
  case sourceLinkAddress(MACAddress)
  /// The link address of the target.
  case targetLinkAddress(MACAddress)
  /// A prefix of the link.
  case prefix(NeighbourPrefix)
  /// The link's MTU.
  case mtu(UInt32)
  /// Resolvers, and for how many seconds (RFC 8106).
  case resolvers(lifetime: UInt32, [IPv6Address])
  /// Any other option, or one whose length is not its type's, with what follows its length.
  case other(type: UInt8, [UInt8])

  /// The most options that are read from one message.
  static let mostOptions = 64

  /// Reads all options that are left.
  static func parse(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [NeighbourOption] {
    var options: [NeighbourOption] = []
    while !cursor.isAtEnd {
      guard options.count < mostOptions else {
        throw WireError(.tooMany("options"), at: cursor.offset)
      }
      let type = try cursor.uint8(bytes)
      let length = try Int(cursor.uint8(bytes)) * 8
      // A length of zero makes the whole message invalid (RFC 4861, section 4.6).
      guard length > 0 else { throw WireError(.invalid("option length"), at: cursor.offset - 1) }
      var body = try cursor.slice(length - 2, in: bytes)
      try options.append(NeighbourOption(type, length: length, &body, in: bytes))
    }
    return options
  }

  private init(
    _ type: UInt8,
    length: Int,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) {
    switch (type, length) {
    case (1, 8): self = try .sourceLinkAddress(cursor.macAddress(bytes))
    case (2, 8): self = try .targetLinkAddress(cursor.macAddress(bytes))
    case (3, 32): self = try .prefix(NeighbourPrefix(&cursor, in: bytes))
    case (5, 8):
      try cursor.skip(2, in: bytes)
      self = try .mtu(cursor.uint32(bytes))
    case (25, 24...) where length % 16 == 8:
      try cursor.skip(2, in: bytes)
      let lifetime = try cursor.uint32(bytes)
      var addresses: [IPv6Address] = []
      while !cursor.isAtEnd { try addresses.append(cursor.ipv6Address(bytes)) }
      self = .resolvers(lifetime: lifetime, addresses)
    default: self = try .other(type: type, cursor.rest(bytes))
    }
  }

  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    switch self {
    case .sourceLinkAddress(let address):
      bytes.append(contentsOf: [1, 0])
      bytes.append(address)
    case .targetLinkAddress(let address):
      bytes.append(contentsOf: [2, 0])
      bytes.append(address)
    case .prefix(let prefix):
      bytes.append(contentsOf: [3, 0])
      prefix.write(to: &bytes)
    case .mtu(let mtu):
      bytes.append(contentsOf: [5, 0, 0, 0])
      bytes.append(bigEndian: mtu)
    case .resolvers(let lifetime, let addresses):
      bytes.append(contentsOf: [25, 0, 0, 0])
      bytes.append(bigEndian: lifetime)
      for address in addresses.prefix(127) { bytes.append(address) }
    case .other(let type, let contents):
      bytes.append(contentsOf: [type, 0])
      bytes.append(contentsOf: contents.prefix(255 * 8 - 2))
    }
    while !(bytes.count - start).isMultiple(of: 8) { bytes.append(0) }
    bytes[start + 1] = UInt8((bytes.count - start) / 8)
  }
}

/// A prefix in a router advertisement (RFC 4861, section 4.6.2).
public struct NeighbourPrefix: Hashable, Sendable {
  /// The prefix's address; bits beyond its length mean nothing.
  public var base: IPv6Address
  /// Its length in bits.
  public var length: UInt8
  /// Whether its addresses are on the link.
  public var isOnLink: Bool
  /// Whether hosts make addresses of it themselves.
  public var isAutonomous: Bool
  /// For how many seconds it is valid.
  public var validLifetime: UInt32
  /// For how many seconds its addresses are preferred.
  public var preferredLifetime: UInt32

  /// The given prefix.
  public init(
    base: IPv6Address,
    length: UInt8 = 64,
    isOnLink: Bool = true,
    isAutonomous: Bool = true,
    validLifetime: UInt32,
    preferredLifetime: UInt32
  ) {
    self.base = base
    self.length = length
    self.isOnLink = isOnLink
    self.isAutonomous = isAutonomous
    self.validLifetime = validLifetime
    self.preferredLifetime = preferredLifetime
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    length = try cursor.uint8(bytes)
    let flags = try cursor.uint8(bytes)
    isOnLink = flags & 0x80 != 0
    isAutonomous = flags & 0x40 != 0
    validLifetime = try cursor.uint32(bytes)
    preferredLifetime = try cursor.uint32(bytes)
    try cursor.skip(4, in: bytes)
    base = try cursor.ipv6Address(bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(length)
    bytes.append((isOnLink ? 0x80 : 0) | (isAutonomous ? 0x40 : 0))
    bytes.append(bigEndian: validLifetime)
    bytes.append(bigEndian: preferredLifetime)
    bytes.append(bigEndian: UInt32(0))
    bytes.append(base)
  }
}
