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

  /// Neither the key's length nor the algorithm is checked here; `flags` 256 is a ZSK, 257 a KSK.
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

  /// The digest's length is not compared with its type here.
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

/// How a key signs (IANA, "DNS Security Algorithm Numbers").
public struct DNSSECAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt8

  /// The algorithm with the given number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// RSA with MD5 (RFC 2537), which must not be used; its key tag is another.
  public static let rsaMD5 = DNSSECAlgorithm(rawValue: 1)
  /// RSA with SHA-1 (RFC 3110).
  public static let rsaSHA1 = DNSSECAlgorithm(rawValue: 5)
  /// RSA with SHA-1 in zones that may have NSEC3 (RFC 5155).
  public static let rsaSHA1NSEC3 = DNSSECAlgorithm(rawValue: 7)
  /// RSA with SHA-256 (RFC 5702).
  public static let rsaSHA256 = DNSSECAlgorithm(rawValue: 8)
  /// RSA with SHA-512 (RFC 5702).
  public static let rsaSHA512 = DNSSECAlgorithm(rawValue: 10)
  /// ECDSA on P-256 with SHA-256 (RFC 6605).
  public static let ecdsaP256SHA256 = DNSSECAlgorithm(rawValue: 13)
  /// ECDSA on P-384 with SHA-384 (RFC 6605).
  public static let ecdsaP384SHA384 = DNSSECAlgorithm(rawValue: 14)
  /// Ed25519 (RFC 8080).
  public static let ed25519 = DNSSECAlgorithm(rawValue: 15)
  /// Ed448 (RFC 8080).
  public static let ed448 = DNSSECAlgorithm(rawValue: 16)
}

extension DNSSECAlgorithm: CustomStringConvertible {
  /// The mnemonic, or `ALG` and the number.
  public var description: String {
    Self.mnemonics[rawValue] ?? "ALG\(rawValue)"
  }

  private static let mnemonics: [UInt8: String] = [
    1: "RSAMD5", 3: "DSA", 5: "RSASHA1", 6: "DSA-NSEC3-SHA1", 7: "RSASHA1-NSEC3-SHA1",
    8: "RSASHA256", 10: "RSASHA512", 12: "ECC-GOST", 13: "ECDSAP256SHA256", 14: "ECDSAP384SHA384",
    15: "ED25519", 16: "ED448",
  ]
}

/// How a DS record digests a key (IANA, "DS RR Type Digest Algorithms").
public struct DNSSECDigestType: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt8

  /// The digest with the given number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// SHA-1 (RFC 4034), 20 bytes.
  public static let sha1 = DNSSECDigestType(rawValue: 1)
  /// SHA-256 (RFC 4509), 32 bytes.
  public static let sha256 = DNSSECDigestType(rawValue: 2)
  /// SHA-384 (RFC 6605), 48 bytes.
  public static let sha384 = DNSSECDigestType(rawValue: 4)
}

extension DNSSECDigestType: CustomStringConvertible {
  /// The usual name, or `digest` and the number.
  public var description: String {
    switch rawValue {
    case 1: "SHA-1"
    case 2: "SHA-256"
    case 3: "GOST"
    case 4: "SHA-384"
    default: "digest \(rawValue)"
    }
  }
}
