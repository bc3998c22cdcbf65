import Identification
import Model
import Networking
import Wire

/// Asks lights with Zengge's controllers (Magic Home, Flux) for their module.
struct MagicHomeProbe: DeviceProbe {
  private static let port: UInt16 = 48899

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Zengge"]) || host.mentions(["AK001", "MagicHome", "Flux LED"]) else {
      return []
    }
    let payload = Array("HF-A11ASSISTHREAD".utf8)
    return [.datagram(Self.port, .maker, "magic home", payload, read: Self.facts)]
  }

  /// The answer is an address, a MAC and the module, with commas between them.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count <= 256, payload.filter({ $0 == UInt8(ascii: ",") }).count == 2,
      payload.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }),
      let (fact, _) = Fact.answer(port, text: payload)
    else { return [] }
    return [fact]
  }
}

/// Greets Broadlink's remotes and plugs.
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

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let hello = try? BroadlinkHello(parsing: payload) else { return [] }
    return [.answer(BroadlinkHello.port, bytes: payload)]
      + (Fact.called(String(validating: hello.name, as: UTF8.self)).map { [$0] } ?? [])
  }
}

/// Asks Edimax's plugs what they are.
struct EdimaxProbe: DeviceProbe {
  private static let port: UInt16 = 20560
  private static let maker = Array("EDIMAX".utf8)
  private static let request =
    [UInt8](repeating: 0xFF, count: 6) + maker + [0, 0, 0, 0, 0, 0, 0, 0xA1, 0xFF, 0x5E]

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Edimax"]) || host.mentions(["Edimax", "SP1101W", "SP2101W"]) else {
      return []
    }
    return [.datagram(Self.port, .maker, "edimax", Self.request, read: Self.facts)]
  }

  /// The answer begins with a MAC and the maker's name; a model of fourteen bytes follows, and
  /// further on the name that its owner gave it.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count > 100, payload[6..<12].elementsEqual(maker) else { return [] }
    let name = payload[44..<100].prefix { $0 != 0 }
    return [.answer(port, bytes: payload)]
      + (Fact.called(String(validating: name, as: UTF8.self)).map { [$0] } ?? [])
  }
}

/// Calls devices on Microchip's network modules, which answer with their name: showers, doors,
/// boards of hobbyists.
struct MicrochipProbe: DeviceProbe {
  private static let port: UInt16 = 30303

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Microchip"]) || host.mentions(["Steamist", "MCHPBOARD"]) else {
      return []
    }
    let payload = Array("Discovery: Who is out there?".utf8)
    return [.datagram(Self.port, .maker, "microchip", payload, read: Self.facts)]
  }

  /// The answer is lines: a name, a MAC, more.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.count <= 512, payload.contains(0x0D),
      payload.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0 }),
      let (fact, _) = Fact.answer(port, text: payload)
    else { return [] }
    return [fact]
  }
}

/// Asks Xiaomi's gateways for Zigbee who they are.
struct LumiProbe: DeviceProbe {
  private static let port: UInt16 = 4321

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Lumi United"]) || host.mentions(["lumi gateway"]) else { return [] }
    let payload = Array(#"{"cmd":"whois"}"#.utf8)
    return [.datagram(Self.port, .maker, "lumi", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload),
      MemberScanner(text).found.contains(where: { $0.key == "sid" })
    else { return [] }
    return [fact]
  }
}
