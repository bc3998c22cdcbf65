import Model
import Networking

/// Searches for Yeelight's lights, each for itself, in the manner of SSDP on a port of its own.
struct YeelightProbe: DeviceProbe {
  private static let port: UInt16 = 1982

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["Yeelink", "Yeelight", "Xiaomi"]) || host.hasOpen([55443])
        || host.mentions(["yeelink", "yeelight"])
    else { return [] }
    let lines = [
      "M-SEARCH * HTTP/1.1", "HOST: 239.255.255.250:1982", "MAN: \"ssdp:discover\"",
      "ST: wifi_bulb", "", "",
    ]
    let payload = Array(lines.joined(separator: "\r\n").utf8)
    return [.datagram(Self.port, .maker, "yeelight", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard payload.starts(with: "HTTP/1.1 200".utf8),
      let (fact, text) = Fact.answer(port, text: payload)
    else { return [] }
    let lines = HeaderLines(text)
    guard lines["location"]?.hasPrefix("yeelight://") == true else { return [] }
    return [fact] + (Fact.called(lines["name"]).map { [$0] } ?? [])
  }
}
