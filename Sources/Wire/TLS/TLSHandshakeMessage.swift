/// A message of the handshake (RFC 8446, section 4); several may share a record, or one take many.
public struct TLSHandshakeMessage: Hashable, Sendable {
  /// Its type (IANA, "TLS HandshakeType").
  public var type: UInt8
  /// The body, without type and length.
  public var body: [UInt8]

  /// The length is added when the message is written, in three bytes.
  public init(type: UInt8, body: [UInt8]) {
    self.type = type
    self.body = body
  }

  /// The numbers of the messages that HomeNet reads or writes.
  public enum Kind {
    /// The client's offer.
    public static let clientHello: UInt8 = 1
    /// The server's choice.
    public static let serverHello: UInt8 = 2
    /// The certificates.
    public static let certificate: UInt8 = 11
    /// The server's public value, up to TLS 1.2.
    public static let serverKeyExchange: UInt8 = 12
    /// Asks for the client's certificate.
    public static let certificateRequest: UInt8 = 13
    /// Ends the server's flight, up to TLS 1.2.
    public static let serverHelloDone: UInt8 = 14
    /// The stapled status, up to TLS 1.2.
    public static let certificateStatus: UInt8 = 22
  }
}

extension TLSHandshakeMessage: WireFrame {
  /// Four bytes and what they announce.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    var cursor = ByteCursor(start)
    guard cursor.remaining >= 4 else { return nil }
    try cursor.skip(1, in: start)
    return try 4 + cursor.uint24(start)
  }

  /// Reads one message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    type = try cursor.uint8(bytes)
    body = try cursor.vector24(bytes)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(type)
    bytes.append(vector24: body)
  }
}
