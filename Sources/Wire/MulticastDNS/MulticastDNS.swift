/// Multicast DNS's fixed numbers (RFC 6762).
public enum MulticastDNS {
  /// The port that queries go to and answers come from.
  public static let port: UInt16 = 5353
  /// `224.0.0.251`.
  public static let ipv4Group = IPv4Address(224, 0, 0, 251)
  /// `ff02::fb`.
  public static let ipv6Group = IPv6Address(high: 0xFF02_0000_0000_0000, low: 0xFB)
  /// The longest payload that we send: an Ethernet frame's 1,500 bytes less IPv6 and UDP headers,
  /// and a little for tunnels (RFC 6762, section 17).
  public static let longestPayload = 1_440
  /// The time to live of records that hold a host name, in seconds (RFC 6762, section 10).
  public static let hostTTL: UInt32 = 120
  /// The time to live of other records, in seconds (RFC 6762, section 10).
  public static let otherTTL: UInt32 = 4_500
  /// The most that a legacy unicast answer may promise, in seconds (RFC 6762, section 6.7).
  public static let legacyTTL: UInt32 = 10

  /// Whether a query comes from a resolver that knows unicast DNS only, by its source port; it is
  /// answered as `MulticastDNSResponse.legacyPacket(to:)` says (RFC 6762, section 6.7).
  public static func isLegacy(sourcePort: UInt16) -> Bool { sourcePort != port }
}
