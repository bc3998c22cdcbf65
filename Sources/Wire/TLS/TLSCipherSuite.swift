/// A cipher suite (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2).
public struct TLSCipherSuite: RawRepresentable, Hashable, Sendable {
  /// The two bytes.
  public var rawValue: UInt16

  /// The suite with those two bytes, known or not.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The suites of TLS 1.3.
  public static let modern = modernTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// The suites of TLS 1.2 that authenticate the server by certificate, strong ones first.
  public static let classic = classicTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// The suites of TLS 1.0 and 1.1: without AEAD and SHA-2.
  public static let old = ofOldVersions(classicTable)
  /// The suites of TLS 1.3 that few servers accept.
  public static let rareModern = rareModernTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// The suites of TLS 1.2 that are insecure or rare.
  public static let rareClassic = rareTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// The insecure or rare suites of TLS 1.0 and 1.1.
  public static let rareOld = ofOldVersions(rareTable)

  private static func ofOldVersions(_ table: [(number: UInt16, name: String)]) -> [TLSCipherSuite] {
    table.filter { $0.name.hasSuffix("_SHA") || $0.name.hasSuffix("_MD5") }
      .map { TLSCipherSuite(rawValue: $0.number) }
  }

  private static let names = Dictionary(
    (modernTable + classicTable + rareModernTable + rareTable + nothingTable).map {
      ($0.number, $0.name)
    },
    uniquingKeysWith: { first, _ in first }
  )

  /// Its name in IANA's registry; `nil` where it is not known here.
  public var name: String? { Self.names[rawValue] }

  /// A reason not to use a suite any more (RFC 7465, 9325).
  public enum Weakness: Hashable, Sendable {
    /// Nothing is encrypted.
    case unencrypted
    /// No side is authenticated.
    case anonymous
    /// Its keys were made short for export.
    case exportKeys
    /// Its cipher has blocks of 64 bits: RC2 or IDEA.
    case shortBlocks
    /// RC4 is broken.
    case rc4
    /// 3DES has blocks of 64 bits.
    case tripleDES
    /// DES has keys of 56 bits.
    case des
  }

  /// Why it should not be used any more; `nil` where it may.
  public var weakness: Weakness? {
    guard let name else { return nil }
    return if name.contains("NULL") {
      .unencrypted
    } else if name.contains("_anon_") {
      .anonymous
    } else if name.contains("EXPORT") {
      .exportKeys
    } else if name.contains("RC2") || name.contains("IDEA") {
      .shortBlocks
    } else if name.contains("RC4") {
      .rc4
    } else if name.contains("3DES") {
      .tripleDES
    } else if name.contains("_DES_") {
      .des
    } else {
      nil
    }
  }

  /// Whether the key exchange has forward secrecy; `nil` for an unknown suite.
  public var isForwardSecret: Bool? {
    name.map { $0.contains("DHE_") || $0.contains("_anon_") || rawValue >> 8 == 0x13 }
  }
}

extension TLSCipherSuite: CustomStringConvertible {
  /// IANA's name, or `0x1234`.
  public var description: String { name ?? "0x" + String(rawValue, radix: 16) }
}
