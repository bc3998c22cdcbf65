import Identification
import Model
import Wire

/// Reading what only broadcasts ask for; each function is empty-handed for anything else.
enum BroadcastAnswers {
  /// A text that begins so.
  static func text(_ payload: [UInt8], _ port: UInt16, beginning starts: [String]) -> [Fact] {
    guard payload.count <= 1024, starts.contains(where: { payload.starts(with: $0.utf8) }),
      let (fact, _) = Fact.answer(port, text: payload.prefix { $0 != 0 })
    else { return [] }
    return [fact]
  }

  /// JSON with one of these keys, and the key of a name.
  private static func json(
    _ payload: some Collection<UInt8>,
    _ port: UInt16,
    with keys: [String],
    name: String? = nil
  ) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload) else { return [] }
    let members = MemberScanner(text).found
    guard members.contains(where: { keys.contains($0.key) }) else { return [] }
    let called = name.flatMap { key in members.first { $0.key == key }?.value }
    return [fact, Fact.called(called)].compactMap { $0 }
  }

  // MARK: Lights, plugs, hubs

  static func twinkly(_ payload: [UInt8]) -> [Fact] {
    guard let answer = try? TwinklyDiscovery(parsing: payload) else { return [] }
    return [Fact.answer(TwinklyDiscovery.port, bytes: payload), Fact.called(answer.name)]
      .compactMap { $0 }
  }

  static func govee(_ payload: [UInt8]) -> [Fact] { json(payload, 4002, with: ["sku"]) }

  static func motionBlinds(_ payload: [UInt8]) -> [Fact] {
    json(payload, 32100, with: ["deviceType", "fwVersion", "ProtocolVersion"])
  }

  static func roomba(_ payload: [UInt8]) -> [Fact] {
    json(payload, 5678, with: ["robotname", "robotid"], name: "robotname")
  }

  static func heatmiser(_ payload: [UInt8]) -> [Fact] { json(payload, 19790, with: ["device_id"]) }

  /// A word, then the MAC, the address and the port, of which only the word is text.
  static func elk(_ payload: [UInt8]) -> [Fact] {
    let word = Array("M1XEP".utf8)
    guard payload.starts(with: word), (17...64).contains(payload.count),
      let (fact, _) = Fact.answer(2362, text: word)
    else { return [] }
    return [fact]
  }

  // MARK: Energy

  /// Forty bytes: type 2, and a name behind the gateway's address and port.
  static func screenLogic(_ payload: [UInt8]) -> [Fact] {
    guard (12...64).contains(payload.count), payload.starts(with: [2, 0, 0, 0]) else { return [] }
    let name = payload.dropFirst(12).prefix { $0 != 0 }
    guard name.allSatisfy({ (0x20...0x7E).contains($0) }) else { return [] }
    return [.answer(1444, bytes: payload)]
  }

  static let speedwireSearch: [UInt8] =
    Array("SMA".utf8) + [0, 0, 4, 2, 0xA0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x20, 0, 0, 0, 0]

  static func speedwire(_ payload: [UInt8]) -> [Fact] {
    // Group 1, then tag 2 of no length, which measurements lack.
    let start: [UInt8] =
      Array("SMA".utf8) + [0, 0, 4, 2, 0xA0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1]
    guard payload.starts(with: start), payload.count > 20, payload.count <= 600 else { return [] }
    return [.answer(9522, bytes: payload)]
  }

  // MARK: Entertainment

  static func eiscp(_ payload: [UInt8]) -> [Fact] {
    guard let message = try? EISCPMessage(parsing: payload), message.text.hasPrefix("!"),
      message.text.dropFirst(2).hasPrefix("ECN"), !message.text.hasSuffix("ECNQSTN"),
      let (fact, _) = Fact.answer(EISCPMessage.port, text: Array(message.text.utf8))
    else { return [] }
    return [fact]
  }

  /// A search that says where its answers go.
  static func sddpSearch(_ asker: BroadcastProtocol.Asker) -> [UInt8] {
    Array("SEARCH * SDDP/1.0\r\nHost: \"\(asker.address):\(asker.port)\"\r\n\r\n".utf8)
  }

  static func sddp(_ payload: [UInt8]) -> [Fact] {
    guard payload.starts(with: "SDDP/1.0 200".utf8), payload.count <= 2048,
      let (fact, _) = Fact.answer(1902, text: payload)
    else { return [] }
    return [fact]
  }

  static func steam(_ payload: [UInt8]) -> [Fact] {
    guard let message = try? SteamDiscovery(parsing: payload),
      message.type == SteamDiscovery.status
    else { return [] }
    return [Fact.answer(SteamDiscovery.port, bytes: payload), Fact.called(message.hostName)]
      .compactMap { $0 }
  }

  // MARK: Routers, printers

  static func asus(_ payload: [UInt8]) -> [Fact] {
    guard let answer = try? ASUSDiscovery(parsing: payload) else { return [] }
    let model = String(decoding: answer.model, as: UTF8.self)
    let firmware = String(validating: answer.firmware, as: UTF8.self) ?? ""
    // The rest of the answer is padding, and the name of the owner's network.
    return [Fact.answer(ASUSDiscovery.port, text: Array("ASUS \(model) \(firmware)".utf8))?.fact]
      .compactMap { $0 }
  }

  /// A search of the kind that Canon's drivers send to printers: nothing is printed.
  ///
  /// Device type 1, command 1, number 1.
  static let bjnpSearch: [UInt8] =
    Array("BJNP".utf8) + [1, 1, 0, 0, 0, 1] + Array(repeating: 0, count: 6)

  static func bjnp(_ payload: [UInt8]) -> [Fact] {
    guard payload.starts(with: Array("BJNP".utf8) + [0x81, 1]), (16...128).contains(payload.count)
    else { return [] }
    return [.answer(8611, bytes: payload)]
  }

  /// Asks receipt printers for their basic information: device type 3, function 0.
  static let epsonSearch: [UInt8] = Array("EPSONQ".utf8) + [3, 0, 0, 0, 0, 0, 0, 0]
  /// What scanners' drivers send.
  static let epsonScannerSearch: [UInt8] =
    Array("EPSONP".utf8) + [0, 0xFF] + Array(repeating: 0, count: 7)

  static func epson(_ payload: [UInt8]) -> [Fact] {
    guard payload.starts(with: "EPSONq".utf8) || payload.starts(with: "EPSONp".utf8),
      (14...600).contains(payload.count)
    else { return [] }
    return [.answer(3289, bytes: payload)]
  }

  // MARK: Buildings

  static func knx(_ payload: [UInt8]) -> [Fact] {
    guard let answer = try? KNXSearchResponse(parsing: payload) else { return [] }
    return [Fact.answer(KNXSearchResponse.port, bytes: payload), Fact.called(answer.name)]
      .compactMap { $0 }
  }

  static func bacnet(_ payload: [UInt8]) -> [Fact] {
    guard (try? BACnetIAm(parsing: payload)) != nil else { return [] }
    return [.answer(BACnetIAm.port, bytes: payload)]
  }

  static func crestron(_ payload: [UInt8]) -> [Fact] {
    guard let answer = try? CrestronDiscovery(parsing: payload) else { return [] }
    let name = String(decoding: answer.name, as: UTF8.self)
    let version = String(validating: answer.version, as: UTF8.self) ?? ""
    return [
      Fact.answer(CrestronDiscovery.port, text: Array("Crestron \(version)".utf8))?.fact,
      Fact.called(name),
    ]
    .compactMap { $0 }
  }

  static func artNet(_ payload: [UInt8]) -> [Fact] {
    guard let reply = try? ArtPollReply(parsing: payload) else { return [] }
    let name = String(validating: reply.shortName, as: UTF8.self)
    return [Fact.answer(ArtPollReply.port, bytes: payload.prefix(108)), Fact.called(name)]
      .compactMap { $0 }
  }

  static func ethernetIP(_ payload: [UInt8]) -> [Fact] {
    guard let identity = try? CIPIdentity(parsing: payload) else { return [] }
    let answer = Fact.answer(CIPIdentity.port, bytes: payload)
    // What was never given a number has one of these, as have others of its maker.
    guard identity.serial != 0, identity.serial != .max else { return [answer] }
    let serial = "ODVA \(identity.vendor) " + Hex.encode(identity.serial, digits: 8)
    return [answer, .identity(.serial, serial)]
  }

  static func lantronix(_ payload: [UInt8]) -> [Fact] {
    guard payload.starts(with: [0, 0, 0, 0xF7]), (24...256).contains(payload.count) else {
      return []
    }
    return [.answer(30718, bytes: payload)]
  }
}

