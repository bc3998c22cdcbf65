/// Which certificate a TLS server shows (TLSA; RFC 6698, section 2.1).
public struct CertificateAssociation: Hashable, Sendable {
  /// What the certificate is to the server's: 0–3.
  public var usage: UInt8
  /// Whether the whole certificate (0) or its key (1) is meant.
  public var selector: UInt8
  /// How it is compared: as it is (0), by SHA-256 (1), by SHA-512 (2).
  public var matching: UInt8
  /// What it is compared with.
  public var association: [UInt8]

  /// The given certificate.
  public init(usage: UInt8, selector: UInt8, matching: UInt8, association: [UInt8]) {
    self.usage = usage
    self.selector = selector
    self.matching = matching
    self.association = association
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    usage = try cursor.uint8(bytes)
    selector = try cursor.uint8(bytes)
    matching = try cursor.uint8(bytes)
    association = try cursor.rest(bytes)
  }
}
