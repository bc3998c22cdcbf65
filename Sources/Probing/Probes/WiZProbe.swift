import Identification
import Model
import Networking

/// Asks WiZ's lights and plugs for their configuration.
struct WiZProbe: DeviceProbe {
  private static let port: UInt16 = 38899

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["WiZ"]) || host.mentions(["wiz_", "WiZ "]) else { return [] }
    let payload = Array(#"{"method":"getSystemConfig","params":{}}"#.utf8)
    return [.datagram(Self.port, .maker, "wiz", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, json: payload),
      MemberScanner(text).found.contains(where: { $0.key == "method" })
    else { return [] }
    return [fact]
  }
}
