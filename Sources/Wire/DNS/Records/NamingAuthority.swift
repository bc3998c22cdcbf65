/// How a name is rewritten (NAPTR; RFC 3403, section 4.1).
public struct NamingAuthority: Hashable, Sendable {
  /// Lower is applied first.
  public var order: UInt16
  /// Among equals, lower is preferred.
  public var preference: UInt16
  /// What comes next; at most 255 bytes, as the next two.
  public var flags: [UInt8]
  /// For which services.
  public var services: [UInt8]
  /// The rewriting.
  public var expression: [UInt8]
  /// The next name, in place of an expression.
  public var replacement: DNSName

  /// The given rule.
  public init(
    order: UInt16,
    preference: UInt16,
    flags: [UInt8],
    services: [UInt8],
    expression: [UInt8],
    replacement: DNSName
  ) {
    self.order = order
    self.preference = preference
    self.flags = Array(flags.prefix(255))
    self.services = Array(services.prefix(255))
    self.expression = Array(expression.prefix(255))
    self.replacement = replacement
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    order = try cursor.uint16(bytes)
    preference = try cursor.uint16(bytes)
    flags = try cursor.bytes(bytes, count: Int(cursor.uint8(bytes)))
    services = try cursor.bytes(bytes, count: Int(cursor.uint8(bytes)))
    expression = try cursor.bytes(bytes, count: Int(cursor.uint8(bytes)))
    replacement = try DNSName(&cursor, in: bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: order)
    bytes.append(bigEndian: preference)
    for string in [flags, services, expression] {
      bytes.append(UInt8(min(string.count, 255)))
      bytes.append(contentsOf: string.prefix(255))
    }
  }
}
