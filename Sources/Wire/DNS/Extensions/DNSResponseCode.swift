/// The outcome of a query (RCODE; RFC 1035, RFC 6895).
public struct DNSResponseCode: RawRepresentable, Hashable, Sendable {
  /// The number, at most twelve bits.
  public let rawValue: UInt16

  /// The code with the given number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// It went well.
  public static let noError = DNSResponseCode(rawValue: 0)
  /// The query is not understood.
  public static let formatError = DNSResponseCode(rawValue: 1)
  /// The server failed; a resolver's word for broken DNSSEC too.
  public static let serverFailure = DNSResponseCode(rawValue: 2)
  /// There is no such name.
  public static let noSuchName = DNSResponseCode(rawValue: 3)
  /// The server doesn't know how.
  public static let notImplemented = DNSResponseCode(rawValue: 4)
  /// The server won't.
  public static let refused = DNSResponseCode(rawValue: 5)
  /// The version of EDNS is not spoken.
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
