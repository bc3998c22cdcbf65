/// An IP protocol number (IANA).
public struct IPProtocol: Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt8

  /// ICMP.
  public static let icmp = IPProtocol(rawValue: 1)
  /// TCP.
  public static let tcp = IPProtocol(rawValue: 6)
  /// UDP.
  public static let udp = IPProtocol(rawValue: 17)
  /// ICMPv6.
  public static let icmpv6 = IPProtocol(rawValue: 58)
  /// IPv6's options for every hop.
  static let hopByHop = IPProtocol(rawValue: 0)
  /// IPv6's routing header.
  static let routing = IPProtocol(rawValue: 43)
  /// IPv6's fragment header.
  static let fragment = IPProtocol(rawValue: 44)
  /// The authentication header.
  static let authentication = IPProtocol(rawValue: 51)
  /// IPv6's options for the destination.
  static let destinationOptions = IPProtocol(rawValue: 60)
}

/// An IPv4 packet (RFC 791).
public struct IPv4Packet: Hashable, Sendable {
  /// Differentiated services and congestion bits.
  public var trafficClass: UInt8
  /// The number that ties fragments together.
  public var identification: UInt16
  /// Whether routers may not fragment it.
  public var dontFragment: Bool
  /// Whether more fragments follow.
  public var moreFragments: Bool
  /// Where the fragment begins, in units of 8 bytes; 13 bits.
  public var fragmentOffset: UInt16
  /// How many more hops it may take.
  public var timeToLive: UInt8
  /// What it carries.
  public var next: IPProtocol
  /// The sender.
  public var source: IPv4Address
  /// The receiver.
  public var destination: IPv4Address
  /// The header's options, at most 40 bytes in multiples of four.
  public var options: [UInt8]
  /// What follows the header, without a frame's padding; at most 65,535 bytes with the header.
  public var payload: [UInt8]

  /// A packet that is no fragment.
  public init(
    from source: IPv4Address,
    to destination: IPv4Address,
    _ next: IPProtocol,
    timeToLive: UInt8 = 64,
    identification: UInt16 = 0,
    options: [UInt8] = [],
    payload: [UInt8]
  ) {
    trafficClass = 0
    self.identification = identification
    dontFragment = true
    moreFragments = false
    fragmentOffset = 0
    self.timeToLive = timeToLive
    self.next = next
    self.source = source
    self.destination = destination
    self.options = options
    self.payload = payload
  }
}

extension IPv4Packet: WireFormat {
  /// Reads a packet and checks its header's checksum; bytes after its length are ignored.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let first = try cursor.uint8(bytes)
    guard first >> 4 == 4 else { throw WireError(.invalid("IP version"), at: 0) }
    let headerLength = Int(first & 15) * 4
    guard headerLength >= 20 else { throw WireError(.invalid("header length"), at: 0) }
    trafficClass = try cursor.uint8(bytes)
    let totalLength = try Int(cursor.uint16(bytes))
    guard totalLength >= headerLength else { throw WireError(.invalid("total length"), at: 2) }
    identification = try cursor.uint16(bytes)
    let fragment = try cursor.uint16(bytes)
    dontFragment = fragment & 0x4000 != 0
    moreFragments = fragment & 0x2000 != 0
    fragmentOffset = fragment & 0x1FFF
    timeToLive = try cursor.uint8(bytes)
    next = try IPProtocol(rawValue: cursor.uint8(bytes))
    try cursor.skip(2, in: bytes)
    source = try cursor.ipv4Address(bytes)
    destination = try cursor.ipv4Address(bytes)
    options = try cursor.bytes(bytes, count: headerLength - 20)
    payload = try cursor.bytes(bytes, count: totalLength - headerLength)
    guard InternetChecksum.of(bytes, 0..<headerLength) == 0 else {
      throw WireError(.invalid("header checksum"), at: 10)
    }
  }

  /// Appends the packet with its checksum; options are padded with zeros to a multiple of four, what
  /// exceeds a length is cut off.
  public func write(to bytes: inout [UInt8]) {
    var options = Array(options.prefix(40))
    while !options.count.isMultiple(of: 4) { options.append(0) }
    let headerLength = 20 + options.count
    let payload = payload.prefix(0xFFFF - headerLength)
    let start = bytes.count
    bytes.append(0x40 | UInt8(headerLength / 4))
    bytes.append(trafficClass)
    bytes.append(bigEndian: UInt16(headerLength + payload.count))
    bytes.append(bigEndian: identification)
    let flags: UInt16 = (dontFragment ? 0x4000 : 0) | (moreFragments ? 0x2000 : 0)
    bytes.append(bigEndian: flags | fragmentOffset & 0x1FFF)
    bytes.append(timeToLive)
    bytes.append(next.rawValue)
    bytes.append(bigEndian: UInt16(0))
    bytes.append(source)
    bytes.append(destination)
    bytes.append(contentsOf: options)
    let checksum = InternetChecksum.of(bytes.span.bytes, start..<bytes.count)
    bytes.overwrite(at: start + 10, bigEndian: checksum)
    bytes.append(contentsOf: payload)
  }
}

/// The checksum of IP and ICMP (RFC 1071).
enum InternetChecksum {
  /// The complement of a range's ones' complement sum; 0 where the range has its own checksum in it.
  static func of(_ bytes: RawSpan, _ range: Range<Int>) -> UInt16 {
    let range = range.clamped(to: 0..<bytes.byteCount)
    var sum: UInt64 = 0
    var offset = range.lowerBound
    // Four bytes a time: the carries of 2^32 additions fit above, and are folded in at the end.
    while offset + 4 <= range.upperBound {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
      sum &+= UInt64(UInt32(bigEndian: word))
      offset += 4
    }
    var shift: UInt64 = 24
    while offset < range.upperBound {
      let byte = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
      sum &+= UInt64(byte) << shift
      shift -= 8
      offset += 1
    }
    while sum >> 16 != 0 { sum = sum & 0xFFFF + sum >> 16 }
    return ~UInt16(sum)
  }
}
