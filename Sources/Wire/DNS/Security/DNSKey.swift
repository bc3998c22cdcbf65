/// A zone's public key: what a DNSKEY record holds (RFC 4034, section 2).
public struct DNSKey: Hashable, Sendable {
  /// The flags on the wire.
  public var flags: UInt16
  /// Always 3; a key with another number signs nothing.
  public var protocolNumber: UInt8
  /// How the key signs.
  public var algorithm: DNSSECAlgorithm
  /// The key in its algorithm's own form.
  public var publicKey: [UInt8]

  /// The given key.
  public init(
    flags: UInt16,
    protocolNumber: UInt8 = 3,
    algorithm: DNSSECAlgorithm,
    publicKey: [UInt8]
  ) {
    self.flags = flags
    self.protocolNumber = protocolNumber
    self.algorithm = algorithm
    self.publicKey = publicKey
  }

  /// Whether it may sign a zone's records.
  public var isZoneKey: Bool { flags & 0x0100 != 0 && protocolNumber == 3 }
  /// Whether the parent is meant to point to it (SEP): a hint for people, not for validation.
  public var isSecureEntryPoint: Bool { flags & 0x0001 != 0 }
  /// Whether its owner says that it must be trusted no more (RFC 5011, section 2.1).
  public var isRevoked: Bool { flags & 0x0080 != 0 }

  /// The number that DS and RRSIG records name it by (RFC 4034, appendix B); several keys may have
  /// the same.
  public var tag: UInt16 {
    if algorithm == .rsaMD5 {
      // The last but two bytes of the modulus (appendix B.1).
      guard publicKey.count >= 3 else { return 0 }
      let bytes = publicKey.suffix(3)
      return UInt16(bytes[bytes.startIndex]) << 8 | UInt16(bytes[bytes.startIndex + 1])
    }
    var sum: UInt32 = 0
    for (index, byte) in rdata.enumerated() {
      sum &+= index.isMultiple(of: 2) ? UInt32(byte) << 8 : UInt32(byte)
    }
    return UInt16(truncatingIfNeeded: sum &+ sum >> 16)
  }

  /// The record's contents.
  public var rdata: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: flags)
    bytes.append(protocolNumber)
    bytes.append(algorithm.rawValue)
    return bytes + publicKey
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    flags = try cursor.uint16(bytes)
    protocolNumber = try cursor.uint8(bytes)
    algorithm = try DNSSECAlgorithm(rawValue: cursor.uint8(bytes))
    publicKey = try cursor.rest(bytes)
  }
}
