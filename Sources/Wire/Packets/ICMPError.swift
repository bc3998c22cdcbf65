/// What an ICMP error says of a packet that did not get through.
public struct ICMPError: Hashable, Sendable {
  /// Why, in the numbers of its type.
  public var code: UInt8
  /// The second word: the MTU where a packet was too big (in ICMPv4 its lower half), else zero or
  /// lengths of extensions (RFC 4884).
  public var parameter: UInt32 = 0
  /// The beginning of the packet it is about, its IP header first.
  public var original: [UInt8]
}

extension ICMPError {
  init(code: UInt8, _ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    self.code = code
    parameter = try cursor.uint32(bytes)
    original = try cursor.rest(bytes)
  }

  /// Appends a message of that type, its checksum zero.
  func write(_ type: UInt8, to bytes: inout [UInt8]) {
    bytes += [type, code, 0, 0]
    bytes.append(bigEndian: parameter)
    bytes.append(contentsOf: original)
  }

  /// The packet it is about; `nil` where too little of it is quoted.
  public var quoted: QuotedPacket? { try? QuotedPacket(parsing: original) }
}

/// The fields of a packet that ICMP errors quote.
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

  /// The most IPv6 extension headers that are read over; RFC 8200 foresees seven.
  static let mostExtensions = 8

  /// Reads the beginning of an IPv4 or IPv6 packet, of which at least the header is there.
  public init(parsing packet: [UInt8]) throws(WireError) {
    let bytes = packet.span.bytes
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
      while !isMiddle, walked < Self.mostExtensions,
        let header = try cursor.extensionHeader(next, bytes)
      {
        (next, isMiddle) = header
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

extension ByteCursor {
  /// Reads over an extension header (RFC 8200, section 4); `nil` where the next header is none.
  ///
  /// Nothing can be read behind that of a fragment which is not the first: the packet's middle.
  fileprivate mutating func extensionHeader(
    _ kind: IPProtocol,
    _ bytes: RawSpan
  ) throws(WireError) -> (next: IPProtocol, isMiddle: Bool)? {
    guard [.hopByHop, .routing, .fragment, .authentication, .destinationOptions].contains(kind)
    else { return nil }
    let next = try IPProtocol(rawValue: uint8(bytes))
    let length = try Int(uint8(bytes))
    switch kind {
    case .fragment:
      let contents = try self.bytes(bytes, count: 6)
      return (next, contents[0] != 0 || contents[1] & 0xF8 != 0)
    case .authentication: try skip((length + 2) * 4 - 2, in: bytes)
    default: try skip((length + 1) * 8 - 2, in: bytes)
    }
    return (next, false)
  }
}
