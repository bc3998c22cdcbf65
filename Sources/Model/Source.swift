/// Who said it: the mechanism an observation came from.
public enum Source: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// This machine's own firmware and system.
  case system
  /// This machine's own interfaces.
  case interface
  /// The routing table.
  case route
  /// The kernel's neighbour table (ARP and NDP asked by the kernel).
  case neighbours
  /// ARP asked by homenet itself.
  case arp
  /// ICMP or ICMPv6 echo.
  case icmp
  /// TCP connects.
  case tcp
  /// Multicast DNS and DNS-based service discovery.
  case mdns
  /// SSDP (UPnP discovery).
  case ssdp
  /// NetBIOS name service.
  case netbios
  /// Reverse look-ups through the network's own resolver.
  case dns
  /// WS-Discovery.
  case wsDiscovery = "ws_discovery"
  /// DHCP requests overheard.
  case dhcp
  /// HTTP and HTTPS answers.
  case http
  /// Certificates shown over TLS.
  case tls
  /// Greetings of services: SSH, FTP, SIP and others.
  case banner
  /// SNMP.
  case snmp
  /// SMB.
  case smb
  /// The discovery protocols of single makers over UDP.
  case udp
  /// The user.
  case user

  /// Alphabetic order of the raw names.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
