/// Why something is sent; the politeness ledger counts by it.
public enum Purpose: Hashable, Sendable {
  /// Empty datagrams that make the kernel ask ARP or NDP.
  case sweep
  /// ARP requests of our own.
  case arp
  /// ICMP and ICMPv6 echo.
  case echo
  /// TCP connects and half-open SYNs that look for open ports.
  case ports
  /// Multicast and unicast DNS service discovery.
  case mdns
  /// Searches and descriptions of UPnP.
  case ssdp
  /// NetBIOS node status.
  case netbios
  /// Reverse look-ups through the network's resolver.
  case reverseDNS
  /// WS-Discovery probes.
  case wsDiscovery
  /// Pages and descriptions over HTTP, TLS included.
  case http
  /// Waiting for greetings: SSH, FTP, mail, telnet; and asking for them: RTSP, SIP, MQTT.
  case banner
  /// What an SNMP agent says of the system, and of a printer.
  case snmp
  /// SMB's first negotiation.
  case smb
  /// The discovery protocols of single makers, asked of one host.
  case maker
  /// A discovery protocol asked of everybody on a link at once, by its name: `kasa`.
  case broadcast(String)
  /// Echoes that measure the round trip.
  case latency
  /// Packets and connects along a path: those of ping, trace and diagnose.
  case path
  /// Questions to name servers, over whatever transport.
  case dns
  /// Connections that read a server's certificate and what TLS it speaks.
  case tls
  /// Questions to whois servers.
  case whois
  /// Connections over which diagnose speaks to a host, to find out what is wrong there.
  case diagnosis
}

extension Purpose: RawRepresentable {
  private static let broadcastPrefix = "broadcast."
  private static let longestName = 32
  /// Those without a name of their own.
  private static let plain: [Purpose] = [
    .sweep, .arp, .echo, .ports, .mdns, .ssdp, .netbios, .reverseDNS, .wsDiscovery, .http, .banner,
    .snmp, .smb, .maker, .latency, .path, .dns, .tls, .whois, .diagnosis,
  ]

  /// As it stands in recordings and JSON: `http`, `broadcast.kasa`.
  public var rawValue: String {
    switch self {
    case .sweep: "sweep"
    case .arp: "arp"
    case .echo: "echo"
    case .ports: "ports"
    case .mdns: "mdns"
    case .ssdp: "ssdp"
    case .netbios: "netbios"
    case .reverseDNS: "reverse_dns"
    case .wsDiscovery: "ws_discovery"
    case .http: "http"
    case .banner: "banner"
    case .snmp: "snmp"
    case .smb: "smb"
    case .maker: "maker"
    case .broadcast(let name): Self.broadcastPrefix + name
    case .latency: "latency"
    case .path: "path"
    case .dns: "dns"
    case .tls: "tls"
    case .whois: "whois"
    case .diagnosis: "diagnosis"
    }
  }

  /// Whether it asks everybody on a link at once by a discovery protocol.
  public var isBroadcast: Bool {
    if case .broadcast = self { true } else { false }
  }

  /// The purpose of that name; `nil` where there is none.
  public init?(rawValue: String) {
    if rawValue.hasPrefix(Self.broadcastPrefix) {
      let name = rawValue.dropFirst(Self.broadcastPrefix.count)
      guard (1...Self.longestName).contains(name.utf8.count),
        name.utf8.allSatisfy({
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
        })
      else { return nil }
      self = .broadcast(String(name))
    } else if let purpose = Self.plain.first(where: { $0.rawValue == rawValue }) {
      self = purpose
    } else {
      return nil
    }
  }
}
