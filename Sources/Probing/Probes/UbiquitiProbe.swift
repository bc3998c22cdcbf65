import Model
import Networking
import Wire

/// Asks Ubiquiti's devices what they are.
struct UbiquitiProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["Ubiquiti"]) || host.offers("_ubnt-discovery._udp")
        || host.mentions(["UniFi", "UBNT", "airOS", "EdgeOS", "UVC"])
    else { return [] }
    let payload = UbiquitiDiscovery().serialised
    return [.datagram(UbiquitiDiscovery.port, .maker, "ubiquiti", payload, read: Self.facts)]
  }

  /// What the answer says.
  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? UbiquitiDiscovery(parsing: payload), !message.fields.isEmpty else {
      return []
    }
    return [.answer(UbiquitiDiscovery.port, bytes: payload)]
      + (Fact.called(message.hostName).map { [$0] } ?? [])
  }
}
