/// What a connection is sealed with (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2).
public struct TLSCipherSuite: RawRepresentable, Hashable, Sendable {
  /// The two bytes.
  public var rawValue: UInt16

  /// The suite with those two bytes, known or not.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Those of TLS 1.3.
  public static let modern = modernTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// Those of TLS 1.2 in which a certificate stands for the server, good ones first.
  public static let classic = classicTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// Those of TLS 1.0 and 1.1: without the seals and digests that came with 1.2.
  public static let old = ofOldVersions(classicTable)
  /// Those of TLS 1.3 that few speak.
  public static let rareModern = rareModernTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// Those of TLS 1.2 that should not be spoken, or seldom are.
  public static let rareClassic = rareTable.map { TLSCipherSuite(rawValue: $0.number) }
  /// The same of TLS 1.0 and 1.1.
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

  /// Why it should not be used any more (RFC 7465, 9325), in words; `nil` where it may.
  public var weakness: String? {
    guard let name else { return nil }
    return if name.contains("NULL") {
      "nothing is sealed"
    } else if name.contains("_anon_") {
      "nobody shows who they are"
    } else if name.contains("EXPORT") {
      "its keys are short on purpose"
    } else if name.contains("RC2") || name.contains("IDEA") {
      "its cipher has blocks of 64 bits"
    } else if name.contains("RC4") {
      "RC4 is broken"
    } else if name.contains("3DES") {
      "3DES has blocks of 64 bits"
    } else if name.contains("_DES_") {
      "DES has keys of 56 bits"
    } else {
      nil
    }
  }

  /// Whether what is recorded today stays secret when the server's key is lost later; `nil` where
  /// the suite is not known.
  public var isForwardSecret: Bool? {
    name.map { $0.contains("DHE_") || $0.contains("_anon_") || rawValue >> 8 == 0x13 }
  }
}

extension TLSCipherSuite: CustomStringConvertible {
  /// IANA's name, or `0x1234`.
  public var description: String { name ?? "0x" + String(rawValue, radix: 16) }
}
