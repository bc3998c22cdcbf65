import Model
import Networking
import Wire

/// Asks PlayStation consoles by their Device Discovery Protocol, which sleeping ones answer too.
struct PlayStationProbe: DeviceProbe {
  /// Of PlayStation 4 and 5.
  static let generations: [(port: UInt16, version: String)] = [
    (987, "00020020"), (9302, "00030010"),
  ]

  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["Sony Interactive", "Sony Computer"])
        || host.mentions(["PS4", "PS5", "PlayStation"])
    else { return [] }
    return Self.generations.map { port, version in
      .datagram(port, .maker, "playstation", Self.request(version)) {
        Self.facts(in: $0, port: port)
      }
    }
  }

  static func request(_ version: String) -> [UInt8] {
    Array("SRCH * HTTP/1.1\ndevice-discovery-protocol-version:\(version)\n".utf8)
  }

  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard payload.starts(with: "HTTP/1.1 ".utf8),
      let (fact, text) = Fact.answer(port, text: payload)
    else { return [] }
    let lines = HeaderLines(text)
    guard lines["host-type"] != nil else { return [] }
    let serial = lines["host-id"].map { Fact.identity(.serial, "Sony \($0)") }
    return [fact, Fact.called(lines["host-name"]), serial].compactMap { $0 }
  }
}

/// Asks Xbox consoles for their name.
struct XboxProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Microsoft"]) || host.mentions(["Xbox"]) else { return [] }
    return [
      .datagram(
        SmartGlassPresence.port,
        .maker,
        "xbox",
        SmartGlassPresence.request,
        read: Self.facts
      )
    ]
  }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let presence = try? SmartGlassPresence(parsing: payload) else { return [] }
    var facts: [Fact] = [.answer(SmartGlassPresence.port, bytes: payload)]
    if let name = Fact.called(String(validating: presence.name, as: UTF8.self)) {
      facts.append(name)
    }
    if let id = String(validating: presence.id, as: UTF8.self) {
      facts.append(.identity(.serial, "Microsoft \(id)"))
    }
    return facts
  }
}
