/// What a parent zone says of a key of its child: a DS record's contents (RFC 4034, section 5).
public struct DelegationSigner: Hashable, Sendable {
  /// The key's tag.
  public var keyTag: UInt16
  /// How the key signs.
  public var algorithm: DNSSECAlgorithm
  /// How the key was digested.
  public var digestType: DNSSECDigestType
  /// The digest of the zone's name and the DNSKEY record's contents.
  public var digest: [UInt8]

  /// The given pointer to a key.
  public init(
    keyTag: UInt16,
    algorithm: DNSSECAlgorithm,
    digestType: DNSSECDigestType,
    digest: [UInt8]
  ) {
    self.keyTag = keyTag
    self.algorithm = algorithm
    self.digestType = digestType
    self.digest = digest
  }

  /// The record's contents.
  public var rdata: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: keyTag)
    bytes.append(algorithm.rawValue)
    bytes.append(digestType.rawValue)
    return bytes + digest
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    keyTag = try cursor.uint16(bytes)
    algorithm = try DNSSECAlgorithm(rawValue: cursor.uint8(bytes))
    digestType = try DNSSECDigestType(rawValue: cursor.uint8(bytes))
    digest = try cursor.rest(bytes)
  }
}
