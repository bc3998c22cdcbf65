import Model
import Networking

/// Asks Midea's air conditioners and dehumidifiers, which many brands sell.
struct MideaProbe: DeviceProbe {
  /// Older and newer modules.
  private static let ports: [UInt16] = [6445, 20086]

  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Midea"]) || host.mentions(["midea", "net_ac_", "net_a1_"]) else {
      return []
    }
    return Self.ports.map { port in
      .datagram(port, .maker, "midea", Self.request) { Self.facts(in: $0, port: port) }
    }
  }

  /// A header without a device's number, and a body that is the same in every app.
  static let request: [UInt8] =
    [0x5A, 0x5A, 0x01, 0x11, 0x48, 0x00, 0x92, 0x00] + Array(repeating: 0, count: 32) + [
      0x7F, 0x75, 0xBD, 0x6B, 0x3E, 0x4F, 0x8B, 0x76, 0x2E, 0x84, 0x9C, 0x6E, 0x57, 0x8D, 0x65,
      0x90, 0x03, 0x6E, 0x9D, 0x43, 0x42, 0xA5, 0x0F, 0x1F, 0x56, 0x9E, 0xB8, 0xEC, 0x91, 0x8E,
      0x92, 0xE5,
    ]

  /// What the answer says: nothing in the clear, but whose it is.
  static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    guard payload.count > request.count,
      payload.starts(with: [0x5A, 0x5A]) || payload.starts(with: [0x83, 0x70])
    else { return [] }
    return [.answer(port, bytes: payload)]
  }
}
