@testable import Wire

extension Codec {
  /// What everybody on a link is asked at once, and what comes back.
  static let broadcasts: [Codec] = [
    Codec(
      "twinkly",
      TwinklyDiscovery.self,
      seeds: [TwinklyDiscovery(address: IPv4Address(192, 168, 77, 4), name: "Twinkly_1").serialised]
    ),
    Codec(
      "knx-search",
      KNXSearchResponse.self,
      seeds: [
        KNXSearchResponse(
          individualAddress: 0x1101,
          serial: [0, 1, 2, 3, 4, 5],
          mac: .broadcast,
          name: "Gateway"
        ).serialised
      ]
    ),
    Codec(
      "bacnet-i-am",
      BACnetIAm.self,
      seeds: [
        BACnetIAm(instance: 1234, vendor: 8).serialised,
        // Routed, and forwarded.
        [
          0x81, 0x04, 0, 30, 10, 0, 0, 7, 0xBA, 0xC0, 1, 0x28, 0xFF, 0xFF, 0, 0, 9, 1, 4, 0xFE,
          0x10,
          0, 0xC4, 2, 0, 0, 5, 0x22, 5, 0xC4, 0x91, 0, 0x21, 24,
        ],
      ]
    ),
    Codec(
      "tuya-sealed",
      TuyaSealedMessage.self,
      seeds: [
        TuyaSealedMessage(
          command: 0x25,
          nonce: Array(repeating: 1, count: 12),
          hidden: Array(repeating: 2, count: 20),
          tag: Array(repeating: 3, count: 16)
        ).serialised
      ],
      use: { message in _ = message.authenticated }
    ),
    Codec("dahua", DahuaDiscovery.self, seeds: [DahuaDiscovery.request.serialised]),
    Codec(
      "steam",
      SteamDiscovery.self,
      seeds: [
        SteamDiscovery.request.serialised,
        SteamDiscovery(type: 1, client: 900, hostName: "den", system: -203).serialised,
      ],
      use: { message in _ = message.family }
    ),
    Codec(
      "asus",
      ASUSDiscovery.self,
      seeds: [ASUSDiscovery(network: "Home", model: "RT-AX88U", firmware: "3.0.0.4").serialised]
    ),
    Codec(
      "crestron",
      CrestronDiscovery.self,
      seeds: [CrestronDiscovery(name: "CP3-ATTIC", version: "CP3 [v1.8]").serialised]
    ),
    Codec(
      "art-poll",
      ArtPollReply.self,
      seeds: [ArtPollReply(maker: 0x414C, shortName: "Node", longName: "Node of four").serialised]
    ),
    Codec(
      "xiongmai",
      XiongmaiDiscovery.self,
      seeds: [XiongmaiDiscovery(message: 1531, text: Array("{}".utf8)).serialised]
    ),
    Codec("eiscp", EISCPMessage.self, seeds: [EISCPMessage.request.serialised]),
    Codec(
      "cip-identity",
      CIPIdentity.self,
      seeds: [CIPIdentity(vendor: 1, kind: 14, serial: 7, name: "1769-L30ER").serialised]
    ),
  ]
}
