import Networking
import Wire

/// What an ESPHome device says of itself over its native interface.
struct ESPHomeProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.offers("_esphomelib._tcp") || host.words.contain(beginning: "esphome") else {
      return []
    }
    let port = host.ports(of: "_esphomelib._tcp").first ?? ESPHomeMessage.port
    return [.talk(port, .banner, "esphome", ESPHomeConversation(port: port))]
  }
}
