import Identification
import Model
import Networking
import Wire

/// Asks LIFX lights for their product and their name.
struct LIFXProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["LIFI LABS", "LIFX"]) || host.mentions(["LIFX"])
        || host.hasAnswered(at: LIFXMessage.port)
    else { return [] }
    return [("version", LIFXMessage.getVersion), ("label", LIFXMessage.getLabel)].map {
      topic,
      type in
      .datagram(
        LIFXMessage.port,
        .maker,
        "lifx \(topic)",
        Self.request(type),
        read: Self.facts
      )
    }
  }

  static func request(_ type: UInt16) -> [UInt8] {
    LIFXMessage(type: type, source: source).serialised
  }

  /// Any number but zero: answers are told apart by the socket's port.
  private static let source: UInt32 = 0x484E_4554

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? LIFXMessage(parsing: payload), message.source == source else {
      return []
    }
    if message.version != nil { return [.answer(LIFXMessage.port, bytes: payload)] }
    return [Fact.called(message.label)].compactMap { $0 }
  }
}

/// Asks WiZ's lights and plugs for their configuration.
struct WiZProbe: DeviceProbe {
  static let port: UInt16 = 38899

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["WiZ"]) || host.mentions(["wiz_", "WiZ "])
        || host.hasAnswered(at: Self.port)
    else { return [] }
    let isKnown = host.evidence.udp.contains {
      $0.port == Self.port && $0.text?.contains("moduleName") == true
    }
    guard !isKnown else { return [] }
    return [.datagram(Self.port, .maker, "wiz", Self.request, read: Self.facts)]
  }

  static let request = Array(#"{"method":"getSystemConfig","params":{}}"#.utf8)
  /// What the app asks everybody; it registers nobody.
  static let registration = Array(
    (#"{"method":"registration","params":{"phoneMac":"AAAAAAAAAAAA","register":false,"#
      + #""phoneIp":"1.2.3.4","id":"1"}}"#).utf8
  )

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload),
      MemberScanner(text).found.contains(where: { $0.key == "method" })
    else { return [] }
    return [fact]
  }
}

/// Asks Yeelight's lights by a unicast search like SSDP's, on a port of its own.
struct YeelightProbe: DeviceProbe {
  static let port: UInt16 = 1982

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["Yeelink", "Yeelight", "Xiaomi"]) || host.hasOpen([55443])
        || host.mentions(["yeelink", "yeelight"])
    else { return [] }
    return [.datagram(Self.port, .maker, "yeelight", Self.request, read: Self.facts)]
  }

  static let request: [UInt8] = {
    let lines = [
      "M-SEARCH * HTTP/1.1", "HOST: 239.255.255.250:1982", "MAN: \"ssdp:discover\"",
      "ST: wifi_bulb", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }()

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.starts(with: "HTTP/1.1 200".utf8),
      let (fact, text) = Fact.answer(port, text: payload)
    else { return [] }
    let lines = HeaderLines(text)
    guard lines["location"]?.hasPrefix("yeelight://") == true else { return [] }
    return [fact, Fact.called(lines["name"])].compactMap { $0 }
  }
}
