import Wire

extension BroadcastProtocols {
  /// Plugs, lamps, hubs and their modules.
  static let smartHome: [BroadcastProtocol] = [
    .init(
      "kasa",
      .broadcast,
      KasaCipher.port,
      KasaProbe.request,
      answers: ["kasa"],
      read: KasaProbe.facts
    ),
    .init(
      "tapo",
      .broadcast,
      TapoDiscovery.port,
      TapoProbe.request,
      answers: ["tapo"],
      read: TapoProbe.facts
    ),
    .init(
      "lifx",
      .broadcast,
      LIFXMessage.port,
      LIFXProbe.request(LIFXMessage.getVersion),
      answers: ["lifx version"],
      read: LIFXProbe.facts
    ),
    .init(
      "wiz",
      .broadcast,
      WiZProbe.port,
      WiZProbe.request,
      then: WiZProbe.registration,
      read: WiZProbe.facts
    ),
    .init(
      "yeelight",
      .group(239, 255, 255, 250),
      YeelightProbe.port,
      YeelightProbe.request,
      answers: ["yeelight"],
      read: YeelightProbe.facts
    ),
    .init(
      "miio",
      .broadcast,
      MiIOHello.port,
      MiIOHello.request,
      answers: ["miio"],
      read: MiIOProbe.facts
    ),
    .init(
      "lumi",
      .group(224, 0, 0, 50),
      LumiProbe.port,
      LumiProbe.request,
      answers: ["lumi"],
      read: LumiProbe.facts
    ),
    .init(
      "magic_home",
      .broadcast,
      MagicHomeProbe.port,
      MagicHomeProbe.request,
      answers: ["magic home"],
      read: MagicHomeProbe.facts
    ),
    .init(
      "broadlink",
      .broadcast,
      BroadlinkHello.port,
      BroadlinkHello.request,
      answers: ["broadlink"],
      read: BroadlinkProbe.facts
    ),
    .init(
      "edimax",
      .broadcast,
      EdimaxProbe.port,
      EdimaxProbe.request,
      answers: ["edimax"],
      read: EdimaxProbe.facts
    ),
    // Older devices say it unasked, which `BroadcastSource` receives.
    .init(
      "tuya",
      .broadcast,
      TuyaQuery.port,
      from: .to(port: TuyaQuery.port),
      naming: TuyaQuery.datagram,
      read: TuyaQuery.facts
    ),
    .init(
      "twinkly",
      .broadcast,
      TwinklyDiscovery.port,
      TwinklyDiscovery.request,
      read: BroadcastAnswers.twinkly
    ),
    .init(
      "govee",
      .group(239, 255, 255, 250),
      4001,
      Array(#"{"msg":{"cmd":"scan","data":{"account_topic":"reserve"}}}"#.utf8),
      from: .to(port: 4002),
      read: BroadcastAnswers.govee
    ),
    .init(
      "motion_blinds",
      .group(238, 0, 0, 18),
      32100,
      Array(#"{"msgType":"GetDeviceList","msgID":"20240101000000000"}"#.utf8),
      from: .to(port: 32101),
      read: BroadcastAnswers.motionBlinds
    ),
    .init(
      "microchip",
      .broadcast,
      MicrochipProbe.port,
      MicrochipProbe.request,
      answers: ["microchip"],
      read: MicrochipProbe.facts
    ),
    .init(
      "elk",
      .broadcast,
      2362,
      Array("XEPID".utf8),
      read: BroadcastAnswers.elk
    ),
    .init(
      "loxone",
      .broadcast,
      7070,
      [0],
      from: .to(port: 7071),
      read: { BroadcastAnswers.text($0, 7070, beginning: ["LoxLIVE"]) }
    ),
    .init(
      "roomba",
      .broadcast,
      5678,
      Array("irobotmcs".utf8),
      read: BroadcastAnswers.roomba
    ),
    .init(
      "coap",
      .group(224, 0, 1, 187),
      CoAPMessage.port,
      CoAPProbe.request(.nonConfirmable).serialised,
      answers: ["coap"],
      read: { CoAPProbe.facts(in: $0, port: CoAPMessage.port) }
    ),
    .init(
      "coap_ipv6",
      .group(.v6(IPv6Address(high: 0xFF02_0000_0000_0000, low: 0xFD), zone: nil)),
      CoAPMessage.port,
      CoAPProbe.request(.nonConfirmable).serialised,
      read: { CoAPProbe.facts(in: $0, port: CoAPMessage.port) }
    ),
  ]

  /// Air conditioners, heating, pools, inverters and chargers.
  static let climateAndEnergy: [BroadcastProtocol] =
    [
      .init(
        "gree",
        .broadcast,
        GreeProbe.port,
        GreeProbe.request,
        answers: ["gree"],
        read: GreeProbe.facts
      ),
      .init(
        "heatmiser",
        .broadcast,
        19790,
        Array("hubseek".utf8),
        from: .to(port: 19790),
        read: BroadcastAnswers.heatmiser
      ),
      .init(
        "screenlogic",
        .broadcast,
        1444,
        [1, 0, 0, 0, 0, 0, 0, 0],
        read: BroadcastAnswers.screenLogic
      ),
      .init(
        "sma",
        .group(239, 12, 255, 254),
        9522,
        BroadcastAnswers.speedwireSearch,
        read: BroadcastAnswers.speedwire
      ),
      .init(
        "keba",
        .broadcast,
        KEBAProbe.port,
        Array("i".utf8),
        from: .to(port: KEBAProbe.port),
        answers: ["keba"],
        read: KEBAProbe.facts
      ),
    ]
    + MideaProbe.ports.map { port in
      .init(
        "midea_\(port)",
        .broadcast,
        port,
        MideaProbe.request,
        answers: ["midea"],
        read: { MideaProbe.facts(in: $0, port: port) }
      )
    }
}
