import Model
import Networking
import Wire

/// Asks LIFX's lights for their product and their name.
struct LIFXProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["LIFI LABS", "LIFX"]) || host.mentions(["LIFX"]) else { return [] }
    return [("version", LIFXMessage.getVersion), ("label", LIFXMessage.getLabel)].map {
      topic,
      type in
      let message = LIFXMessage(type: type, source: Self.asker)
      return .datagram(
        LIFXMessage.port,
        .maker,
        "lifx \(topic)",
        message.serialised,
        read: Self.facts
      )
    }
  }

  /// Any number but zero; told from others by the socket's own port.
  private static let asker: UInt32 = 0x484E_4554

  /// What an answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? LIFXMessage(parsing: payload), message.source == asker else {
      return []
    }
    if message.version != nil { return [.answer(LIFXMessage.port, bytes: payload)] }
    return Fact.called(message.label).map { [$0] } ?? []
  }
}
