import Identification
import Model
import Networking
import Wire

/// Gets the list of a device's resources over CoAP (RFC 6690, section 4).
struct CoAPProbe: DeviceProbe {
  private static let question = request(.confirmable)

  /// Asked of a group, nobody is to confirm it (RFC 7252, section 8.1).
  static func request(_ kind: CoAPMessage.Kind) -> CoAPMessage {
    CoAPMessage(
      kind: kind,
      code: CoAPMessage.get,
      id: 0x484E,
      token: [0x48],
      options: [".well-known", "core"].map {
        CoAPMessage.Option(CoAPMessage.Option.uriPath, Array($0.utf8))
      }
    )
  }

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.offers(anyOf: ["_coap._udp", "_coaps._udp", "_oic._udp"])
        || host.mentions(["CoAP", "TRADFRI", "OpenThread", "Thread Border"])
    else { return [] }
    let port = host.ports(of: "_coap._udp").first ?? CoAPMessage.port
    return [
      .datagram(port, .maker, "coap", Self.question.serialised) { Self.facts(in: $0, port: port) }
    ]
  }

  /// Of a list in several blocks only the first is kept.
  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard let message = try? CoAPMessage(parsing: payload), message.kind != .reset,
      message.code == CoAPMessage.content, message.token == question.token,
      message[CoAPMessage.Option.contentFormat] == [CoAPMessage.linkFormat],
      message.payload.first == UInt8(ascii: "<"),
      let (fact, _) = Fact.answer(port, text: message.payload)
    else { return [] }
    return [fact]
  }
}

/// Sends a hello to Xiaomi's devices, which answer with their number only.
struct MiIOProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: [
        "Xiaomi", "Yeelink", "Roborock", "Rockrobo", "Lumi United", "Viomi", "Dreame",
      ])
        || host.offers("_miio._udp")
        || host.mentions(["miio", "roborock", "lumi gateway", "zhimi", "yeelink", "chuangmi"])
    else { return [] }
    return [.datagram(MiIOHello.port, .maker, "miio", MiIOHello.request, read: Self.facts)]
  }

  /// The answer without its second half, which can be the device's secret.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let hello = try? MiIOHello(parsing: payload) else { return [] }
    return [
      .answer(MiIOHello.port, bytes: payload.prefix(MiIOHello.publicLength)),
      .identity(.serial, "Xiaomi " + Hex.encode(hello.device, digits: 8)),
    ]
  }
}

/// Asks Zengge's light controllers (Magic Home, Flux) for their module.
struct MagicHomeProbe: DeviceProbe {
  static let port: UInt16 = 48899

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Zengge"]) || host.mentions(["AK001", "MagicHome", "Flux LED"]) else {
      return []
    }
    return [.datagram(Self.port, .maker, "magic home", Self.request, read: Self.facts)]
  }

  static let request = Array("HF-A11ASSISTHREAD".utf8)

  /// An answer is an address, a MAC and the module, separated by commas.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count <= 256, payload.filter({ $0 == UInt8(ascii: ",") }).count == 2,
      payload.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }),
      let (fact, _) = Fact.answer(port, text: payload)
    else { return [] }
    return [fact]
  }
}

/// Sends a hello to Broadlink's remotes and plugs.
struct BroadlinkProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Broadlink"]) || host.mentions(["broadlink"]) else { return [] }
    return [
      .datagram(
        BroadlinkHello.port,
        .maker,
        "broadlink",
        BroadlinkHello.request,
        read: Self.facts
      )
    ]
  }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let hello = try? BroadlinkHello(parsing: payload) else { return [] }
    let name = Fact.called(String(validating: hello.name, as: UTF8.self))
    return [Fact.answer(BroadlinkHello.port, bytes: payload), name].compactMap { $0 }
  }
}

/// Asks Edimax's plugs for their model.
struct EdimaxProbe: DeviceProbe {
  static let port: UInt16 = 20560
  private static let maker = Array("EDIMAX".utf8)
  static let request =
    [UInt8](repeating: 0xFF, count: 6) + maker + [0, 0, 0, 0, 0, 0, 0, 0xA1, 0xFF, 0x5E]

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Edimax"]) || host.mentions(["Edimax", "SP1101W", "SP2101W"]) else {
      return []
    }
    return [.datagram(Self.port, .maker, "edimax", Self.request, read: Self.facts)]
  }

  /// An answer is a MAC, the maker's name, a model of fourteen bytes and, from byte 44, the owner's
  /// name for the device.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count > 100, payload[6..<12].elementsEqual(maker) else { return [] }
    let name = String(validating: payload[44..<100].prefix { $0 != 0 }, as: UTF8.self)
    return [Fact.answer(port, bytes: payload), Fact.called(name)].compactMap { $0 }
  }
}

/// Asks devices with Microchip's network modules for their name: showers, doors, hobby boards.
struct MicrochipProbe: DeviceProbe {
  static let port: UInt16 = 30303

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Microchip"]) || host.mentions(["Steamist", "MCHPBOARD"]) else {
      return []
    }
    return [.datagram(Self.port, .maker, "microchip", Self.request, read: Self.facts)]
  }

  static let request = Array("Discovery: Who is out there?".utf8)

  /// An answer is lines: a name, a MAC and others.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count <= 512, payload.contains(0x0D),
      payload.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0 }),
      let (fact, _) = Fact.answer(port, text: payload)
    else { return [] }
    return [fact]
  }
}

/// Asks Xiaomi's Zigbee gateways for their identity.
struct LumiProbe: DeviceProbe {
  static let port: UInt16 = 4321

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Lumi United"]) || host.mentions(["lumi gateway"]) else { return [] }
    return [.datagram(Self.port, .maker, "lumi", Self.request, read: Self.facts)]
  }

  static let request = Array(#"{"cmd":"whois"}"#.utf8)

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload),
      MemberScanner(text).found.contains(where: { $0.key == "sid" })
    else { return [] }
    return [fact]
  }
}

/// Asks KEBA's wall boxes for their firmware, whose name contains the model.
struct KEBAProbe: DeviceProbe {
  static let port: UInt16 = 7090

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["KEBA"]) || host.mentions(["keba", "KeContact"]) else { return [] }
    return [.datagram(Self.port, .maker, "keba", Array("i".utf8), read: Self.facts)]
  }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, text: payload), text.hasPrefix("\"Firmware\"") else {
      return []
    }
    return [fact]
  }
}
