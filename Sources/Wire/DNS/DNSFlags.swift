/// The second word of a DNS header (RFC 1035, section 4.1.1).
public struct DNSFlags: RawRepresentable, Hashable, Sendable {
  /// The bits on the wire.
  public var rawValue: UInt16

  /// The flags with the given bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// A standard query, nothing set: what multicast DNS asks with.
  public static let query = DNSFlags(rawValue: 0)
  /// A standard query that asks for recursion: what resolvers are asked with.
  public static let recursiveQuery = DNSFlags(rawValue: 0x0100)
  /// An authoritative answer: what multicast DNS answers with.
  public static let authoritativeAnswer = DNSFlags(rawValue: 0x8400)

  /// Whether it is an answer (QR).
  public var isResponse: Bool {
    get { self[bit: 15] }
    set { self[bit: 15] = newValue }
  }

  /// Whether the answer comes from the authority itself (AA).
  public var isAuthoritative: Bool {
    get { self[bit: 10] }
    set { self[bit: 10] = newValue }
  }

  /// Whether more follows (TC); in multicast queries more known answers (RFC 6762, section 7.2).
  public var isTruncated: Bool {
    get { self[bit: 9] }
    set { self[bit: 9] = newValue }
  }

  /// Whether recursion is asked for (RD).
  public var isRecursionDesired: Bool {
    get { self[bit: 8] }
    set { self[bit: 8] = newValue }
  }

  /// Whether recursion is offered (RA).
  public var isRecursionAvailable: Bool {
    get { self[bit: 7] }
    set { self[bit: 7] = newValue }
  }

  /// Whether a resolver found the answer's signatures good (AD; RFC 4035, section 3.2.3).
  public var isAuthentic: Bool {
    get { self[bit: 5] }
    set { self[bit: 5] = newValue }
  }

  /// Whether answers whose signatures are bad are wanted too (CD; RFC 4035, section 3.2.2).
  public var isCheckingDisabled: Bool {
    get { self[bit: 4] }
    set { self[bit: 4] = newValue }
  }

  /// The kind of query (OPCODE), 0 for a standard one.
  public var opcode: UInt8 {
    UInt8(rawValue >> 11 & 15)
  }

  /// The outcome (RCODE): 0 for success, 3 where the name does not exist.
  public var responseCode: UInt8 {
    get { UInt8(rawValue & 15) }
    set { rawValue = rawValue & ~15 | UInt16(newValue & 15) }
  }

  private subscript(bit bit: UInt16) -> Bool {
    get { rawValue >> bit & 1 == 1 }
    set { rawValue = rawValue & ~(1 << bit) | (newValue ? 1 << bit : 0) }
  }
}

/// The outcome of a query (RCODE; RFC 1035, RFC 6895).
public struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
  /// The number, at most twelve bits.
  public let rawValue: UInt16

  /// The code with the given number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Success.
  public static let noError = DNSResponseCode(rawValue: 0)
  /// The query is not understood.
  public static let formatError = DNSResponseCode(rawValue: 1)
  /// The server failed; resolvers also send it for bogus DNSSEC.
  public static let serverFailure = DNSResponseCode(rawValue: 2)
  /// There is no such name.
  public static let noSuchName = DNSResponseCode(rawValue: 3)
  /// The server doesn't support the query.
  public static let notImplemented = DNSResponseCode(rawValue: 4)
  /// The server's policy rejects the query.
  public static let refused = DNSResponseCode(rawValue: 5)
  /// The EDNS version is not supported.
  public static let badVersion = DNSResponseCode(rawValue: 16)
  /// The cookie is not the server's (RFC 7873, section 8).
  public static let badCookie = DNSResponseCode(rawValue: 23)
}

extension DNSResponseCode: CustomStringConvertible {
  /// The mnemonic, or `RCODE` and the number.
  public var description: String {
    Self.mnemonics[rawValue] ?? "RCODE\(rawValue)"
  }

  private static let mnemonics: [UInt16: String] = [
    0: "NOERROR", 1: "FORMERR", 2: "SERVFAIL", 3: "NXDOMAIN", 4: "NOTIMP", 5: "REFUSED",
    6: "YXDOMAIN", 7: "YXRRSET", 8: "NXRRSET", 9: "NOTAUTH", 10: "NOTZONE", 11: "DSOTYPENI",
    16: "BADVERS", 17: "BADKEY", 18: "BADTIME", 19: "BADMODE", 20: "BADNAME", 21: "BADALG",
    22: "BADTRUNC", 23: "BADCOOKIE",
  ]
}
