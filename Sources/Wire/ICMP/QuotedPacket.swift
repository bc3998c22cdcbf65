/// What can be told of a packet from its beginning, as ICMP errors quote it.
///
/// Routers may have changed its header on the way, so lengths and checksums are not looked at.
public struct QuotedPacket: Hashable, Sendable {
  /// What the transport header's first bytes say.
  public enum Transport: Hashable, Sendable {
    /// TCP or UDP ports.
    case ports(source: UInt16, destination: UInt16)
    /// An echo request of ICMP or ICMPv6.
    case echo(identifier: UInt16, sequence: UInt16)
    /// Anything else, a fragment's middle, or not enough of it.
    case other
  }

  /// The packet's sender: the one that the error was sent to.
  public var source: IPAddress
  /// The packet's receiver: the one that could not be reached.
  public var destination: IPAddress
  /// What it carries.
  public var next: IPProtocol
  /// The hops that it could still have taken.
  public var hopLimit: UInt8
  /// What its transport header says.
  public var transport: Transport

  /// Reads the beginning of an IPv4 or IPv6 packet, of which at least the header is there.
  public init(parsing bytes: [UInt8]) throws(WireError) {
    try self.init(parsing: bytes.span.bytes)
  }

  /// Reads the beginning of an IPv4 or IPv6 packet, of which at least the header is there.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let first = try cursor.uint8(bytes)
    var isMiddle = false
    switch first >> 4 {
    case 4:
      let headerLength = Int(first & 15) * 4
      guard headerLength >= 20 else { throw WireError(.invalid("header length"), at: 0) }
      try cursor.skip(5, in: bytes)
      isMiddle = try cursor.uint16(bytes) & 0x1FFF != 0
      hopLimit = try cursor.uint8(bytes)
      next = try IPProtocol(rawValue: cursor.uint8(bytes))
      try cursor.skip(2, in: bytes)
      source = try .v4(cursor.ipv4Address(bytes))
      destination = try .v4(cursor.ipv4Address(bytes))
      try cursor.skip(headerLength - 20, in: bytes)
    case 6:
      try cursor.skip(5, in: bytes)
      next = try IPProtocol(rawValue: cursor.uint8(bytes))
      hopLimit = try cursor.uint8(bytes)
      source = try .v6(cursor.ipv6Address(bytes), zone: nil)
      destination = try .v6(cursor.ipv6Address(bytes), zone: nil)
      var walked = 0
      while IPv6Packet.Extension.isWalked(next), !isMiddle, walked < IPv6Packet.mostExtensions {
        let kind = next
        let header = try IPv6Packet.Extension(kind, &cursor, in: bytes, next: &next)
        isMiddle = header.isBehindFirstFragment
        walked += 1
      }
    default: throw WireError(.invalid("IP version"), at: 0)
    }
    let read = try? Transport(next, cursor, in: bytes)
    transport = isMiddle ? .other : read ?? .other
  }
}

extension QuotedPacket.Transport {
  fileprivate init(
    _ next: IPProtocol,
    _ cursor: ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) {
    var cursor = cursor
    switch next {
    case .tcp, .udp:
      let source = try cursor.uint16(bytes)
      self = try .ports(source: source, destination: cursor.uint16(bytes))
    case .icmp, .icmpv6:
      let type = try cursor.uint8(bytes)
      guard type == (next == .icmp ? 8 : 128) else {
        self = .other
        return
      }
      try cursor.skip(3, in: bytes)
      let identifier = try cursor.uint16(bytes)
      self = try .echo(identifier: identifier, sequence: cursor.uint16(bytes))
    default: self = .other
    }
  }
}
