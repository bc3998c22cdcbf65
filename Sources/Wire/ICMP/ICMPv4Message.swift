/// An ICMP message (RFC 792).
public enum ICMPv4Message: Hashable, Sendable {
  /// Asks whether somebody is there.
  case echoRequest(ICMPEcho)
  /// Says so.
  case echoReply(ICMPEcho)
  /// A packet could not be delivered; `code` says why (`Unreachable`).
  case unreachable(ICMPError)
  /// A packet's hops were used up (code 0), or a fragment waited too long (code 1).
  case timeExceeded(ICMPError)
  /// Any other message, with what follows its checksum.
  case other(type: UInt8, code: UInt8, [UInt8])

  /// The codes of `unreachable` (RFC 792, RFC 1812).
  public enum Unreachable {
    /// No route to the network.
    public static let network: UInt8 = 0
    /// The last router gets no answer from the host.
    public static let host: UInt8 = 1
    /// The host does not know the protocol.
    public static let `protocol`: UInt8 = 2
    /// Nobody listens on the port: the host is there.
    public static let port: UInt8 = 3
    /// The packet is too big and must not be fragmented.
    public static let fragmentationNeeded: UInt8 = 4
    /// A filter forbids it.
    public static let prohibited: UInt8 = 13
  }

  private static let echoReplyType: UInt8 = 0
  private static let unreachableType: UInt8 = 3
  private static let echoRequestType: UInt8 = 8
  private static let timeExceededType: UInt8 = 11
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
    case (Self.echoReplyType, 0): self = try .echoReply(ICMPEcho(&cursor, in: bytes))
    case (Self.echoRequestType, 0): self = try .echoRequest(ICMPEcho(&cursor, in: bytes))
    case (Self.unreachableType, _):
      self = try .unreachable(ICMPError(code: code, &cursor, in: bytes))
    case (Self.timeExceededType, _):
      self = try .timeExceeded(ICMPError(code: code, &cursor, in: bytes))
    default: self = try .other(type: type, code: code, cursor.rest(bytes))
    }
  }

  /// Appends the message with its checksum.
  public func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    switch self {
    case .echoReply(let echo):
      bytes.append(contentsOf: [Self.echoReplyType, 0, 0, 0])
      echo.write(to: &bytes)
    case .echoRequest(let echo):
      bytes.append(contentsOf: [Self.echoRequestType, 0, 0, 0])
      echo.write(to: &bytes)
    case .unreachable(let error):
      bytes.append(contentsOf: [Self.unreachableType, error.code, 0, 0])
      error.write(to: &bytes)
    case .timeExceeded(let error):
      bytes.append(contentsOf: [Self.timeExceededType, error.code, 0, 0])
      error.write(to: &bytes)
    case .other(let type, let code, let rest):
      bytes.append(contentsOf: [type, code, 0, 0])
      bytes.append(contentsOf: rest)
    }
    let checksum = InternetChecksum.of(bytes.span.bytes, start..<bytes.count)
    bytes.overwrite(at: start + 2, bigEndian: checksum)
  }
}
