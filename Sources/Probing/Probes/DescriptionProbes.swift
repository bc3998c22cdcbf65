import Discovery
import Model
internal import Wire

/// Gets announced UPnP device descriptions (UPnP Device Architecture 2.0, section 2), only from the
/// announcing address.
struct DescriptionProbe: DeviceProbe {
  /// Per host; a hub announces several.
  private static let limit = 4

  func questions(for host: ProbedHost) -> [Question] {
    var locations: [String] = []
    for location in host.evidence.ssdp.compactMap(\.location) where !locations.contains(location) {
      locations.append(location)
    }
    return locations.prefix(Self.limit).compactMap { location in
      guard let web = WebAddress(location), web.address == host.address,
        !ScanPorts.prints(web.port)
      else { return nil }
      return .http(
        web.port,
        HTTPQuestion(web.path, isTLS: web.isTLS) { reply in
          guard reply.status == 200, let text = reply.text else { return [] }
          return [.description(location: location, text: text)]
        }
      )
    }
  }
}

/// Gets UPnP device descriptions that are likely to exist but not announced: multicast is often lost
/// between Wi-Fi and cable, and some devices answer few searches.
///
/// miniupnpd, minidlna and their derivatives serve `/rootDesc.xml`, bridges and small devices
/// `/description.xml`.
struct UnannouncedDescriptionProbe: DeviceProbe {
  private static let root = "/rootDesc.xml"
  private static let plain = "/description.xml"

  /// Hue bridges and their emulations.
  private static let bridge = Hint(
    makers: ["Philips Lighting", "Signify"],
    says: ["ipbridge", "hue"],
    offers: ["_hue._tcp"]
  )
  /// Ports per host with `UPnP/` in the server line.
  private static let limit = 2

  func questions(for host: ProbedHost) -> [Question] {
    // DescriptionProbe gets announced ones.
    guard !host.evidence.ssdp.contains(where: { !$0.target.isEmpty && $0.location != nil }) else {
      return []
    }
    var places: [(port: UInt16, path: String)] = []
    if Self.bridge.fits(host), host.mayAnswer(at: 80) { places.append((80, Self.plain)) }
    // Port mapping of routers; on other devices AirPlay or a NAS's pages.
    if host.mayBeRouter, host.openPorts.contains(5000) { places.append((5000, Self.root)) }
    if host.mayBeRouter, host.isMade(by: ["TP-Link"]) { places.append((1900, Self.root)) }
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
        // Servers can answer any path with a page.
        guard reply.status == 200, let text = reply.text, text.contains("<deviceType>") else {
          return []
        }
        return [.description(location: location, text: text)]
      }
    )
  }
}

/// Gets the UPnP description of Panasonic's televisions from its usual place.
struct PanasonicProbe: DeviceProbe {
  private static let port: UInt16 = 55000
  private static let path = "/nrc/ddd.xml"

  private static let hint = Hint(
    says: ["viera"],
    announces: ["panasonic-com:device:p00", "panasonic-com:service:p00"]
  )

  func questions(for host: ProbedHost) -> [Question] {
    guard Self.hint.fits(host) else { return [] }
    let location = "http://\(host.address):\(Self.port)\(Self.path)"
    return [
      .http(
        Self.port,
        HTTPQuestion(Self.path) { reply in
          guard reply.status == 200, let text = reply.text, text.contains("<modelName>") else {
            return []
          }
          return [.description(location: location, text: text)]
        }
      )
    ]
  }
}
