/// A signature of all records of a name and type: an RRSIG record's contents (RFC 4034, section 3).
public struct DNSSignature: Hashable, Sendable {
  /// The type of the records that are signed.
  public var typeCovered: DNSType
  /// How they are signed.
  public var algorithm: DNSSECAlgorithm
  /// How many labels the owner has without the root and a leading `*`; fewer than the name that was
  /// answered where a wildcard stood for it.
  public var labels: UInt8
  /// The records' time to live as the zone has it, in seconds.
  public var originalTTL: UInt32
  /// When it ends and begins, in seconds since 1970 modulo 2³² (RFC 1982 arithmetic).
  public var expiration, inception: UInt32
  /// The signing key's tag.
  public var keyTag: UInt16
  /// The zone whose key it is.
  public var signer: DNSName
  /// The signature in its algorithm's own form.
  public var signature: [UInt8]

  /// The given signature.
  public init(
    typeCovered: DNSType,
    algorithm: DNSSECAlgorithm,
    labels: UInt8,
    originalTTL: UInt32,
    expiration: UInt32,
    inception: UInt32,
    keyTag: UInt16,
    signer: DNSName,
    signature: [UInt8]
  ) {
    self.typeCovered = typeCovered
    self.algorithm = algorithm
    self.labels = labels
    self.originalTTL = originalTTL
    self.expiration = expiration
    self.inception = inception
    self.keyTag = keyTag
    self.signer = signer
    self.signature = signature
  }

  /// The record's contents.
  public var rdata: [UInt8] { header(signer.uncompressed) + signature }

  /// What is signed before the records themselves (RFC 4034, section 3.1.8.1).
  var signedHeader: [UInt8] { header(signer.canonical) }

  private func header(_ signer: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: typeCovered.rawValue)
    bytes.append(algorithm.rawValue)
    bytes.append(labels)
    bytes.append(bigEndian: originalTTL)
    bytes.append(bigEndian: expiration)
    bytes.append(bigEndian: inception)
    bytes.append(bigEndian: keyTag)
    return bytes + signer
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    typeCovered = try DNSType(rawValue: cursor.uint16(bytes))
    algorithm = try DNSSECAlgorithm(rawValue: cursor.uint8(bytes))
    labels = try cursor.uint8(bytes)
    originalTTL = try cursor.uint32(bytes)
    expiration = try cursor.uint32(bytes)
    inception = try cursor.uint32(bytes)
    keyTag = try cursor.uint16(bytes)
    signer = try DNSName(&cursor, in: bytes)
    signature = try cursor.rest(bytes)
  }
}
