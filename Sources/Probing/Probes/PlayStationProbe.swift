import Model
import Networking

/// Searches for PlayStation consoles by their Device Discovery Protocol; sleeping ones answer too.
struct PlayStationProbe: DeviceProbe {
  /// Ports and versions of PlayStation 4 and 5.
  private static let generations: [(port: UInt16, version: String)] = [
    (987, "00020020"), (9302, "00030010"),
  ]

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["Sony Interactive", "Sony Computer"])
        || host.mentions(["PS4", "PS5", "PlayStation"])
    else { return [] }
    return Self.generations.map { port, version in
      let text = "SRCH * HTTP/1.1\ndevice-discovery-protocol-version:\(version)\n"
      return .datagram(port, .maker, "playstation", Array(text.utf8)) {
        Self.facts(in: $0, port: port)
      }
    }
  }

  /// What the answer says.
  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard payload.starts(with: "HTTP/1.1 ".utf8),
      let (fact, text) = Fact.answer(port, text: payload)
    else { return [] }
    let lines = HeaderLines(text)
    guard lines["host-type"] != nil else { return [] }
    var facts = [fact]
    if let name = Fact.called(lines["host-name"]) { facts.append(name) }
    if let id = lines["host-id"] { facts.append(.identity(.serial, "Sony \(id)")) }
    return facts
  }
}
