import Networking

/// Looks at the certificates of services over TLS that are no web pages: the remote controls of
/// Android TV and webOS, Cast, mail, directories, MQTT, SIP.
struct CertificateProbe: DeviceProbe {
  /// Ports that speak TLS from the first byte on.
  private static let ports: [UInt16] = [8009, 6466, 8002, 8883, 993, 995, 465, 636, 5061]
  /// The remote control of Android TVs, which a default scan does not look at.
  private static let remote: UInt16 = 6466
  /// The same of LG's televisions, which older ones have without TLS only.
  private static let webOS: UInt16 = 3001
  private static let hint = Hint(
    says: ["webos", "lgwebostv"],
    announces: ["lge-com:service:webos", "lge-com:device"]
  )

  func questions(for host: ProbedHost) -> [Question] {
    var ports = Self.ports.filter(host.openPorts.contains)
    if host.offers(anyOf: ["_androidtvremote2._tcp", "_androidtvremote._tcp"]),
      !ports.contains(Self.remote)
    {
      ports.append(Self.remote)
    }
    if Self.hint.fits(host) { ports.append(Self.webOS) }
    return ports.map {
      .talk($0, .http, "certificate", CertificateConversation(port: $0))
    }
  }
}
