import Discovery
import Wire

extension BroadcastProtocols {
  /// Routers, access points, and printers' agents.
  static let networkGear: [BroadcastProtocol] = [
    .init(
      "ubiquiti",
      .broadcast,
      UbiquitiDiscovery.port,
      UbiquitiDiscovery().serialised,
      then: UbiquitiDiscovery(version: 2, command: 8).serialised,
      answers: ["ubiquiti"],
      read: UbiquitiProbe.facts
    ),
    // It is answered to everybody, which `BroadcastSource` receives.
    .init(
      "mikrotik",
      .broadcast,
      MikroTikNeighbour.port,
      [0, 0, 0, 0],
      read: { BroadcastSource.facts(in: $0, port: MikroTikNeighbour.port) }
    ),
    .init(
      "asus",
      .broadcast,
      ASUSDiscovery.port,
      ASUSDiscovery.request,
      // Broadcast to this port by older firmware, to the port that asks by newer.
      from: .to(port: ASUSDiscovery.port),
      read: BroadcastAnswers.asus
    ),
    .init(
      "snmp",
      .broadcast,
      SNMPMessage.port,
      SNMPProbe.request,
      read: { SNMPProbe.facts(in: $0, maker: "") }
    ),
    .init(
      "canon_bjnp",
      .broadcast,
      8611,
      BroadcastAnswers.bjnpSearch,
      read: BroadcastAnswers.bjnp
    ),
    .init(
      "epson",
      .broadcast,
      3289,
      BroadcastAnswers.epsonSearch,
      then: BroadcastAnswers.epsonScannerSearch,
      read: BroadcastAnswers.epson
    ),
  ]

  /// What buildings, workshops and stages are run with.
  static let buildings: [BroadcastProtocol] = [
    .init(
      "knx",
      .group(.v4(KNXSearchResponse.group)),
      KNXSearchResponse.port,
      naming: { KNXSearchResponse.request(address: $0.address, port: $0.port) },
      read: BroadcastAnswers.knx
    ),
    .init(
      "bacnet",
      .broadcast,
      BACnetIAm.port,
      BACnetIAm.request,
      from: .to(port: BACnetIAm.port),
      read: BroadcastAnswers.bacnet
    ),
    .init(
      "crestron",
      .broadcast,
      CrestronDiscovery.port,
      CrestronDiscovery.request,
      // Whatever port asks.
      from: .to(port: CrestronDiscovery.port),
      read: BroadcastAnswers.crestron
    ),
    .init(
      "art_net",
      .broadcast,
      ArtPollReply.port,
      ArtPollReply.request,
      from: .to(port: ArtPollReply.port),
      read: BroadcastAnswers.artNet
    ),
    .init(
      "ethernet_ip",
      .broadcast,
      CIPIdentity.port,
      CIPIdentity.request,
      read: BroadcastAnswers.ethernetIP
    ),
    .init(
      "lantronix",
      .broadcast,
      30718,
      [0, 0, 0, 0xF6],
      // Programs ask from this port as well.
      from: .to(port: 30718),
      read: BroadcastAnswers.lantronix
    ),
  ]
}
