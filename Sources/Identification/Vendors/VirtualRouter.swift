public import Wire

/// The redundancy protocols whose MAC addresses a group of routers shares.
///
/// Such an address has no vendor, whichever block it is in.
public enum VirtualRouter: String, Hashable, Sendable, CaseIterable {
  /// Virtual Router Redundancy Protocol (RFC 9568, section 7.3); CARP has the same addresses.
  case vrrp = "VRRP"
  /// Cisco's Hot Standby Router Protocol, versions 1 and 2.
  case hsrp = "HSRP"
  /// Cisco's Gateway Load Balancing Protocol.
  case glbp = "GLBP"

  /// The protocol of an address; `nil` for ordinary addresses.
  public init?(_ mac: MACAddress) {
    switch mac.rawValue >> 8 {
    case 0x00_005E_0001, 0x00_005E_0002: self = .vrrp
    // Version 1 of HSRP for IPv4.
    case 0x00_000C_07AC: self = .hsrp
    default:
      switch mac.rawValue >> 12 {
      // Version 2 for IPv4, and for IPv6.
      case 0x0_0000_C9FF, 0x0_0057_3A00: self = .hsrp
      default:
        guard mac.rawValue >> 16 == 0x0007_B400 else { return nil }
        self = .glbp
      }
    }
  }
}
