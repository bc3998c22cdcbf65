/// What a server chose (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3).
public struct TLSServerHello: Hashable, Sendable {
  /// The version up to TLS 1.2; a newer one stands in `supported_versions`.
  public var legacyVersion: TLSVersion
  /// Thirty-two bytes of chance, or the mark of a request to try again.
  public var random: [UInt8]
  /// The client's, or the server's own.
  public var sessionID: [UInt8]
  /// What is agreed on.
  public var suite: TLSCipherSuite
  /// Whatever else was chosen.
  public var extensions: [TLSExtension]

  /// The given choice.
  public init(
    legacyVersion: TLSVersion,
    random: [UInt8],
    sessionID: [UInt8] = [],
    suite: TLSCipherSuite,
    extensions: [TLSExtension] = []
  ) {
    self.legacyVersion = legacyVersion
    self.random = random
    self.sessionID = sessionID
    self.suite = suite
    self.extensions = extensions
  }

  /// The `random` that asks for another hello (RFC 8446, section 4.1.3).
  public static let retryRandom: [UInt8] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
    0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
  ]

  /// Whether another hello is wanted.
  public var isRetryRequest: Bool { random == Self.retryRandom }

  /// The version that was chosen.
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
