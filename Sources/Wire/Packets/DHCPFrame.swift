/// A DHCP message in its Ethernet frame: UDP over IPv4, from and to the ports of DHCP.
///
/// UDP's checksum is neither checked nor written: between interfaces of one machine it is not there.
public struct DHCPFrame: Hashable, Sendable {
  /// The sender's link address.
  public var source: MACAddress
  /// The receiver's link address.
  public var destination: MACAddress
  /// The sender's address; a client without one has 0.0.0.0.
  public var sourceAddress: IPv4Address
  /// The receiver's address.
  public var destinationAddress: IPv4Address
  /// The message.
  public var message: DHCPMessage

  /// A frame with the message; ports follow from who sends it.
  public init(
    _ message: DHCPMessage,
    from source: MACAddress,
    _ sourceAddress: IPv4Address = .any,
    to destination: MACAddress = .broadcast,
    _ destinationAddress: IPv4Address = .broadcast
  ) {
    self.source = source
    self.destination = destination
    self.sourceAddress = sourceAddress
    self.destinationAddress = destinationAddress
    self.message = message
  }

  private static let headerLength = 8
}

extension DHCPFrame: WireFormat {
  /// Reads a frame without tags; fragments are refused, and messages from another port than their
  /// sender's.
  public init(parsing bytes: RawSpan) throws(WireError) {
    let frame = try EthernetFrame(parsing: bytes)
    guard frame.vlanTags.isEmpty, frame.etherType == .ipv4 else {
      throw WireError(.invalid("EtherType"), at: 12)
    }
    let packet = try IPv4Packet(parsing: frame.payload)
    guard packet.next == .udp else { throw WireError(.invalid("IP protocol"), at: 23) }
    guard packet.fragmentOffset == 0, !packet.moreFragments else {
      throw WireError(.invalid("fragment"), at: 20)
    }
    let datagram = packet.payload
    let span = datagram.span.bytes
    var cursor = ByteCursor(span)
    let port = try cursor.uint16(span)
    let destinationPort = try cursor.uint16(span)
    let length = try Int(cursor.uint16(span))
    try cursor.skip(2, in: span)
    guard length >= Self.headerLength else { throw WireError(.invalid("UDP length"), at: 4) }
    let payload = try cursor.bytes(span, count: length - Self.headerLength)
    let message = try DHCPMessage(parsing: payload)
    // Relays send from a server's port as well.
    let ports = Set([DHCPMessage.clientPort, DHCPMessage.serverPort])
    guard ports.contains(port), ports.contains(destinationPort),
      message.operation == .request || port == DHCPMessage.serverPort
    else { throw WireError(.invalid("port"), at: 0) }
    source = frame.source
    destination = frame.destination
    sourceAddress = packet.source
    destinationAddress = packet.destination
    self.message = message
  }

  /// Appends the frame.
  public func write(to bytes: inout [UInt8]) {
    let isReply = message.operation == .reply
    let payload = message.serialised
    var datagram: [UInt8] = []
    datagram.append(bigEndian: isReply ? DHCPMessage.serverPort : DHCPMessage.clientPort)
    datagram.append(bigEndian: isReply ? DHCPMessage.clientPort : DHCPMessage.serverPort)
    datagram.append(bigEndian: UInt16(clamping: Self.headerLength + payload.count))
    datagram.append(bigEndian: UInt16(0))
    datagram += payload
    let packet = IPv4Packet(
      from: sourceAddress,
      to: destinationAddress,
      .udp,
      payload: datagram
    )
    EthernetFrame(to: destination, from: source, .ipv4, payload: packet.serialised)
      .write(to: &bytes)
  }
}
