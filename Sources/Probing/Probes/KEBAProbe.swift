import Model
import Networking

/// Asks KEBA's wall boxes for their firmware, whose name says the model.
struct KEBAProbe: DeviceProbe {
  private static let port: UInt16 = 7090

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["KEBA"]) || host.mentions(["keba", "KeContact"]) else { return [] }
    return [.datagram(Self.port, .maker, "keba", Array("i".utf8), read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let (fact, text) = Fact.answer(port, text: payload), text.hasPrefix("\"Firmware\"") else {
      return []
    }
    return [fact]
  }
}
