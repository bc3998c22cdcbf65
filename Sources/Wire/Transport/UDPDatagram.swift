/// A UDP datagram (RFC 768).
///
/// Its checksum covers the IP addresses too, so it is checked and written only where they are given.
public struct UDPDatagram: Hashable, Sendable {
  /// The sender's port.
  public var sourcePort: UInt16
  /// The receiver's port.
  public var destinationPort: UInt16
  /// What it carries, at most 65,527 bytes.
  public var payload: [UInt8]

  /// The given datagram.
  public init(from sourcePort: UInt16, to destinationPort: UInt16, payload: [UInt8]) {
    self.sourcePort = sourcePort
    self.destinationPort = destinationPort
    self.payload = payload
  }

  /// Reads a datagram and checks its checksum; over IPv4 zero means that there is none.
  public init(
    parsing bytes: [UInt8],
    from source: IPAddress,
    to destination: IPAddress
  ) throws(WireError) {
    try self.init(parsing: bytes.span.bytes, from: source, to: destination)
  }

  /// Reads a datagram and checks its checksum; over IPv4 zero means that there is none.
  public init(
    parsing bytes: RawSpan,
    from source: IPAddress,
    to destination: IPAddress
  ) throws(WireError) {
    try self.init(parsing: bytes)
    let count = payload.count + 8
    var checksum = InternetChecksum(from: source, to: destination, .udp, length: count)
    checksum.add(bytes, 0..<count)
    var field = ByteCursor(bytes)
    try field.skip(6, in: bytes)
    let isAbsent = try field.uint16(bytes) == 0
    guard checksum.value == 0 || isAbsent && source.v4 != nil else {
      throw WireError(.invalid("UDP checksum"), at: 6)
    }
  }

  /// The datagram's bytes with its checksum.
  public func serialised(from source: IPAddress, to destination: IPAddress) -> [UInt8] {
    var bytes = serialised
    var checksum = InternetChecksum(from: source, to: destination, .udp, length: bytes.count)
    checksum.add(bytes.span.bytes, 0..<bytes.count)
    // Zero would mean that there is none.
    bytes.overwrite(at: 6, bigEndian: checksum.value == 0 ? 0xFFFF : checksum.value)
    return bytes
  }
}

extension UDPDatagram: WireFormat {
  /// Reads a datagram; bytes after its length are ignored and its checksum is not checked.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    sourcePort = try cursor.uint16(bytes)
    destinationPort = try cursor.uint16(bytes)
    let length = try Int(cursor.uint16(bytes))
    guard length >= 8 else { throw WireError(.invalid("UDP length"), at: 4) }
    try cursor.skip(2, in: bytes)
    payload = try cursor.bytes(bytes, count: length - 8)
  }

  /// Appends the datagram without checksum; a longer payload is cut off.
  public func write(to bytes: inout [UInt8]) {
    let payload = payload.prefix(0xFFFF - 8)
    bytes.append(bigEndian: sourcePort)
    bytes.append(bigEndian: destinationPort)
    bytes.append(bigEndian: UInt16(payload.count + 8))
    bytes.append(bigEndian: UInt16(0))
    bytes.append(contentsOf: payload)
  }
}
