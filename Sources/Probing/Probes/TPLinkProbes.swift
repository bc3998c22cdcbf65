import Identification
import Model
import Networking
import Wire

/// Asks TP-Link's older plugs, switches and bulbs for `get_sysinfo`.
struct KasaProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.mayBeTPLinkSmart else { return [] }
    return [.datagram(KasaCipher.port, .maker, "kasa", Self.request, read: Self.facts)]
  }

  static let request = KasaCipher.encrypt(#"{"system":{"get_sysinfo":{}}}"#.utf8)

  /// The answer without coordinates.
  static func facts(in payload: [UInt8]) -> [Fact] {
    let text = Self.withoutPlace(KasaCipher.decrypt(payload.prefix(Fact.textLimit + 1)))
    guard let (fact, text) = Fact.answer(KasaCipher.port, json: text) else { return [] }
    let members = MemberScanner(text).found
    func value(_ key: String) -> String? { members.first { $0.key == key }?.value }
    guard value("sw_ver") != nil || value("model") != nil else { return [] }
    var facts = [fact]
    if let name = Fact.called(value("alias")) { facts.append(name) }
    if let id = value("deviceId") { facts.append(.identity(.serial, "TP-Link \(id)")) }
    return facts
  }

  /// Zeroes latitude and longitude, which devices answer to anyone, to keep them out of recordings.
  private static func withoutPlace(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.first {
      guard byte == UInt8(ascii: "\""),
        let key = places.first(where: { rest.starts(with: $0) })
      else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      result.append(contentsOf: key)
      rest = rest.dropFirst(key.count)
      while let byte = rest.first, byte == 0x20 || byte == UInt8(ascii: ":") {
        result.append(byte)
        rest = rest.dropFirst()
      }
      let number = rest.prefix { "+-.0123456789eE".utf8.contains($0) }
      if !number.isEmpty { result.append(UInt8(ascii: "0")) }
      rest = rest.dropFirst(number.count)
    }
    return result
  }

  private static let places = ["latitude", "longitude", "latitude_i", "longitude_i"].map {
    Array("\"\($0)\"".utf8)
  }
}

extension ProbedHost {
  /// Includes TP-Link's routers, which share the MAC blocks.
  var mayBeTPLinkSmart: Bool {
    openPorts.contains(9999) || isMade(by: ["TP-Link", "Tapo", "Kasa"])
      || mentions(["Kasa", "Tapo", "HS1", "HS2", "KL1", "KP1", "TP-Link_Smart"])
  }
}

/// Asks TP-Link's newer plugs, bulbs, cameras and hubs for their identity, which needs no account.
struct TapoProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.mayBeTPLinkSmart else { return [] }
    return [.datagram(TapoDiscovery.port, .maker, "tapo", Self.request, read: Self.facts)]
  }

  static let request = TapoDiscovery().serialised

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? TapoDiscovery(parsing: payload),
      let (fact, text) = Fact.answer(TapoDiscovery.port, json: message.text)
    else { return [] }
    let id = MemberScanner(text).found.first { $0.key == "device_id" }?.value
    return [fact] + (id.map { [.identity(.serial, "TP-Link \($0)")] } ?? [])
  }
}
