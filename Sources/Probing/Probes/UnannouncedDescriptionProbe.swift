import Discovery
import Model
internal import Wire

/// Fetches UPnP device descriptions of hosts that look as if they had one and announce none: multicast
/// is often dropped between Wi-Fi and cable, and some devices answer searches only now and then.
///
/// The paths are those of the programs that most devices run: miniupnpd, minidlna and libraries made
/// from them serve `/rootDesc.xml`, bridges and small devices `/description.xml`.
struct UnannouncedDescriptionProbe: DeviceProbe {
  private static let root = "/rootDesc.xml"
  private static let plain = "/description.xml"

  /// Hue bridges, and what speaks like them.
  private static let bridge = Hint(
    makers: ["Philips Lighting", "Signify"],
    says: ["ipbridge", "hue"],
    offers: ["_hue._tcp"]
  )
  /// Ports where one server at most says that it speaks UPnP.
  private static let limit = 2

  func questions(for host: ProbedHost) -> [Question] {
    // What is announced is fetched from where it is said to be.
    guard !host.evidence.ssdp.contains(where: { !$0.target.isEmpty && $0.location != nil }) else {
      return []
    }
    var places: [(port: UInt16, path: String)] = []
    if Self.bridge.fits(host), host.mayAnswer(at: 80) { places.append((80, Self.plain)) }
    // Where routers' port mapping is described; others have AirPlay or a NAS' pages there.
    if host.mayRoute, host.openPorts.contains(5000) { places.append((5000, Self.root)) }
    if host.mayRoute, host.isMade(by: ["TP-Link"]) { places.append((1900, Self.root)) }
    let servers = host.evidence.http.filter { answer in
      !answer.isTLS && answer.headers["server"]?.lowercased().contains("upnp/") == true
    }
    for answer in servers.prefix(Self.limit) {
      guard let port = answer.port, !ScanPorts.prints(port) else { continue }
      places += [(port, Self.root), (port, Self.plain)]
    }
    return places.map { Self.question(host, $0.port, $0.path) }
  }

  private static func question(_ host: ProbedHost, _ port: UInt16, _ path: String) -> Question {
    let location = "http://\(host.address.uriHost):\(port)\(path)"
    return .http(
      port,
      HTTPQuestion(path) { reply in
        // Servers answer any path with some page.
        guard reply.status == 200, let text = reply.text, text.contains("<deviceType>") else {
          return []
        }
        return [.description(location: location, text: text)]
      }
    )
  }
}
