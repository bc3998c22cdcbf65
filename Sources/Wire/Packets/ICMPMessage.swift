/// An ICMP message (RFC 792).
public enum ICMPv4Message: Hashable, Sendable {
  /// Asks the target for an echo reply.
  case echoRequest(ICMPEcho)
  /// Repeats the request's identifier, sequence number and payload.
  case echoReply(ICMPEcho)
  /// A packet could not be delivered; `code` says why (RFC 792, RFC 1812).
  case unreachable(ICMPError)
  /// A packet's hops were used up (code 0), or a fragment waited too long (code 1).
  case timeExceeded(ICMPError)
  /// Any other message, with what follows its checksum.
  case other(type: UInt8, code: UInt8, [UInt8])
}

extension ICMPv4Message: WireFormat {
  /// Reads a message, which is all of the bytes, and checks its checksum.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let type = try cursor.uint8(bytes)
    let code = try cursor.uint8(bytes)
    try cursor.skip(2, in: bytes)
    guard InternetChecksum.of(bytes, 0..<bytes.byteCount) == 0 else {
      throw WireError(.invalid("ICMP checksum"), at: 2)
    }
    switch (type, code) {
    case (0, 0): self = try .echoReply(ICMPEcho(&cursor, in: bytes))
    case (3, _): self = try .unreachable(ICMPError(code: code, &cursor, in: bytes))
    case (8, 0): self = try .echoRequest(ICMPEcho(&cursor, in: bytes))
    case (11, _): self = try .timeExceeded(ICMPError(code: code, &cursor, in: bytes))
    default: self = try .other(type: type, code: code, cursor.rest(bytes))
    }
  }

  /// Appends the message with its checksum.
  public func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    switch self {
    case .echoReply(let echo): echo.write(0, to: &bytes)
    case .unreachable(let error): error.write(3, to: &bytes)
    case .echoRequest(let echo): echo.write(8, to: &bytes)
    case .timeExceeded(let error): error.write(11, to: &bytes)
    case .other(let type, let code, let rest): bytes += [type, code, 0, 0] + rest
    }
    let checksum = InternetChecksum.of(bytes.span.bytes, start..<bytes.count)
    bytes.overwrite(at: start + 2, bigEndian: checksum)
  }
}

/// An ICMPv6 message (RFC 4443).
///
/// Its checksum covers the IPv6 addresses too, so the kernel checks and writes it.
public enum ICMPv6Message: Hashable, Sendable {
  /// A packet could not be delivered; code 4 says that the host is there and the port is not.
  case unreachable(ICMPError)
  /// A packet is too big for a link, whose MTU is the error's parameter.
  case packetTooBig(ICMPError)
  /// A packet's hops were used up (code 0), or a fragment waited too long (code 1).
  case timeExceeded(ICMPError)
  /// Asks the target for an echo reply.
  case echoRequest(ICMPEcho)
  /// Repeats the request's identifier, sequence number and payload.
  case echoReply(ICMPEcho)
  /// Any other message, with what follows its checksum.
  case other(type: UInt8, code: UInt8, [UInt8])
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
    default: self = try .other(type: type, code: code, cursor.rest(bytes))
    }
  }

  /// Appends the message without checksum.
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .unreachable(let error): error.write(1, to: &bytes)
    case .packetTooBig(let error): error.write(2, to: &bytes)
    case .timeExceeded(let error): error.write(3, to: &bytes)
    case .echoRequest(let echo): echo.write(128, to: &bytes)
    case .echoReply(let echo): echo.write(129, to: &bytes)
    case .other(let type, let code, let rest): bytes += [type, code, 0, 0] + rest
    }
  }
}

/// What an ICMP echo request carries and its reply repeats (RFC 792, RFC 4443).
public struct ICMPEcho: Hashable, Sendable {
  /// The sender's identifier; the kernel rewrites it on datagram sockets, so replies aren't matched
  /// by it.
  public var identifier: UInt16
  /// The request's sequence number.
  public var sequence: UInt16
  /// Arbitrary bytes, returned unchanged.
  public var payload: [UInt8]

  /// By default without a payload.
  public init(identifier: UInt16, sequence: UInt16, payload: [UInt8] = []) {
    self.identifier = identifier
    self.sequence = sequence
    self.payload = payload
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    identifier = try cursor.uint16(bytes)
    sequence = try cursor.uint16(bytes)
    payload = try cursor.rest(bytes)
  }

  /// Appends a message of that type, its checksum zero.
  func write(_ type: UInt8, to bytes: inout [UInt8]) {
    bytes += [type, 0, 0, 0]
    bytes.append(bigEndian: identifier)
    bytes.append(bigEndian: sequence)
    bytes.append(contentsOf: payload)
  }
}
