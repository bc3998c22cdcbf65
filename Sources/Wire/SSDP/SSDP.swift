/// SSDP's fixed values (UPnP Device Architecture 2.0, section 1).
public enum SSDP {
  /// The port that searches and announcements go to.
  public static let port: UInt16 = 1900
  /// `239.255.255.250`.
  public static let ipv4Group = IPv4Address(239, 255, 255, 250)
  /// `ff02::c`.
  public static let ipv6Group = IPv6Address(high: 0xFF02_0000_0000_0000, low: 0xC)
  /// The search target that everybody answers.
  public static let all = "ssdp:all"
  /// The search target that each device answers once.
  public static let rootDevice = "upnp:rootdevice"
}
