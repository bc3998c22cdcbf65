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
  /// Chaosnet; today for `version.bind` and its like.
  public static let chaos = DNSClass(rawValue: 3)
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

extension DNSType {
  /// A name server (RFC 1035).
  public static let ns = DNSType(rawValue: 2)
  /// Where a zone begins (RFC 1035).
  public static let soa = DNSType(rawValue: 6)
  /// A host that takes mail (RFC 1035).
  public static let mx = DNSType(rawValue: 15)
  /// Rules that rewrite names (RFC 3403).
  public static let naptr = DNSType(rawValue: 35)
  /// An alias of everything below a name (RFC 6672).
  public static let dname = DNSType(rawValue: 39)
  /// Which certificate a server shows (RFC 6698).
  public static let tlsa = DNSType(rawValue: 52)
  /// How a service is reached (RFC 9460).
  public static let svcb = DNSType(rawValue: 64)
  /// How a web server is reached (RFC 9460).
  public static let https = DNSType(rawValue: 65)
  /// Who may issue certificates (RFC 8659).
  public static let caa = DNSType(rawValue: 257)

  /// The mnemonic that IANA lists; `nil` where it lists none.
  public var mnemonic: String? { Self.mnemonics[rawValue] }

  /// The type of that name, in any case: a mnemonic, `TYPE` and a number (RFC 3597), or a number.
  public init?(named name: String) {
    let name = name.uppercased()
    if let known = Self.numbers[name] {
      self.init(rawValue: known)
      return
    }
    let digits = name.hasPrefix("TYPE") ? name.dropFirst(4) : name[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits) else {
      return nil
    }
    self.init(rawValue: number)
  }

  private static let numbers = Dictionary(
    mnemonics.map { ($0.value, $0.key) },
    uniquingKeysWith: { first, _ in first }
  )

  /// From IANA's list of resource record types.
  private static let mnemonics: [UInt16: String] = [
    1: "A", 2: "NS", 3: "MD", 4: "MF", 5: "CNAME", 6: "SOA", 7: "MB", 8: "MG", 9: "MR",
    10: "NULL", 11: "WKS", 12: "PTR", 13: "HINFO", 14: "MINFO", 15: "MX", 16: "TXT", 17: "RP",
    18: "AFSDB", 19: "X25", 20: "ISDN", 21: "RT", 22: "NSAP", 23: "NSAP-PTR", 24: "SIG",
    25: "KEY", 26: "PX", 27: "GPOS", 28: "AAAA", 29: "LOC", 30: "NXT", 31: "EID", 32: "NIMLOC",
    33: "SRV", 34: "ATMA", 35: "NAPTR", 36: "KX", 37: "CERT", 38: "A6", 39: "DNAME", 40: "SINK",
    41: "OPT", 42: "APL", 43: "DS", 44: "SSHFP", 45: "IPSECKEY", 46: "RRSIG", 47: "NSEC",
    48: "DNSKEY", 49: "DHCID", 50: "NSEC3", 51: "NSEC3PARAM", 52: "TLSA", 53: "SMIMEA", 55: "HIP",
    56: "NINFO", 57: "RKEY", 58: "TALINK", 59: "CDS", 60: "CDNSKEY", 61: "OPENPGPKEY", 62: "CSYNC",
    63: "ZONEMD", 64: "SVCB", 65: "HTTPS", 99: "SPF", 100: "UINFO", 101: "UID", 102: "GID",
    103: "UNSPEC", 104: "NID", 105: "L32", 106: "L64", 107: "LP", 108: "EUI48", 109: "EUI64",
    249: "TKEY", 250: "TSIG", 251: "IXFR", 252: "AXFR", 253: "MAILB", 254: "MAILA", 255: "ANY",
    256: "URI", 257: "CAA", 258: "AVC", 259: "DOA", 260: "AMTRELAY", 261: "RESINFO",
    262: "WALLET", 32768: "TA", 32769: "DLV",
  ]
}

extension DNSType {
  /// Which key of a child zone its parent vouches for (RFC 4034, section 5).
  public static let ds = DNSType(rawValue: 43)
  /// A signature of records (RFC 4034, section 3).
  public static let rrsig = DNSType(rawValue: 46)
  /// A zone's public key (RFC 4034, section 2).
  public static let dnskey = DNSType(rawValue: 48)
  /// Which hashed names a zone has not (RFC 5155, section 3).
  public static let nsec3 = DNSType(rawValue: 50)
}
