import Crypto
import Discovery
import FoundationEssentials
import Model
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

/// Asks Tuya's devices of version 3.5 who they are, as the app does; older ones broadcast it unasked.
enum TuyaQuery {
  /// The port of devices, to which they also send their answers.
  static let port: UInt16 = 7000
  /// The port to which older devices broadcast what an answer says.
  private static let broadcasts: UInt16 = 6667
  private static let question: UInt32 = 0x25
  private static let key = SymmetricKey(data: TuyaBroadcast.key)
  /// It may stay the same: the key is in every app, so that nothing is secret.
  private static let once = Array("170000000000".utf8)

  /// The question, sealed.
  static func datagram(_ asker: BroadcastProtocol.Asker) -> [UInt8] {
    let text = Array(#"{"from":"app","ip":"\#(asker.address)"}"#.utf8)
    var message = TuyaSealedMessage(command: question, nonce: once, hidden: text, tag: [])
    guard let nonce = try? AES.GCM.Nonce(data: once),
      let box = try? AES.GCM.seal(
        text,
        using: key,
        nonce: nonce,
        authenticating: message.authenticated
      )
    else { return [] }
    message.hidden = Array(box.ciphertext)
    message.tag = Array(box.tag)
    return message.serialised
  }

  /// The facts in an answer, which are those of a broadcast.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let json = opened(payload) else { return [] }
    return BroadcastSource.facts(in: json, port: broadcasts)
  }

  /// The JSON, laid open, without the return code that can come before it and padding behind.
  private static func opened(_ payload: [UInt8]) -> [UInt8]? {
    guard let message = try? TuyaSealedMessage(parsing: payload),
      let nonce = try? AES.GCM.Nonce(data: message.nonce),
      let box = try? AES.GCM.SealedBox(
        nonce: nonce,
        ciphertext: message.hidden,
        tag: message.tag
      ),
      let text = try? AES.GCM.open(box, using: key, authenticating: message.authenticated)
    else { return nil }
    let clear = Array(text)
    guard let start = clear.prefix(5).firstIndex(of: UInt8(ascii: "{")),
      let end = clear.lastIndex(of: UInt8(ascii: "}")), start < end
    else { return nil }
    return Array(clear[start...end])
  }
}
