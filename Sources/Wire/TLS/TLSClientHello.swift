/// What a client offers (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2).
public struct TLSClientHello: Hashable, Sendable {
  /// The highest version up to TLS 1.2; newer ones stand in `supported_versions`.
  public var version: TLSVersion
  /// Thirty-two bytes of chance.
  public var random: [UInt8]
  /// At most thirty-two bytes.
  public var sessionID: [UInt8]
  /// What may be agreed on, the preferred first.
  public var suites: [TLSCipherSuite]
  /// Whatever else is offered, in order.
  public var extensions: [TLSExtension]

  /// The given offer.
  public init(
    version: TLSVersion,
    random: [UInt8],
    sessionID: [UInt8] = [],
    suites: [TLSCipherSuite],
    extensions: [TLSExtension]
  ) {
    self.version = version
    self.random = random
    self.sessionID = sessionID
    self.suites = suites
    self.extensions = extensions
  }

  /// How many suites are read of one; all that exist are fewer.
  private static let suiteLimit = 512
}

extension TLSClientHello: WireFormat {
  /// Reads the body of the handshake message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    version = TLSVersion(rawValue: try cursor.uint16(bytes))
    random = try cursor.bytes(bytes, count: 32)
    sessionID = try cursor.vector8(bytes)
    guard sessionID.count <= 32 else { throw WireError(.tooMany("bytes"), at: 34) }
    let length = Int(try cursor.uint16(bytes))
    guard length.isMultiple(of: 2), length <= 2 * Self.suiteLimit else {
      throw WireError(.invalid("cipher suites"), at: cursor.offset)
    }
    suites = []
    for _ in 0..<length / 2 {
      suites.append(TLSCipherSuite(rawValue: try cursor.uint16(bytes)))
    }
    // Compression methods: none is the only one left.
    _ = try cursor.vector8(bytes)
    extensions = []
    guard !cursor.isAtEnd else { return }
    var inner = try cursor.slice(Int(cursor.uint16(bytes)), in: bytes)
    extensions = try TLSExtension.list(&inner, in: bytes)
  }

  /// Appends the body.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: version.rawValue)
    bytes.append(contentsOf: random.prefix(32))
    bytes.append(contentsOf: repeatElement(0, count: max(0, 32 - random.count)))
    bytes.append(vector8: sessionID.prefix(32))
    bytes.append(bigEndian: UInt16(clamping: suites.count * 2))
    for suite in suites { bytes.append(bigEndian: suite.rawValue) }
    bytes.append(vector8: [0])
    if !extensions.isEmpty { TLSExtension.write(extensions, to: &bytes) }
  }
}
