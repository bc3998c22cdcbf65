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
