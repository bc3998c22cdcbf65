public import Identification
public import Model

/// Which evidence a verdict depends on: the verdict is made again without each item in turn.
public struct VerdictSensitivity: Hashable, Sendable {
  /// A piece of evidence without which the verdict would differ.
  public struct Dependence: Hashable, Sendable {
    /// The piece, in words.
    public var evidence: String { piece.text }
    /// The piece.
    public var piece: Message
    /// The claims that would change.
    public var claims: [Verdict.Claim]
    /// The verdict without it.
    public var verdict: Verdict
  }

  /// The pieces that something hangs on, those of the category first.
  public var dependences: [Dependence] = []
  /// Kinds of evidence that are not known, and could make a doubtful category certain.
  public var missing: [String] { lacking.map(\.text) }
  /// The same as messages.
  public var lacking: [Message] = []

  /// Below this confidence, the evidence that could settle the category is listed.
  private static let settled = 0.8

  /// Weighs the evidence piece by piece.
  public init(of verdict: Verdict, for evidence: Evidence, by identifier: Identifier) {
    func depend(on pieces: [EvidenceItem]) -> [Dependence] {
      pieces.compactMap { piece in
        var rest = evidence
        piece.remove(&rest)
        let other = identifier.verdict(for: rest)
        let claims = verdict.claims(thatDifferIn: other)
        return claims.isEmpty
          ? nil : Dependence(piece: piece.message, claims: claims, verdict: other)
      }
    }
    dependences = depend(on: EvidenceItem.all(of: evidence))
    if !dependences.contains(where: { $0.claims.contains(.category) }) {
      // No single piece decides: one protocol may have stated the same several times.
      dependences += depend(on: EvidenceItem.ways(of: evidence))
        .filter { $0.claims.contains(.category) }
    }
    dependences =
      dependences.filter { $0.claims.contains(.category) }
      + dependences.filter { !$0.claims.contains(.category) }
    if verdict.confidence < Self.settled { lacking = Self.lacking(in: evidence) }
  }

  private static func lacking(in evidence: Evidence) -> [Message] {
    let kinds: [(isMissing: Bool, message: MessageTemplate)] = [
      (evidence.mac == nil, .missingMac), (evidence.services.isEmpty, .missingServices),
      (!evidence.ssdp.contains { $0.description != nil }, .missingUpnp),
      (evidence.http.isEmpty, .missingPage), (evidence.snmp == nil, .missingSnmp),
      (evidence.hostname == nil, .missingHostname),
    ]
    return kinds.filter(\.isMissing).map { Message($0.message) }
  }
}

extension Verdict {
  fileprivate func claims(thatDifferIn other: Verdict) -> [Claim] {
    let claims: [(Claim, differs: Bool)] = [
      (.category, category != other.category), (.vendor, vendor != other.vendor),
      (.model, model != other.model), (.os, os != other.os), (.name, name != other.name),
    ]
    return claims.filter(\.differs).map(\.0)
  }
}

/// A part of the evidence that can be left out.
struct EvidenceItem {
  var message: Message
  var remove: (inout Evidence) -> Void

  /// More pieces than that are not weighed one by one.
  private static let limit = 200

  /// The pieces of the evidence, one a message of the device.
  static func all(of evidence: Evidence) -> [EvidenceItem] {
    var pieces: [EvidenceItem] = []
    func add(_ message: Message, _ remove: @escaping (inout Evidence) -> Void) {
      pieces.append(EvidenceItem(message: message, remove: remove))
    }
    if evidence.isGateway { add(Message(.pieceGateway)) { $0.isGateway = false } }
    if let mac = evidence.mac { add(Message(.pieceMac, ["mac": "\(mac)"])) { $0.mac = nil } }
    if let name = evidence.hostname {
      add(Message(.pieceHostname, ["name": name])) { $0.hostname = nil }
    }
    for (index, name) in evidence.statedNames.enumerated() {
      add(Message(.pieceOwnName, ["name": name.text])) { $0.statedNames.remove(at: index) }
    }
    if !evidence.system.isEmpty {
      add(Message(.pieceSystem)) { $0.system = MachineDescription() }
    }
    if evidence.dhcp != nil { add(Message(.pieceDhcp)) { $0.dhcp = nil } }
    if evidence.netbios != nil { add(Message(.pieceNetbios)) { $0.netbios = nil } }
    if evidence.snmp != nil { add(Message(.pieceSnmp)) { $0.snmp = nil } }
    if evidence.smb != nil { add(Message(.pieceSmb)) { $0.smb = nil } }
    if evidence.wsDiscovery != nil { add(Message(.pieceWsDiscovery)) { $0.wsDiscovery = nil } }
    if !evidence.openPorts.isEmpty { add(Message(.piecePorts)) { $0.openPorts = [] } }
    for (index, service) in evidence.services.enumerated() {
      add(Message(.pieceService, ["service": service.type])) { $0.services.remove(at: index) }
    }
    for (index, said) in evidence.ssdp.enumerated() {
      let what =
        said.target.isEmpty
        ? Message(.pieceUpnp) : Message(.pieceAnnouncement, ["value": said.target])
      add(what) { $0.ssdp.remove(at: index) }
    }
    for (index, answer) in evidence.http.enumerated() {
      let path = answer.path ?? "/"
      let at = answer.port.map { Message(.piecePageAt, ["path": path, "port": "\($0)"]) }
      add(at ?? Message(.piecePage, ["path": path])) { $0.http.remove(at: index) }
    }
    for (index, shown) in evidence.tls.enumerated() {
      let at = shown.port.map { Message(.pieceCertificateAt, ["port": "\($0)"]) }
      add(at ?? Message(.pieceCertificate)) { $0.tls.remove(at: index) }
    }
    for (index, banner) in evidence.banners.enumerated() {
      let transport = "\(banner.transport)"
      let at = banner.port.map {
        Message(.pieceGreetingAt, ["protocol": transport, "port": "\($0)"])
      }
      add(at ?? Message(.pieceGreeting, ["protocol": transport])) { $0.banners.remove(at: index) }
    }
    for (index, answer) in evidence.udp.enumerated() {
      add(Message(.pieceUdp, ["port": "\(answer.port)"])) { $0.udp.remove(at: index) }
    }
    return Array(pieces.prefix(limit))
  }

  /// The pieces by protocol, to leave out repetitions together.
  static func ways(of evidence: Evidence) -> [EvidenceItem] {
    var ways: [EvidenceItem] = []
    func add(_ message: Message, if isKnown: Bool, _ remove: @escaping (inout Evidence) -> Void) {
      if isKnown { ways.append(EvidenceItem(message: message, remove: remove)) }
    }
    add(Message(.pieceAllMdns), if: !evidence.services.isEmpty) { $0.services = [] }
    add(Message(.pieceAllSsdp), if: !evidence.ssdp.isEmpty) { $0.ssdp = [] }
    add(Message(.pieceAllHttp), if: !evidence.http.isEmpty) { $0.http = [] }
    add(Message(.pieceAllCertificates), if: !evidence.tls.isEmpty) { $0.tls = [] }
    add(Message(.pieceAllGreetings), if: !evidence.banners.isEmpty) { $0.banners = [] }
    let isNamed =
      evidence.hostname != nil || evidence.netbios != nil || !evidence.statedNames.isEmpty
    add(Message(.pieceAllNames), if: isNamed) {
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
