/// An ARP packet for Ethernet and IPv4 (RFC 826).
public struct ARPPacket: Hashable, Sendable {
  /// What it does.
  public enum Operation: UInt16, Hashable, Sendable {
    /// Asks who has the target address.
    case request = 1
    /// Says that the sender has the sender's address.
    case reply = 2
  }

  /// What it does.
  public var operation: Operation
  /// The sender's link address.
  public var senderMAC: MACAddress
  /// The sender's address; `0.0.0.0` in probes (RFC 5227).
  public var senderAddress: IPv4Address
  /// The target's link address; zero in requests.
  public var targetMAC: MACAddress
  /// The address asked for, or that of the asker.
  public var targetAddress: IPv4Address

  /// A request leaves the target's link address zero (RFC 826).
  public init(
    _ operation: Operation,
    senderMAC: MACAddress,
    senderAddress: IPv4Address,
    targetMAC: MACAddress = MACAddress(rawValue: 0),
    targetAddress: IPv4Address
  ) {
    self.operation = operation
    self.senderMAC = senderMAC
    self.senderAddress = senderAddress
    self.targetMAC = targetMAC
    self.targetAddress = targetAddress
  }

  /// The packet in a whole Ethernet frame.
  public init(frame bytes: RawSpan) throws(WireError) {
    let frame = try EthernetFrame(parsing: bytes)
    guard frame.etherType == .arp else { throw WireError(.invalid("EtherType"), at: 12) }
    try self.init(parsing: frame.payload)
  }

  /// The packet in a whole Ethernet frame.
  public init(frame bytes: [UInt8]) throws(WireError) {
    try self.init(frame: bytes.span.bytes)
  }

  /// The answer to a request from the station that has the target address.
  public func reply(from mac: MACAddress) -> ARPPacket {
    ARPPacket(
      .reply,
      senderMAC: mac,
      senderAddress: targetAddress,
      targetMAC: senderMAC,
      targetAddress: senderAddress
    )
  }

  /// The frame to send it in: broadcast for a request, unicast for a reply.
  public var frame: EthernetFrame {
    EthernetFrame(
      to: operation == .request ? .broadcast : targetMAC,
      from: senderMAC,
      .arp,
      payload: serialised
    )
  }

  /// Hardware type 1, protocol type IPv4, lengths 6 and 4.
  private static let fixedPart: UInt64 = 0x0001_0800_0604
}

extension ARPPacket: WireFormat {
  /// Reads a packet; a frame's padding after it is ignored, other hardware and protocols are errors.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let upper = try cursor.uint32(bytes)
    guard try UInt64(upper) << 16 | UInt64(cursor.uint16(bytes)) == Self.fixedPart else {
      throw WireError(.invalid("ARP hardware or protocol"), at: 0)
    }
    guard let operation = try Operation(rawValue: cursor.uint16(bytes)) else {
      throw WireError(.invalid("ARP operation"), at: 6)
    }
    self.operation = operation
    senderMAC = try cursor.macAddress(bytes)
    senderAddress = try cursor.ipv4Address(bytes)
    targetMAC = try cursor.macAddress(bytes)
    targetAddress = try cursor.ipv4Address(bytes)
  }

  /// Appends the packet's 28 bytes.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(Self.fixedPart >> 16))
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: Self.fixedPart))
    bytes.append(bigEndian: operation.rawValue)
    bytes.append(senderMAC)
    bytes.append(senderAddress)
    bytes.append(targetMAC)
    bytes.append(targetAddress)
  }
}
