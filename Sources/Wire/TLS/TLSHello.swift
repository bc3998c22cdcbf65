/// A ClientHello (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2).
public struct TLSClientHello: Hashable, Sendable {
  /// The highest version up to TLS 1.2; newer ones stand in `supported_versions`.
  public var version: TLSVersion
  /// 32 random bytes.
  public var random: [UInt8]
  /// At most 32 bytes.
  public var sessionID: [UInt8]
  /// The offered cipher suites, the preferred first.
  public var suites: [TLSCipherSuite]
  /// The extensions, in order.
  public var extensions: [TLSExtension]

  /// `random` is zero-padded or cut to 32 bytes when written.
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

/// A ServerHello or HelloRetryRequest (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3).
public struct TLSServerHello: Hashable, Sendable {
  /// The version up to TLS 1.2; a newer one stands in `supported_versions`.
  public var legacyVersion: TLSVersion
  /// 32 random bytes, or ``retryRandom`` in a HelloRetryRequest.
  public var random: [UInt8]
  /// The client's, or the server's own.
  public var sessionID: [UInt8] = []
  /// The chosen cipher suite.
  public var suite: TLSCipherSuite
  /// The extensions, in order.
  public var extensions: [TLSExtension] = []

  /// The `random` of a HelloRetryRequest (RFC 8446, section 4.1.3).
  public static let retryRandom: [UInt8] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
    0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
  ]

  /// Whether it is a HelloRetryRequest.
  public var isRetryRequest: Bool { random == Self.retryRandom }

  /// The chosen version, of TLS 1.3 too.
  public var version: TLSVersion {
    let data = self[TLSExtension.Kind.supportedVersions] ?? []
    guard data.count == 2 else { return legacyVersion }
    return TLSVersion(rawValue: UInt16(data[0]) << 8 | UInt16(data[1]))
  }

  /// The group of the key exchange of TLS 1.3, and the server's public value; no value where
  /// another hello is wanted.
  public var keyShare: (group: UInt16, value: [UInt8])? {
    guard let data = self[TLSExtension.Kind.keyShare], data.count >= 2 else { return nil }
    let group = UInt16(data[0]) << 8 | UInt16(data[1])
    guard data.count >= 4 else { return (group, []) }
    let length = Int(data[2]) << 8 | Int(data[3])
    return data.count == 4 + length ? (group, Array(data[4...])) : nil
  }

  /// What the extension of that number says.
  public subscript(type: UInt16) -> [UInt8]? {
    extensions.first { $0.type == type }?.data
  }
}

extension TLSServerHello: WireFormat {
  /// Reads the body of the handshake message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    legacyVersion = TLSVersion(rawValue: try cursor.uint16(bytes))
    random = try cursor.bytes(bytes, count: 32)
    sessionID = try cursor.vector8(bytes)
    guard sessionID.count <= 32 else { throw WireError(.tooMany("bytes"), at: 34) }
    suite = TLSCipherSuite(rawValue: try cursor.uint16(bytes))
    try cursor.skip(1, in: bytes)
    extensions = []
    guard !cursor.isAtEnd else { return }
    var inner = try cursor.slice(Int(cursor.uint16(bytes)), in: bytes)
    extensions = try TLSExtension.list(&inner, in: bytes)
  }

  /// Appends the body.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: legacyVersion.rawValue)
    bytes.append(contentsOf: random.prefix(32))
    bytes.append(contentsOf: repeatElement(0, count: max(0, 32 - random.count)))
    bytes.append(vector8: sessionID.prefix(32))
    bytes.append(bigEndian: suite.rawValue)
    bytes.append(0)
    if !extensions.isEmpty { TLSExtension.write(extensions, to: &bytes) }
  }
}
