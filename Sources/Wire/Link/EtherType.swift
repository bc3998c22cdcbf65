/// What an Ethernet frame carries (IEEE 802 numbers).
public struct EtherType: RawRepresentable, Hashable, Sendable {
  /// The number on the wire; below 0x0600 a length (IEEE 802.3).
  public let rawValue: UInt16

  /// The type with the given number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// IPv4.
  public static let ipv4 = EtherType(rawValue: 0x0800)
  /// ARP.
  public static let arp = EtherType(rawValue: 0x0806)
  /// IPv6.
  public static let ipv6 = EtherType(rawValue: 0x86DD)
  /// A tag of IEEE 802.1Q, before the frame's own type.
  public static let vlan = EtherType(rawValue: 0x8100)
  /// A provider's tag of IEEE 802.1ad.
  public static let providerVLAN = EtherType(rawValue: 0x88A8)
}
