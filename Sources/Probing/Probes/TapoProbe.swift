import Identification
import Model
import Networking
import Wire

/// Asks TP-Link's newer plugs, bulbs, cameras and hubs what they are; no account is needed for it.
struct TapoProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.mayBeTPLinkSmart else { return [] }
    let payload = TapoDiscovery().serialised
    return [.datagram(TapoDiscovery.port, .maker, "tapo", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? TapoDiscovery(parsing: payload),
      let (fact, text) = Fact.answer(TapoDiscovery.port, json: message.text)
    else { return [] }
    let id = MemberScanner(text).found.first { $0.key == "device_id" }?.value
    return [fact] + (id.map { [.identity(.serial, "TP-Link \($0)")] } ?? [])
  }
}
