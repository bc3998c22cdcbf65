import Wire

/// A part of the evidence that can be thought away.
struct EvidencePiece {
  /// What it is, in words.
  var words: String
  /// Takes it out.
  var remove: (inout Evidence) -> Void

  /// More pieces than that are not weighed one by one.
  private static let limit = 200

  /// The pieces of the evidence, each of which a device said in one breath.
  static func all(of evidence: Evidence) -> [EvidencePiece] {
    var pieces: [EvidencePiece] = []
    func add(_ words: String, _ remove: @escaping (inout Evidence) -> Void) {
      pieces.append(EvidencePiece(words: words, remove: remove))
    }
    if evidence.isGateway { add("that it is the gateway") { $0.isGateway = false } }
    if let mac = evidence.mac { add("its MAC \(mac)") { $0.mac = nil } }
    if let name = evidence.hostname { add("the host name \(name)") { $0.hostname = nil } }
    for (index, name) in evidence.statedNames.enumerated() {
      add("the name \(name.text) that it gives itself") { $0.statedNames.remove(at: index) }
    }
    if evidence.dhcp != nil { add("its DHCP request") { $0.dhcp = nil } }
    if evidence.netbios != nil { add("its NetBIOS names") { $0.netbios = nil } }
    if evidence.snmp != nil { add("what its SNMP agent says") { $0.snmp = nil } }
    if evidence.smb != nil { add("what it says over SMB") { $0.smb = nil } }
    if evidence.wsDiscovery != nil {
      add("what it says over WS-Discovery") { $0.wsDiscovery = nil }
    }
    if !evidence.openPorts.isEmpty { add("its open ports") { $0.openPorts = [] } }
    for (index, service) in evidence.services.enumerated() {
      add("the service \(service.type)") { $0.services.remove(at: index) }
    }
    for (index, said) in evidence.ssdp.enumerated() {
      let what = said.target.isEmpty ? "its UPnP description" : "the announcement \(said.target)"
      add(what) { $0.ssdp.remove(at: index) }
    }
    for (index, answer) in evidence.http.enumerated() {
      let port = answer.port.map { " at port \($0)" } ?? ""
      add("the page \(answer.path ?? "/")\(port)") { $0.http.remove(at: index) }
    }
    for (index, shown) in evidence.tls.enumerated() {
      add("the certificate\(shown.port.map { " at port \($0)" } ?? "")") {
        $0.tls.remove(at: index)
      }
    }
    for (index, banner) in evidence.banners.enumerated() {
      add("the \(banner.transport) greeting\(banner.port.map { " at port \($0)" } ?? "")") {
        $0.banners.remove(at: index)
      }
    }
    for (index, answer) in evidence.udp.enumerated() {
      add("the answer from UDP port \(answer.port)") { $0.udp.remove(at: index) }
    }
    return Array(pieces.prefix(limit))
  }

  /// The pieces by the way on which they came: what repeats itself is thought away together.
  static func ways(of evidence: Evidence) -> [EvidencePiece] {
    var ways: [EvidencePiece] = []
    func add(_ words: String, if isKnown: Bool, _ remove: @escaping (inout Evidence) -> Void) {
      if isKnown { ways.append(EvidencePiece(words: words, remove: remove)) }
    }
    add("everything that it says over mDNS", if: !evidence.services.isEmpty) { $0.services = [] }
    add("everything that it says over SSDP", if: !evidence.ssdp.isEmpty) { $0.ssdp = [] }
    add("everything that it says over HTTP", if: !evidence.http.isEmpty) { $0.http = [] }
    add("its certificates", if: !evidence.tls.isEmpty) { $0.tls = [] }
    add("its greetings", if: !evidence.banners.isEmpty) { $0.banners = [] }
    let isNamed =
      evidence.hostname != nil || evidence.netbios != nil || !evidence.statedNames.isEmpty
    add("its names", if: isNamed) {
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
