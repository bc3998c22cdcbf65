internal import Identification
internal import Wire

/// What is customary at a UDP port, and how it is asked.
///
/// A datagram that a service doesn't understand is mostly dropped, so each is asked in its own
/// protocol.
struct UDPService: Sendable {
  /// Its name in the words of `PortNames`; `nil` where none is customary.
  let name: String?
  /// What it is asked, one after another; never none.
  let questions: [VersionQuery]

  /// The service at a port of a host.
  init(port: UInt16, of address: IPAddress) {
    name = PortNames.service(atUDP: port)
    questions =
      switch port {
      case 53: [.dns]
      case 67: [.dhcp]
      case 69: [.tftp]
      case 111: [.rpc(program: 100_000, version: 2, "sunrpc")]
      case 123: [.ntp, .ntpVariables]
      case 137: [.netBIOS]
      case 161: [.snmp, .snmpEngine]
      case 177: [.xdmcp]
      case 443, 8443: [.quic]
      case 500: [.ike]
      // Behind four zeros, which tell it from ESP (RFC 3948, section 2.2).
      case 4500:
        [
          VersionQuery([0, 0, 0, 0] + VersionQuery.ike.bytes) { bytes in
            VersionQuery.ike.read(Array(bytes.dropFirst(4)))
          }
        ]
      case 520: [.rip]
      case 623: [.ipmi]
      case 1194: [.openVPN]
      case 1434: [.sqlBrowser]
      case 1701: [.l2tp]
      case 1900: [.ssdp(host: address.uriHost)]
      case 2049: [.rpc(program: 100_003, version: 3, "nfs")]
      case 3478: [.stun]
      case 3702: [.wsDiscovery]
      case 5060: [.sip(to: address, over: "UDP")]
      case 5351: [.natPMP]
      case 5353: [.multicastDNS]
      case 5683: [.coap]
      case 11211: [.memcachedDatagram]
      case 27015: [.steam]
      case 47808: [.bacnet]
      case 7, 13, 17, 19, 37: [.anything([13, 10])]
      default: [.anything()]
      }
  }

  /// The ports that are asked unless others are named: where the well-known services are.
  static let usualPorts: [UInt16] = [
    53, 123, 161, 137, 5353, 1900, 67, 69, 111, 500, 4500, 443, 1194, 51820, 5060, 3478, 5351, 631,
    520, 514, 623, 1701, 1434, 177, 2049, 3702, 5683, 11211, 27015, 47808, 7, 19, 138, 5355,
  ]

  /// A port's place among them; lower is likelier.
  static let place = Dictionary(uniqueKeysWithValues: usualPorts.enumerated().map { ($1, $0) })
}
