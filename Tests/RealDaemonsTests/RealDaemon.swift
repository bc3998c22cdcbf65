import Testing

/// A program that nobody here wrote, and what a scan must say of the host it runs on.
///
/// The hosts' names in the router's DNS stand in `Tests/Lab/home.py`, what a daemon announces in
/// its configuration in `Tests/Lab/daemons.py`.
struct RealDaemon: Sendable, CustomTestStringConvertible {
  var daemon: String
  /// The name of the device.
  var name: String
  /// What it is, where that can be known.
  var kind: String?
  /// Its model, where it states one.
  var model: String?
  /// The system that it runs, where it states one.
  var os: String?
  /// A service that it announces.
  var service: ScanDocument.Service?
  /// An open port that is found by asking.
  var port: Int?
  /// What it answers to a datagram: the port, and what the text or the bytes in hexadecimal hold.
  var answer: (port: Int, holds: String)?
  /// A source that must have heard it, beside the neighbour table.
  var source: String?

  var testDescription: String { daemon }

  private static func hex(_ text: String) -> String {
    text.utf8.map { String($0, radix: 16) }.joined()
  }

  static let all: [RealDaemon] = [
    RealDaemon(daemon: "dnsmasq", name: "router", kind: "router", port: 53, source: "dns"),
    RealDaemon(daemon: "miniupnpd", name: "Landing Gateway", kind: "router", source: "ssdp"),
    RealDaemon(
      daemon: "avahi",
      name: "Bookshelf Share",
      service: .init(type: "_smb._tcp", name: "Bookshelf Share", port: 445),
      source: "mdns"
    ),
    RealDaemon(daemon: "nmbd", name: "ATTIC-NAS", kind: "storage", source: "netbios"),
    RealDaemon(daemon: "smbd", name: "vault", kind: "storage", port: 445, source: "smb"),
    RealDaemon(
      daemon: "ippserver",
      name: "Hallway Printer",
      kind: "printer",
      model: "Testmaker InkBox 3000",
      service: .init(type: "_ipp._tcp", name: "Hallway Printer", port: 8631),
      source: "mdns"
    ),
    RealDaemon(daemon: "minidlna", name: "Cellar Media", kind: "storage", source: "ssdp"),
    RealDaemon(
      daemon: "openssh",
      name: "build-box",
      kind: "computer",
      os: "Debian",
      port: 22,
      source: "banner"
    ),
    RealDaemon(daemon: "snmpd", name: "landing-switch", kind: "network", source: "snmp"),
    RealDaemon(
      daemon: "shairport",
      name: "Kitchen Speaker",
      kind: "speaker",
      model: "ShairportSync",
      service: .init(type: "_raop._tcp", name: "2D465926E33F@Kitchen Speaker", port: 5000),
      source: "mdns"
    ),
    RealDaemon(
      daemon: "gmediarender",
      name: "Den Renderer",
      kind: "speaker",
      model: "gmediarender",
      os: "Linux",
      source: "ssdp"
    ),
    RealDaemon(daemon: "mosquitto", name: "broker", port: 1883, source: "banner"),
    RealDaemon(
      daemon: "zeroconf",
      name: "Pantry Bulb",
      kind: "smart_home",
      model: "LB-7",
      service: .init(type: "_hap._tcp", name: "Pantry Bulb", port: 51826),
      source: "mdns"
    ),
    RealDaemon(
      daemon: "wsdd",
      name: "study",
      kind: "computer",
      os: "Debian",
      port: 5357,
      source: "ws_discovery"
    ),
    RealDaemon(
      daemon: "coap_server",
      name: "porch-sensor",
      kind: "smart_home",
      answer: (5683, #"</time>;if="clock""#),
      source: "udp"
    ),
    RealDaemon(
      daemon: "knxd",
      name: "Stairs KNX",
      kind: "smart_home",
      // Its address on the bus, 1.1.250.
      answer: (3671, "3601020011fa"),
      source: "udp"
    ),
    RealDaemon(
      daemon: "olad",
      name: "Stage node",
      kind: "smart_home",
      answer: (6454, hex("Stage lights of the attic")),
      source: "udp"
    ),
    RealDaemon(
      daemon: "apcupsd",
      name: "Rack power",
      kind: "computer",
      service: .init(type: "_apcupsd._tcp", name: "Rack power", port: 3551),
      source: "banner"
    ),
    RealDaemon(
      daemon: "bacpypes",
      name: "den-thermostat",
      kind: "smart_home",
      // Device 77027 and the longest message that it takes.
      answer: (47808, "c402012ce32204"),
      source: "udp"
    ),
    RealDaemon(
      daemon: "cpppo",
      name: "workshop",
      kind: "smart_home",
      model: "1756-L61/B LOGIX5561",
      answer: (44818, hex("1756-L61/B LOGIX5561")),
      source: "udp"
    ),
    RealDaemon(
      daemon: "xrdp",
      name: "DESK-LINUX",
      kind: "computer",
      os: "Debian",
      port: 3389,
      source: "tls"
    ),
    RealDaemon(daemon: "udhcpc", name: "guest-tablet", source: "dns"),
  ]
}
