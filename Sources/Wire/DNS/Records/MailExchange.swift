/// A host that takes mail for a domain (RFC 1035, section 3.3.9).
public struct MailExchange: Hashable, Sendable {
  /// Lower is tried first.
  public var preference: UInt16
  /// The host; the root where the domain takes no mail (RFC 7505).
  public var host: DNSName

  /// The given host.
  public init(preference: UInt16, host: DNSName) {
    self.preference = preference
    self.host = host
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    preference = try cursor.uint16(bytes)
    host = try DNSName(&cursor, in: bytes)
  }
}
