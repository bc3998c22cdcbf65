public import Model

extension Explanation {
  /// The sentences of the explanation and of the device's link that have a code; each once.
  public var messages: [Message] {
    var seen: Set<String> = []
    let all =
      (device.verdict.because + runnerUpBecause).map(\.message)
      + sensitivity.dependences.map(\.piece) + sensitivity.lacking
      + [device.link?.message].compactMap(\.self)
    return all.filter { !$0.isVerbatim && seen.insert($0.text).inserted }
  }
}

/// Pieces of evidence that a verdict hangs on.
extension MessageTemplate {
  static let pieceGateway = MessageTemplate("piece.gateway", "that it is the gateway")
  static let pieceMac = MessageTemplate("piece.mac", "its MAC {mac}")
  static let pieceHostname = MessageTemplate("piece.hostname", "the host name {name}")
  static let pieceOwnName = MessageTemplate(
    "piece.own_name",
    "the name {name} that it gives itself"
  )
  static let pieceSystem = MessageTemplate("piece.system", "what it knows of itself")
  static let pieceDhcp = MessageTemplate("piece.dhcp", "its DHCP request")
  static let pieceNetbios = MessageTemplate("piece.netbios", "its NetBIOS names")
  static let pieceSnmp = MessageTemplate("piece.snmp", "what its SNMP agent says")
  static let pieceSmb = MessageTemplate("piece.smb", "what it says over SMB")
  static let pieceWsDiscovery = MessageTemplate(
    "piece.ws_discovery",
    "what it says over WS-Discovery"
  )
  static let piecePorts = MessageTemplate("piece.ports", "its open ports")
  static let pieceService = MessageTemplate("piece.service", "the service {service}")
  static let pieceUpnp = MessageTemplate("piece.upnp", "its UPnP description")
  static let pieceAnnouncement = MessageTemplate("piece.announcement", "the announcement {value}")
  static let piecePageAt = MessageTemplate("piece.page_at", "the page {path} at port {port}")
  static let piecePage = MessageTemplate("piece.page", "the page {path}")
  static let pieceCertificateAt = MessageTemplate(
    "piece.certificate_at",
    "the certificate at port {port}"
  )
  static let pieceCertificate = MessageTemplate("piece.certificate", "the certificate")
  static let pieceGreetingAt = MessageTemplate(
    "piece.greeting_at",
    "the {protocol} greeting at port {port}"
  )
  static let pieceGreeting = MessageTemplate("piece.greeting", "the {protocol} greeting")
  static let pieceUdp = MessageTemplate("piece.udp", "the answer from UDP port {port}")
  static let pieceAllMdns = MessageTemplate("piece.all_mdns", "everything that it says over mDNS")
  static let pieceAllSsdp = MessageTemplate("piece.all_ssdp", "everything that it says over SSDP")
  static let pieceAllHttp = MessageTemplate("piece.all_http", "everything that it says over HTTP")
  static let pieceAllCertificates = MessageTemplate("piece.all_certificates", "its certificates")
  static let pieceAllGreetings = MessageTemplate("piece.all_greetings", "its greetings")
  static let pieceAllNames = MessageTemplate("piece.all_names", "its names")
}

/// Kinds of evidence that are not known.
extension MessageTemplate {
  static let missingMac = MessageTemplate(
    "missing.mac",
    "its MAC address, whose block names a maker"
  )
  static let missingServices = MessageTemplate("missing.services", "services announced over mDNS")
  static let missingUpnp = MessageTemplate("missing.upnp", "a UPnP description")
  static let missingPage = MessageTemplate("missing.page", "a page over HTTP")
  static let missingSnmp = MessageTemplate("missing.snmp", "an SNMP agent's description")
  static let missingHostname = MessageTemplate("missing.hostname", "a host name")
}
