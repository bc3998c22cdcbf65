import Model
import Networking
import Wire

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

  /// What the answer says.
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
