/// The type of a DNS record or question.
public struct DNSType: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt16

  /// The type with the given number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// An IPv4 address (RFC 1035).
  public static let a = DNSType(rawValue: 1)
  /// The canonical name of an alias (RFC 1035).
  public static let cname = DNSType(rawValue: 5)
  /// A pointer to another name (RFC 1035).
  public static let ptr = DNSType(rawValue: 12)
  /// Text (RFC 1035, RFC 6763).
  public static let txt = DNSType(rawValue: 16)
  /// An IPv6 address (RFC 3596).
  public static let aaaa = DNSType(rawValue: 28)
  /// NetBIOS node status (RFC 1002), which has the number to itself.
  static let nodeStatus = DNSType(rawValue: 33)
  /// Where a service is (RFC 2782).
  public static let srv = DNSType(rawValue: 33)
  /// Extensions to DNS (RFC 6891).
  public static let opt = DNSType(rawValue: 41)
  /// Which types a name has (RFC 4034; in multicast DNS, RFC 6762, section 6.1).
  public static let nsec = DNSType(rawValue: 47)
  /// All records of a zone, in questions (RFC 5936).
  public static let axfr = DNSType(rawValue: 252)
  /// Every type, in questions.
  public static let any = DNSType(rawValue: 255)

  /// Numeric order.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension DNSType: CustomStringConvertible {
  /// The mnemonic, or `TYPE` and the number (RFC 3597).
  public var description: String {
    mnemonic ?? "TYPE\(rawValue)"
  }
}

/// The class of a DNS record or question, without multicast DNS's top bit.
public struct DNSClass: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt16

  /// The class with the given number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The Internet.
  public static let internet = DNSClass(rawValue: 1)
  /// Chaosnet; today what servers say of themselves.
  public static let chaos = DNSClass(rawValue: 3)
  /// Hesiod.
  public static let hesiod = DNSClass(rawValue: 4)
  /// Every class, in questions.
  public static let any = DNSClass(rawValue: 255)

  /// Multicast DNS's unicast-response bit in questions, and cache-flush bit in records (RFC 6762,
  /// sections 5.4 and 10.2).
  static let topBit: UInt16 = 0x8000
}

extension DNSClass: CustomStringConvertible {
  /// The mnemonic, or `CLASS` and the number (RFC 3597).
  public var description: String {
    Self.mnemonics[rawValue] ?? "CLASS\(rawValue)"
  }

  /// The class of that name, in any case: a mnemonic, or `CLASS` and a number.
  public init?(named name: String) {
    let name = name.uppercased()
    if let known = Self.mnemonics.first(where: { $0.value == name }) {
      self.init(rawValue: known.key)
      return
    }
    let digits = name.dropFirst(5)
    guard name.hasPrefix("CLASS"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(digits), number > 0, number & Self.topBit == 0
    else { return nil }
    self.init(rawValue: number)
  }

  private static let mnemonics: [UInt16: String] = [
    1: "IN", 3: "CH", 4: "HS", 254: "NONE", 255: "ANY",
  ]
}