/// Cameras' searches.
extension BroadcastAnswers {
  static func dahua(_ payload: [UInt8]) -> [Fact] {
    guard let message = try? DahuaDiscovery(parsing: payload) else { return [] }
    let text = message.text.reversed().drop { $0 <= 0x20 }.reversed()
    guard let (fact, json) = Fact.answer(DahuaDiscovery.port, json: Array(text)) else { return [] }
    let members = MemberScanner(json).found
    func value(_ key: String) -> String? { members.first { $0.key == key }?.value }
    guard value("DeviceType") != nil || value("deviceInfo") != nil || value("SerialNo") != nil
    else { return [] }
    let serial = value("SerialNo").map { Fact.identity(.serial, "Dahua \($0.prefix(80))") }
    return [fact, Fact.called(value("MachineName")), serial].compactMap { $0 }
  }

  static let hikvisionSearch = Array(
    (#"<?xml version="1.0" encoding="utf-8"?><Probe>"#
      + "<Uuid>13A888A9-F1B1-4020-AE9F-05607682D23B</Uuid><Types>inquiry</Types></Probe>").utf8
  )

  static func hikvision(_ payload: [UInt8]) -> [Fact] {
    guard payload.first == UInt8(ascii: "<"), let (fact, text) = Fact.answer(37020, text: payload)
    else { return [] }
    let found = MarkupScanner(text).found
    func value(_ key: String) -> String? { found.first { $0.key == key }?.value }
    guard text.contains("<ProbeMatch"), value("DeviceType") ?? value("DeviceDescription") != nil
    else { return [] }
    let serial = value("DeviceSN").map { Fact.identity(.serial, "Hikvision \($0.prefix(80))") }
    return [fact, serial].compactMap { $0 }
  }

  static func xiongmai(_ payload: [UInt8]) -> [Fact] {
    guard let message = try? XiongmaiDiscovery(parsing: payload),
      message.message == XiongmaiDiscovery.answer,
      let (fact, text) = Fact.answer(
        XiongmaiDiscovery.port,
        json: message.text.prefix { $0 != 0 && $0 != 0x0A }
      )
    else { return [] }
    let members = MemberScanner(text).found
    guard members.contains(where: { $0.key == "HostName" || $0.key == "SN" }) else { return [] }
    return [fact, Fact.called(members.first { $0.key == "HostName" }?.value)].compactMap { $0 }
  }
}
