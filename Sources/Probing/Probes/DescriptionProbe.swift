import Discovery
import Model

/// Fetches UPnP device descriptions (UPnP Device Architecture 2.0, section 2), each only from the
/// address that announced it.
struct DescriptionProbe: DeviceProbe {
  /// Descriptions fetched of one device; a hub announces several.
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
