/// Asks who has an IPv6 address (RFC 4861, section 4.3).
public struct NeighbourSolicitation: Hashable, Sendable {
  /// The address asked for.
  public var target: IPv6Address
  /// Usually the asker's link address.
  public var options: [NeighbourOption]

  /// The given question.
  public init(target: IPv6Address, options: [NeighbourOption] = []) {
    self.target = target
    self.options = options
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    try cursor.skip(4, in: bytes)
    target = try cursor.ipv6Address(bytes)
    options = try NeighbourOption.parse(&cursor, in: bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(0))
    bytes.append(target)
    for option in options { option.write(to: &bytes) }
  }
}

/// Says who has an IPv6 address (RFC 4861, section 4.4).
public struct NeighbourAdvertisement: Hashable, Sendable {
  /// The address.
  public var target: IPv6Address
  /// Whether its owner forwards packets.
  public var isRouter: Bool
  /// Whether it answers a question.
  public var isSolicited: Bool
  /// Whether it replaces what is known.
  public var isOverride: Bool
  /// Usually the owner's link address.
  public var options: [NeighbourOption]

  /// The given answer.
  public init(
    target: IPv6Address,
    isRouter: Bool = false,
    isSolicited: Bool = true,
    isOverride: Bool = true,
    options: [NeighbourOption] = []
  ) {
    self.target = target
    self.isRouter = isRouter
    self.isSolicited = isSolicited
    self.isOverride = isOverride
    self.options = options
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    let flags = try cursor.uint32(bytes)
    isRouter = flags & 1 << 31 != 0
    isSolicited = flags & 1 << 30 != 0
    isOverride = flags & 1 << 29 != 0
    target = try cursor.ipv6Address(bytes)
    options = try NeighbourOption.parse(&cursor, in: bytes)
  }

  func write(to bytes: inout [UInt8]) {
    let router: UInt32 = isRouter ? 1 << 31 : 0
    let solicited: UInt32 = isSolicited ? 1 << 30 : 0
    bytes.append(bigEndian: router | solicited | (isOverride ? 1 << 29 : 0))
    bytes.append(target)
    for option in options { option.write(to: &bytes) }
  }
}

/// A router's word on its link (RFC 4861, section 4.2).
public struct RouterAdvertisement: Hashable, Sendable {
  /// The hop limit that hosts should use; 0 says nothing.
  public var hopLimit: UInt8
  /// Whether addresses are to be had from DHCPv6.
  public var isManaged: Bool
  /// Whether other configuration is.
  public var hasOtherConfiguration: Bool
  /// For how many seconds it is a default router; 0 says that it is none.
  public var lifetime: UInt16
  /// For how many milliseconds a confirmed neighbour is reachable; 0 says nothing.
  public var reachableTime: UInt32
  /// Milliseconds between solicitations; 0 says nothing.
  public var retransmitTime: UInt32
  /// Prefixes, link address, MTU, resolvers.
  public var options: [NeighbourOption]

  /// The given advertisement.
  public init(
    hopLimit: UInt8 = 64,
    isManaged: Bool = false,
    hasOtherConfiguration: Bool = false,
    lifetime: UInt16,
    reachableTime: UInt32 = 0,
    retransmitTime: UInt32 = 0,
    options: [NeighbourOption] = []
  ) {
    self.hopLimit = hopLimit
    self.isManaged = isManaged
    self.hasOtherConfiguration = hasOtherConfiguration
    self.lifetime = lifetime
    self.reachableTime = reachableTime
    self.retransmitTime = retransmitTime
    self.options = options
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    hopLimit = try cursor.uint8(bytes)
    let flags = try cursor.uint8(bytes)
    isManaged = flags & 0x80 != 0
    hasOtherConfiguration = flags & 0x40 != 0
    lifetime = try cursor.uint16(bytes)
    reachableTime = try cursor.uint32(bytes)
    retransmitTime = try cursor.uint32(bytes)
    options = try NeighbourOption.parse(&cursor, in: bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(hopLimit)
    bytes.append((isManaged ? 0x80 : 0) | (hasOtherConfiguration ? 0x40 : 0))
    bytes.append(bigEndian: lifetime)
    bytes.append(bigEndian: reachableTime)
    bytes.append(bigEndian: retransmitTime)
    for option in options { option.write(to: &bytes) }
  }
}
