public import Identification
public import Model
public import Networking
public import Wire

/// The explanation of one device: its verdict and the reasons, what would change the verdict, and
/// what was sent to the device.
public struct Explanation: Sendable {
  /// The device.
  public var device: Device
  /// What spoke for the next best category.
  public var runnerUpBecause: [Verdict.Reason]
  /// The evidence that the verdict depends on.
  public var sensitivity: VerdictSensitivity
  /// The maker of the block that its MAC is of.
  public var blockMaker: String?
  /// Whom its MAC belongs to, in words: `of a block of Apple`; `nil` without a MAC.
  public var macOwner: String?
  /// What was sent: to the device, then to all hosts of the link.
  public var sent: [Sent]

  /// What was sent to one address for one purpose.
  public struct Sent: Hashable, Sendable {
    /// The device's address, or a group's.
    public var target: IPAddress
    /// What for.
    public var purpose: Purpose
    /// How much.
    public var count: TrafficLedger.Count

    /// Whether it went to all hosts of the link.
    public var isForAll: Bool { target.scope == .multicast || purpose.isBroadcast }
  }

  /// Explains a device that a scan found, with the identifier that gave its verdict.
  public init(
    _ device: Device,
    in ledgers: [TrafficLedger],
    identifier: Identifier = Identifier()
  ) {
    self.device = device
    let evidence = device.evidence
    sensitivity = VerdictSensitivity(of: device.verdict, for: evidence, by: identifier)
    runnerUpBecause =
      device.verdict.runnerUp.map { identifier.reasons(for: $0, in: evidence) } ?? []
    blockMaker = evidence.mac.flatMap { identifier.vendors.vendor(of: $0) }
    macOwner = evidence.mac.map { identifier.vendors.owner(of: $0).description }
    sent = Self.sent(to: device, in: ledgers)
  }

  /// What one of the ledgers or several count for a device and for all hosts; the ledgers aren't copied,
  /// since those of a large network hold 100,000 addresses.
  private static func sent(to device: Device, in ledgers: [TrafficLedger]) -> [Sent] {
    let own = Set(device.addresses.map(\.withoutZone))
    var counted = TrafficLedger()
    for ledger in ledgers {
      for (address, purposes) in ledger.counts {
        let isOwn = own.contains(address.withoutZone)
        for (purpose, count) in purposes
        where isOwn || Sent(target: address, purpose: purpose, count: count).isForAll {
          counted.add(count, to: address, for: purpose)
        }
      }
    }
    return counted.counts.flatMap { address, purposes in
      purposes.map { Sent(target: address, purpose: $0.key, count: $0.value) }
    }
    .sorted { left, right in
      let first = (left.isForAll ? 1 : 0, left.target.description)
      let second = (right.isForAll ? 1 : 0, right.target.description)
      return first != second
        ? first < second : left.purpose.rawValue < right.purpose.rawValue
    }
  }
}

extension Identifier {
  private static let runnerUpReasons = 3

  /// The evidence for a category, heaviest first.
  fileprivate func reasons(for category: Category, in evidence: Evidence) -> [Verdict.Reason] {
    Scorer(RuleMatcher(evidence, vendors: vendors).matches())
      .matches(for: category, atMost: Self.runnerUpReasons)
      .map { Verdict.Reason(claim: .category, evidence: $0.evidence, source: $0.source) }
  }
}

extension Explanation {
  /// Explains a device of the inventory; the user's annotations override all evidence.
  public init(
    _ remembered: InventoryDevice,
    in ledgers: [TrafficLedger],
    identifier: Identifier = Identifier()
  ) {
    self.init(remembered.device, in: ledgers, identifier: identifier)
    if let name = remembered.marks.name { claim(.name) { $0.name = name } }
    if let category = remembered.marks.category {
      claim(.category) {
        $0.category = category
        $0.confidence = 1
        $0.runnerUp = nil
      }
      runnerUpBecause = []
      sensitivity.lacking = []
    }
  }

  /// Makes a claim the user's, which has no other reasons.
  private mutating func claim(_ claim: Verdict.Claim, _ change: (inout Verdict) -> Void) {
    change(&device.verdict)
    device.verdict.because.removeAll { $0.claim == claim }
    device.verdict.because.insert(
      Verdict.Reason(claim: claim, evidence: EvidenceSentence(.user), source: .user),
      at: 0
    )
    for index in sensitivity.dependences.indices {
      sensitivity.dependences[index].claims.removeAll { $0 == claim }
    }
    sensitivity.dependences.removeAll { $0.claims.isEmpty }
  }
}

extension Explanation: Encodable {
  /// Writes `homenet.explain/1`.
  public func encode(to encoder: any Encoder) throws {
    let runnerUp = device.verdict.runnerUp.map { category -> JSONObject in
      ["category": category, "because": runnerUpBecause]
    }
    let json: JSONObject = [
      "schema": "homenet.explain/1", "device": device, "runner_up": runnerUp,
      "hangs_on": sensitivity.dependences.map(\.json), "missing": sensitivity.missing,
      "mac_vendor": blockMaker, "sent": sent.map(\.json),
    ]
    try json.encode(to: encoder)
  }
}

extension VerdictSensitivity.Dependence {
  fileprivate var json: JSONObject {
    let without: JSONObject = [
      "name": verdict.name, "category": verdict.category, "vendor": verdict.vendor,
      "model": verdict.model, "os": verdict.os,
      "confidence": verdict.confidence.rounded(places: 2),
    ]
    return ["evidence": evidence, "claims": claims, "without": without]
  }
}

extension Explanation.Sent {
  fileprivate var json: JSONObject {
    [
      "to": target, "purpose": purpose.rawValue, "packets": count.packets,
      "connections": count.connections, "messages": count.messages, "bytes": count.bytes,
    ]
  }
}

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
