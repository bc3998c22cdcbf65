import Model
import Networking
import Wire

/// Asks HDHomeRun tuners for their number.
struct HDHomeRunProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.isMade(by: ["Silicondust"]) || host.mentions(["HDHR", "HDHomeRun"]) else {
      return []
    }
    let payload = HDHomeRunMessage.request.serialised
    return [.datagram(HDHomeRunMessage.port, .maker, "hdhomerun", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? HDHomeRunMessage(parsing: payload), message.type == 3,
      let device = message.device
    else { return [] }
    return [
      .answer(HDHomeRunMessage.port, bytes: payload),
      .identity(.serial, "Silicondust \(device)"),
    ]
  }
}

/// Asks Lyrion (Logitech) music servers for their name, as Squeezebox players do.
struct SqueezeboxProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.hasOpen([3483]) || host.offers(anyOf: ["_slimdevices_slim._tcp", "_slimhttp._tcp"])
        || host.mentions(["Logitech Media Server", "Lyrion"])
    else { return [] }
    let payload = SqueezeboxDiscovery.request.serialised
    return [.datagram(SqueezeboxDiscovery.port, .maker, "squeezebox", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let answer = try? SqueezeboxDiscovery(parsing: payload), answer.isAnswer,
      let name = answer["NAME"]
    else { return [] }
    return [.answer(SqueezeboxDiscovery.port, bytes: payload)]
      + (Fact.called(name).map { [$0] } ?? [])
  }
}
