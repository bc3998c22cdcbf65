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
    switch rawValue {
    case 1: "RSAMD5"
    case 3: "DSA"
    case 5: "RSASHA1"
    case 6: "DSA-NSEC3-SHA1"
    case 7: "RSASHA1-NSEC3-SHA1"
    case 8: "RSASHA256"
    case 10: "RSASHA512"
    case 12: "ECC-GOST"
    case 13: "ECDSAP256SHA256"
    case 14: "ECDSAP384SHA384"
    case 15: "ED25519"
    case 16: "ED448"
    default: "ALG\(rawValue)"
    }
  }
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
