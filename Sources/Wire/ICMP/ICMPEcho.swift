/// What an ICMP echo request carries and its reply repeats (RFC 792, RFC 4443).
public struct ICMPEcho: Hashable, Sendable {
  /// Who asks; the kernel rewrites it on datagram sockets, so replies are not matched by it.
  public var identifier: UInt16
  /// Which request of the asker.
  public var sequence: UInt16
  /// Anything; comes back unchanged.
  public var payload: [UInt8]

  /// The given echo.
  public init(identifier: UInt16, sequence: UInt16, payload: [UInt8] = []) {
    self.identifier = identifier
    self.sequence = sequence
    self.payload = payload
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    identifier = try cursor.uint16(bytes)
    sequence = try cursor.uint16(bytes)
    payload = try cursor.rest(bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: identifier)
    bytes.append(bigEndian: sequence)
    bytes.append(contentsOf: payload)
  }
}
