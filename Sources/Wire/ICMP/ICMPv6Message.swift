/// An ICMPv6 message (RFC 4443), those of neighbour discovery (RFC 4861) included.
///
/// Its checksum covers the IPv6 addresses too, so it is checked and written only where they are
/// given; the kernel does both on sockets of its own.
public enum ICMPv6Message: Hashable, Sendable {
  /// A packet could not be delivered; code 4 says that the host is there and the port is not.
  case unreachable(ICMPError)
  /// A packet is too big for a link, whose MTU is the error's parameter.
  case packetTooBig(ICMPError)
  /// A packet's hops were used up (code 0), or a fragment waited too long (code 1).
  case timeExceeded(ICMPError)
  /// Asks whether somebody is there.
  case echoRequest(ICMPEcho)
  /// Says so.
  case echoReply(ICMPEcho)
  /// A router's word on its link.
  case routerAdvertisement(RouterAdvertisement)
  /// Asks who has an address.
  case neighbourSolicitation(NeighbourSolicitation)
  /// Says who has it.
  case neighbourAdvertisement(NeighbourAdvertisement)
  /// Any other message, with what follows its checksum.
  case other(type: UInt8, code: UInt8, [UInt8])

  /// The code of `unreachable` where nobody listens on the port.
  public static let portUnreachable: UInt8 = 4

  /// Reads a message, which is all of the bytes, and checks its checksum.
  public init(
    parsing bytes: [UInt8],
    from source: IPv6Address,
    to destination: IPv6Address
  ) throws(WireError) {
    try self.init(parsing: bytes.span.bytes, from: source, to: destination)
  }

  /// Reads a message, which is all of the bytes, and checks its checksum.
  public init(
    parsing bytes: RawSpan,
    from source: IPv6Address,
    to destination: IPv6Address
  ) throws(WireError) {
    try self.init(parsing: bytes)
    var checksum = Self.checksum(from: source, to: destination, length: bytes.byteCount)
    checksum.add(bytes, 0..<bytes.byteCount)
    guard checksum.value == 0 else { throw WireError(.invalid("ICMPv6 checksum"), at: 2) }
  }

  /// The message's bytes with its checksum.
  public func serialised(from source: IPv6Address, to destination: IPv6Address) -> [UInt8] {
    var bytes = serialised
    var checksum = Self.checksum(from: source, to: destination, length: bytes.count)
    checksum.add(bytes.span.bytes, 0..<bytes.count)
    bytes.overwrite(at: 2, bigEndian: checksum.value)
    return bytes
  }

  private static func checksum(
    from source: IPv6Address,
    to destination: IPv6Address,
    length: Int
  ) -> InternetChecksum {
    InternetChecksum(
      from: .v6(source, zone: nil),
      to: .v6(destination, zone: nil),
      .icmpv6,
      length: length
    )
  }
}

extension ICMPv6Message: WireFormat {
  /// Reads a message, which is all of the bytes; its checksum is not checked.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let type = try cursor.uint8(bytes)
    let code = try cursor.uint8(bytes)
    try cursor.skip(2, in: bytes)
    switch (type, code) {
    case (1, _): self = try .unreachable(ICMPError(code: code, &cursor, in: bytes))
    case (2, _): self = try .packetTooBig(ICMPError(code: code, &cursor, in: bytes))
    case (3, _): self = try .timeExceeded(ICMPError(code: code, &cursor, in: bytes))
    case (128, 0): self = try .echoRequest(ICMPEcho(&cursor, in: bytes))
    case (129, 0): self = try .echoReply(ICMPEcho(&cursor, in: bytes))
    case (134, 0): self = try .routerAdvertisement(RouterAdvertisement(&cursor, in: bytes))
    case (135, 0): self = try .neighbourSolicitation(NeighbourSolicitation(&cursor, in: bytes))
    case (136, 0): self = try .neighbourAdvertisement(NeighbourAdvertisement(&cursor, in: bytes))
    default: self = try .other(type: type, code: code, cursor.rest(bytes))
    }
  }

  /// Appends the message without checksum.
  public func write(to bytes: inout [UInt8]) {
    let head: (type: UInt8, code: UInt8)
    var body: [UInt8] = []
    switch self {
    case .unreachable(let error):
      head = (1, error.code)
      error.write(to: &body)
    case .packetTooBig(let error):
      head = (2, error.code)
      error.write(to: &body)
    case .timeExceeded(let error):
      head = (3, error.code)
      error.write(to: &body)
    case .echoRequest(let echo):
      head = (128, 0)
      echo.write(to: &body)
    case .echoReply(let echo):
      head = (129, 0)
      echo.write(to: &body)
    case .routerAdvertisement(let advertisement):
      head = (134, 0)
      advertisement.write(to: &body)
    case .neighbourSolicitation(let solicitation):
      head = (135, 0)
      solicitation.write(to: &body)
    case .neighbourAdvertisement(let advertisement):
      head = (136, 0)
      advertisement.write(to: &body)
    case .other(let type, let code, let rest):
      head = (type, code)
      body = rest
    }
    bytes.append(contentsOf: [head.type, head.code, 0, 0])
    bytes.append(contentsOf: body)
  }
}
