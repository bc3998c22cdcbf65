/// A TCP segment (RFC 9293).
///
/// Its checksum covers the IP addresses too, so it is checked and written only where they are given.
public struct TCPSegment: Hashable, Sendable {
  /// The control bits.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public let rawValue: UInt8

    /// The given bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The sender has no more data.
    public static let fin = Flags(rawValue: 1)
    /// The sender's sequence numbers begin.
    public static let syn = Flags(rawValue: 2)
    /// The connection is refused or aborted.
    public static let rst = Flags(rawValue: 4)
    /// The data is to be delivered now.
    public static let psh = Flags(rawValue: 8)
    /// The acknowledgement counts.
    public static let ack = Flags(rawValue: 16)
    /// The urgent pointer counts.
    public static let urg = Flags(rawValue: 32)
  }

  /// The sender's port.
  public var sourcePort: UInt16
  /// The receiver's port.
  public var destinationPort: UInt16
  /// The number of the first byte, or of SYN.
  public var sequence: UInt32
  /// The number of the next byte expected.
  public var acknowledgement: UInt32
  /// The control bits.
  public var flags: Flags
  /// How many bytes the sender takes, unscaled.
  public var window: UInt16
  /// Where urgent data ends.
  public var urgentPointer: UInt16
  /// The options in order, padding left out; at most 40 bytes.
  public var options: [TCPOption]
  /// The data.
  public var payload: [UInt8]

  /// The given segment.
  public init(
    from sourcePort: UInt16,
    to destinationPort: UInt16,
    sequence: UInt32,
    acknowledgement: UInt32 = 0,
    flags: Flags,
    window: UInt16 = 64_240,
    urgentPointer: UInt16 = 0,
    options: [TCPOption] = [],
    payload: [UInt8] = []
  ) {
    self.sourcePort = sourcePort
    self.destinationPort = destinationPort
    self.sequence = sequence
    self.acknowledgement = acknowledgement
    self.flags = flags
    self.window = window
    self.urgentPointer = urgentPointer
    self.options = options
    self.payload = payload
  }

  /// The segment that opens a connection, as a kernel on Ethernet would send it.
  public static func syn(
    from sourcePort: UInt16,
    to destinationPort: UInt16,
    sequence: UInt32
  ) -> TCPSegment {
    TCPSegment(
      from: sourcePort,
      to: destinationPort,
      sequence: sequence,
      flags: .syn,
      options: [.maximumSegmentSize(1460), .selectiveAcknowledgementPermitted, .windowScale(7)]
    )
  }

  /// Reads a segment, which is all of the bytes, and checks its checksum.
  public init(
    parsing bytes: [UInt8],
    from source: IPAddress,
    to destination: IPAddress
  ) throws(WireError) {
    try self.init(parsing: bytes.span.bytes, from: source, to: destination)
  }

  /// Reads a segment, which is all of the bytes, and checks its checksum.
  public init(
    parsing bytes: RawSpan,
    from source: IPAddress,
    to destination: IPAddress
  ) throws(WireError) {
    try self.init(parsing: bytes)
    let count = bytes.byteCount
    var checksum = InternetChecksum(from: source, to: destination, .tcp, length: count)
    checksum.add(bytes, 0..<count)
    guard checksum.value == 0 else { throw WireError(.invalid("TCP checksum"), at: 16) }
  }

  /// The segment's bytes with its checksum.
  public func serialised(from source: IPAddress, to destination: IPAddress) -> [UInt8] {
    var bytes = serialised
    var checksum = InternetChecksum(from: source, to: destination, .tcp, length: bytes.count)
    checksum.add(bytes.span.bytes, 0..<bytes.count)
    bytes.overwrite(at: 16, bigEndian: checksum.value)
    return bytes
  }
}

extension TCPSegment: WireFormat {
  /// Reads a segment, which is all of the bytes; its checksum is not checked.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    sourcePort = try cursor.uint16(bytes)
    destinationPort = try cursor.uint16(bytes)
    sequence = try cursor.uint32(bytes)
    acknowledgement = try cursor.uint32(bytes)
    let headerLength = try Int(cursor.uint8(bytes) >> 4) * 4
    guard headerLength >= 20 else { throw WireError(.invalid("TCP data offset"), at: 12) }
    flags = try Flags(rawValue: cursor.uint8(bytes))
    window = try cursor.uint16(bytes)
    try cursor.skip(2, in: bytes)
    urgentPointer = try cursor.uint16(bytes)
    options = try TCPOption.parse(cursor.slice(headerLength - 20, in: bytes), in: bytes)
    payload = try cursor.rest(bytes)
  }

  /// Appends the segment without checksum; options that find no room are left out.
  public func write(to bytes: inout [UInt8]) {
    var area: [UInt8] = []
    for option in options {
      let option = option.bytes
      guard area.count + option.count <= 40 else { break }
      area += option
    }
    while !area.count.isMultiple(of: 4) { area.append(0) }
    bytes.append(bigEndian: sourcePort)
    bytes.append(bigEndian: destinationPort)
    bytes.append(bigEndian: sequence)
    bytes.append(bigEndian: acknowledgement)
    bytes.append(UInt8((20 + area.count) / 4) << 4)
    bytes.append(flags.rawValue)
    bytes.append(bigEndian: window)
    bytes.append(bigEndian: UInt16(0))
    bytes.append(bigEndian: urgentPointer)
    bytes.append(contentsOf: area)
    bytes.append(contentsOf: payload)
  }
}
