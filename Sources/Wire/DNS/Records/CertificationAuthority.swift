/// Who may issue certificates for a name (CAA; RFC 8659, section 4.1).
public struct CertificationAuthority: Hashable, Sendable {
  /// 128 where an issuer that doesn't know the property must not issue.
  public var flags: UInt8
  /// The property: `issue`, `issuewild`, `iodef`; at most 255 bytes.
  public var tag: [UInt8]
  /// What it says.
  public var value: [UInt8]

  /// The given property, its tag cut to 255 bytes.
  public init(flags: UInt8 = 0, tag: [UInt8], value: [UInt8]) {
    self.flags = flags
    self.tag = Array(tag.prefix(255))
    self.value = value
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    flags = try cursor.uint8(bytes)
    let start = cursor.offset
    let length = try Int(cursor.uint8(bytes))
    guard length > 0 else { throw WireError(.invalid("tag"), at: start) }
    tag = try cursor.bytes(bytes, count: length)
    value = try cursor.rest(bytes)
  }
}
