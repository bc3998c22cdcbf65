import Identification
import Model
import Wire

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
