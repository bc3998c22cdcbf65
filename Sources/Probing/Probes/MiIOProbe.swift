import Model
import Networking
import Wire

/// Greets Xiaomi's devices, which answer with their number and nothing that tells more.
struct MiIOProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: [
        "Xiaomi", "Yeelink", "Roborock", "Rockrobo", "Lumi United", "Viomi", "Dreame",
      ])
        || host.offers("_miio._udp")
        || host.mentions(["miio", "roborock", "lumi gateway", "zhimi", "yeelink", "chuangmi"])
    else { return [] }
    return [.datagram(MiIOHello.port, .maker, "miio", MiIOHello.request, read: Self.facts)]
  }

  /// What the answer says; the half that may be the device's secret is not kept.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let hello = try? MiIOHello(parsing: payload) else { return [] }
    return [
      .answer(MiIOHello.port, bytes: payload.prefix(MiIOHello.publicLength)),
      .identity(.serial, "Xiaomi " + Hex.encode(hello.device, digits: 8)),
    ]
  }
}
