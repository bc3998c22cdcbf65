/// What an Ethernet frame carries (IEEE 802 numbers).
public struct EtherType: Hashable, Sendable {
  /// The number on the wire; below 0x0600 a length (IEEE 802.3).
  public let rawValue: UInt16

  /// IPv4.
  public static let ipv4 = EtherType(rawValue: 0x0800)
  /// ARP.
  public static let arp = EtherType(rawValue: 0x0806)
  /// A tag of IEEE 802.1Q, before the frame's own type.
  public static let vlan = EtherType(rawValue: 0x8100)
  /// A provider's tag of IEEE 802.1ad.
  public static let providerVLAN = EtherType(rawValue: 0x88A8)
}

/// An Ethernet II frame without preamble and checksum.
public struct EthernetFrame: Hashable, Sendable {
  /// The receiver.
  public var destination: MACAddress
  /// The sender.
  public var source: MACAddress
  /// The tags' contents, the outer first; at most two.
  public var vlanTags: [UInt16]
  /// What it carries.
  public var etherType: EtherType
  /// What follows, padding included.
  public var payload: [UInt8]

  /// Tags are written with the type of IEEE 802.1Q; short payloads are not padded.
  public init(
    to destination: MACAddress,
    from source: MACAddress,
    vlanTags: [UInt16] = [],
    _ etherType: EtherType,
    payload: [UInt8]
  ) {
    self.destination = destination
    self.source = source
    self.vlanTags = vlanTags
    self.etherType = etherType
    self.payload = payload
  }

  private static let mostTags = 2
}

extension EthernetFrame: WireFormat {
  /// Reads a frame.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    destination = try cursor.macAddress(bytes)
    source = try cursor.macAddress(bytes)
    vlanTags = []
    etherType = try EtherType(rawValue: cursor.uint16(bytes))
    while etherType == .vlan || etherType == .providerVLAN, vlanTags.count < Self.mostTags {
      try vlanTags.append(cursor.uint16(bytes))
      etherType = try EtherType(rawValue: cursor.uint16(bytes))
    }
    payload = try cursor.rest(bytes)
  }

  /// Appends the frame, without padding; tags beyond the second are left out.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(destination)
    bytes.append(source)
    for tag in vlanTags.prefix(Self.mostTags) {
      bytes.append(bigEndian: EtherType.vlan.rawValue)
      bytes.append(bigEndian: tag)
    }
    bytes.append(bigEndian: etherType.rawValue)
    bytes.append(contentsOf: payload)
  }
}
