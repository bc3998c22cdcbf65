/// What an ICMP error says of a packet that did not get through.
public struct ICMPError: Hashable, Sendable {
  /// Why, in the numbers of its type.
  public var code: UInt8
  /// The second word: the MTU where a packet was too big (in ICMPv4 its lower half), else zero or
  /// lengths of extensions (RFC 4884).
  public var parameter: UInt32
  /// The beginning of the packet it is about, its IP header first.
  public var original: [UInt8]

  /// The given error.
  public init(code: UInt8, parameter: UInt32 = 0, original: [UInt8]) {
    self.code = code
    self.parameter = parameter
    self.original = original
  }

  init(code: UInt8, _ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    self.code = code
    parameter = try cursor.uint32(bytes)
    original = try cursor.rest(bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: parameter)
    bytes.append(contentsOf: original)
  }

  /// The packet it is about; `nil` where too little of it is quoted.
  public var quoted: QuotedPacket? { try? QuotedPacket(parsing: original) }
}
