import Discovery
import Identification
import Model

/// Asks cameras for `GetDeviceInformation` (ONVIF Core Specification, section 8.3.1), which many
/// answer without authentication.
struct ONVIFProbe: DeviceProbe {
  private static let path = "/onvif/device_service"

  func questions(for host: ProbedHost) -> [Question] {
    if let discovered = host.evidence.wsDiscovery,
      discovered.types?.contains("NetworkVideo") == true
        || discovered.scopes.contains(where: { $0.contains("onvif") })
    {
      for location in discovered.locations.prefix(4) {
        guard let web = WebAddress(location), web.address == host.address,
          !ScanPorts.prints(web.port)
        else { continue }
        return [Self.question(web.port, web.path, isTLS: web.isTLS)]
      }
    }
    guard host.mayBeCamera, host.openPorts.contains(80) else { return [] }
    return [Self.question(80, Self.path, isTLS: false)]
  }

  private static func question(_ port: UInt16, _ path: String, isTLS: Bool) -> Question {
    .http(
      port,
      HTTPQuestion(
        path,
        isTLS: isTLS,
        method: "POST",
        headers: [("Content-Type", "application/soap+xml; charset=utf-8")],
        body: Array(envelope.utf8),
        read: facts
      )
    )
  }

  private static let envelope = """
    <?xml version="1.0" encoding="utf-8"?>\
    <s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>\
    <GetDeviceInformation xmlns="http://www.onvif.org/ver10/device/wsdl"/>\
    </s:Body></s:Envelope>
    """

  /// Empty for responses other than ONVIF's.
  static func facts(in reply: HTTPReply) -> [Fact] {
    guard let text = reply.text else { return [] }
    let found = MarkupScanner(text).found
    func value(_ key: String) -> String? { found.first { $0.key == key }?.value }
    // An ONVIF fault identifies a camera too.
    guard value("Manufacturer") != nil || text.contains("www.onvif.org/ver10") else { return [] }
    var facts: [Fact] = [.http(reply.answer)]
    if let maker = value("Manufacturer"), let serial = value("SerialNumber") {
      let name = DeviceName.clean("\(maker) \(serial)", limit: 80)
      facts.append(.identity(.serial, name))
    }
    return facts
  }
}
