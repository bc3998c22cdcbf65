package import Model

/// Service names of ports.
public enum PortNames {
  /// The usual service at a TCP port.
  public static func service(atTCP port: UInt16) -> String? { service(at: port, .tcp) }

  /// The usual service at a UDP port.
  public static func service(atUDP port: UInt16) -> String? { service(at: port, .udp) }

  /// The usual service at a port.
  package static func service(at port: UInt16, _ transport: TransportProtocol) -> String? {
    switch transport {
    case .tcp: tcp[port] ?? both[port]
    case .udp: udp[port] ?? both[port]
    }
  }

  /// Names from IANA's registry (RFC 6335), unless another is better known.
  private static let both: [UInt16: String] = [
    7: "echo", 13: "daytime", 19: "chargen", 37: "time", 53: "domain", 88: "kerberos",
    111: "sunrpc", 135: "msrpc", 389: "ldap", 427: "svrloc", 443: "https", 464: "kpasswd",
    1194: "openvpn", 1883: "mqtt", 2049: "nfs", 3074: "xbox", 3478: "stun", 3483: "slimdevices",
    5060: "sip", 5061: "sips", 5353: "mdns", 5540: "matter", 5683: "coap", 51820: "wireguard",
  ]

  private static let tcp: [UInt16: String] = [
    20: "ftp-data", 21: "ftp", 22: "ssh", 23: "telnet", 25: "smtp", 79: "finger", 80: "http",
    81: "http-alt", 110: "pop3", 113: "ident", 119: "nntp", 139: "netbios-ssn", 143: "imap",
    179: "bgp", 199: "smux", 445: "microsoft-ds", 465: "submissions", 515: "printer", 543: "klogin",
    544: "kshell", 548: "afp", 554: "rtsp", 587: "submission", 631: "ipp", 636: "ldaps",
    873: "rsync", 902: "vmware-auth", 989: "ftps-data", 990: "ftps", 993: "imaps", 995: "pop3s",
    1080: "socks", 1400: "sonos", 1433: "ms-sql", 1443: "sonos-https", 1521: "oracle",
    1723: "pptp", 1755: "wms", 1926: "philips-tv", 2000: "cisco-sccp", 2375: "docker",
    2376: "docker-tls", 3000: "http-alt", 3128: "squid", 3306: "mysql", 3389: "rdp",
    3689: "daap", 4070: "spotify", 4443: "https-alt", 5000: "http-alt", 5001: "https-alt",
    5009: "airport-admin", 5222: "xmpp", 5357: "wsdapi", 5432: "postgresql", 5555: "adb",
    5600: "smart-tv", 5672: "amqp", 5900: "vnc", 5985: "winrm", 6053: "esphome", 6379: "redis",
    6443: "kubernetes", 6466: "android-tv-remote", 6467: "android-tv-pairing", 6667: "irc",
    6668: "tuya", 7000: "airplay", 7070: "realserver", 7100: "airplay-mirroring", 7547: "cwmp",
    8000: "http-alt", 8001: "samsung-tv", 8002: "samsung-tv-tls", 8006: "proxmox",
    8008: "googlecast-http", 8009: "googlecast", 8060: "roku-ecp", 8080: "http-alt",
    8081: "http-alt", 8083: "http-alt", 8088: "http-alt", 8096: "jellyfin", 8123: "home-assistant",
    8200: "dlna", 8291: "winbox", 8443: "https-alt", 8883: "mqtts", 8888: "http-alt",
    9000: "http-alt", 9090: "http-alt", 9091: "transmission", 9100: "jetdirect",
    9197: "samsung-dmr", 9295: "playstation-remote", 9443: "https-alt", 9999: "kasa",
    10000: "webmin", 10001: "ubiquiti", 11434: "ollama", 16021: "nanoleaf", 27017: "mongodb",
    32400: "plex", 34567: "dvr", 37777: "dahua", 49000: "upnp", 49152: "upnp", 49153: "upnp",
    11211: "memcached", 51827: "homekit", 55443: "yeelight", 62078: "iphone-sync",
  ]

  private static let udp: [UInt16: String] = [
    17: "qotd", 67: "dhcp", 68: "dhcp-client", 69: "tftp", 123: "ntp", 137: "netbios-ns",
    138: "netbios-dgm",
    161: "snmp", 162: "snmptrap", 177: "xdmcp", 443: "quic", 500: "isakmp", 514: "syslog",
    520: "route", 546: "dhcpv6-client",
    547: "dhcpv6", 623: "asf-rmcp", 631: "ipp-browse", 1434: "ms-sql-m", 1701: "l2tp", 1900: "ssdp",
    3702: "ws-discovery", 4500: "ipsec-nat-t",
    5351: "nat-pmp", 5355: "llmnr", 6666: "tuya", 6667: "tuya", 9999: "kasa", 54321: "miio",
    11211: "memcached", 27015: "steam", 47808: "bacnet", 56700: "lifx",
  ]
}
