/// What an IP packet carries (IANA protocol numbers).
public struct IPProtocol: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: UInt8

  /// The protocol with the given number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

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
  /// Nothing follows.
  public static let none = IPProtocol(rawValue: 59)
  /// IPv6's options for the destination.
  static let destinationOptions = IPProtocol(rawValue: 60)
}
