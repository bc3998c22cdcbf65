import Model

/// A part of the evidence that can be thought away.
struct EvidencePiece {
  /// What it is.
  var phrase: Phrase
  /// Takes it out.
  var remove: (inout Evidence) -> Void

  /// More pieces than that are not weighed one by one.
  private static let limit = 200

  /// The pieces of the evidence, each of which a device said in one breath.
  static func all(of evidence: Evidence) -> [EvidencePiece] {
    var pieces: [EvidencePiece] = []
    func add(_ phrase: Phrase, _ remove: @escaping (inout Evidence) -> Void) {
      pieces.append(EvidencePiece(phrase: phrase, remove: remove))
    }
    if evidence.isGateway {
      add(Phrase("piece.gateway", "that it is the gateway")) { $0.isGateway = false }
    }
    if let mac = evidence.mac {
      add(Phrase("piece.mac", "its MAC {mac}", ["mac": "\(mac)"])) { $0.mac = nil }
    }
    if let name = evidence.hostname {
      add(Phrase("piece.hostname", "the host name {name}", ["name": name])) { $0.hostname = nil }
    }
    for (index, name) in evidence.statedNames.enumerated() {
      add(Phrase("piece.own_name", "the name {name} that it gives itself", ["name": name.text])) {
        $0.statedNames.remove(at: index)
      }
    }
    if !evidence.system.isEmpty {
      add(Phrase("piece.system", "what it knows of itself")) { $0.system = MachineDescription() }
    }
    if evidence.dhcp != nil { add(Phrase("piece.dhcp", "its DHCP request")) { $0.dhcp = nil } }
    if evidence.netbios != nil {
      add(Phrase("piece.netbios", "its NetBIOS names")) { $0.netbios = nil }
    }
    if evidence.snmp != nil {
      add(Phrase("piece.snmp", "what its SNMP agent says")) { $0.snmp = nil }
    }
    if evidence.smb != nil { add(Phrase("piece.smb", "what it says over SMB")) { $0.smb = nil } }
    if evidence.wsDiscovery != nil {
      add(Phrase("piece.ws_discovery", "what it says over WS-Discovery")) { $0.wsDiscovery = nil }
    }
    if !evidence.openPorts.isEmpty {
      add(Phrase("piece.ports", "its open ports")) { $0.openPorts = [] }
    }
    for (index, service) in evidence.services.enumerated() {
      add(Phrase("piece.service", "the service {service}", ["service": service.type])) {
        $0.services.remove(at: index)
      }
    }
    for (index, said) in evidence.ssdp.enumerated() {
      let what =
        said.target.isEmpty
        ? Phrase("piece.upnp", "its UPnP description")
        : Phrase("piece.announcement", "the announcement {value}", ["value": said.target])
      add(what) { $0.ssdp.remove(at: index) }
    }
    for (index, answer) in evidence.http.enumerated() {
      let path = answer.path ?? "/"
      let what =
        answer.port.map {
          Phrase(
            "piece.page_at",
            "the page {path} at port {port}",
            ["path": path, "port": "\($0)"]
          )
        } ?? Phrase("piece.page", "the page {path}", ["path": path])
      add(what) { $0.http.remove(at: index) }
    }
    for (index, shown) in evidence.tls.enumerated() {
      let what =
        shown.port.map {
          Phrase("piece.certificate_at", "the certificate at port {port}", ["port": "\($0)"])
        } ?? Phrase("piece.certificate", "the certificate")
      add(what) {
        $0.tls.remove(at: index)
      }
    }
    for (index, banner) in evidence.banners.enumerated() {
      let transport = "\(banner.transport)"
      let what =
        banner.port.map {
          Phrase(
            "piece.greeting_at",
            "the {protocol} greeting at port {port}",
            ["protocol": transport, "port": "\($0)"]
          )
        } ?? Phrase("piece.greeting", "the {protocol} greeting", ["protocol": transport])
      add(what) {
        $0.banners.remove(at: index)
      }
    }
    for (index, answer) in evidence.udp.enumerated() {
      add(Phrase("piece.udp", "the answer from UDP port {port}", ["port": "\(answer.port)"])) {
        $0.udp.remove(at: index)
      }
    }
    return Array(pieces.prefix(limit))
  }

  /// The pieces by the way on which they came: what repeats itself is thought away together.
  static func ways(of evidence: Evidence) -> [EvidencePiece] {
    var ways: [EvidencePiece] = []
    func add(_ phrase: Phrase, if isKnown: Bool, _ remove: @escaping (inout Evidence) -> Void) {
      if isKnown { ways.append(EvidencePiece(phrase: phrase, remove: remove)) }
    }
    let mdns = Phrase("piece.all_mdns", "everything that it says over mDNS")
    add(mdns, if: !evidence.services.isEmpty) { $0.services = [] }
    let ssdp = Phrase("piece.all_ssdp", "everything that it says over SSDP")
    add(ssdp, if: !evidence.ssdp.isEmpty) { $0.ssdp = [] }
    let http = Phrase("piece.all_http", "everything that it says over HTTP")
    add(http, if: !evidence.http.isEmpty) { $0.http = [] }
    add(Phrase("piece.all_certificates", "its certificates"), if: !evidence.tls.isEmpty) {
      $0.tls = []
    }
    add(Phrase("piece.all_greetings", "its greetings"), if: !evidence.banners.isEmpty) {
      $0.banners = []
    }
    let isNamed =
      evidence.hostname != nil || evidence.netbios != nil || !evidence.statedNames.isEmpty
    add(Phrase("piece.all_names", "its names"), if: isNamed) {
      $0.hostname = nil
      $0.statedNames = []
      $0.netbios = nil
      for index in $0.services.indices {
        $0.services[index].name = ""
        $0.services[index].host = nil
      }
    }
    return ways
  }
}
