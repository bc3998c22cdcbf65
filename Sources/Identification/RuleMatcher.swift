package import Model

/// Turns evidence into matches by the rules.
package struct RuleMatcher {
  private let evidence: Evidence
  private let rules = RuleSet.standard
  private let macVendor: String?
  /// All that the device said.
  let fields: [EvidenceField]

  package init(_ evidence: Evidence) {
    self.evidence = evidence
    macVendor = evidence.mac.flatMap(VendorRegistry.vendor)
    fields = evidence.fields(macVendor: macVendor)
  }

  /// Every match; in no particular order, perhaps with repetitions.
  package func matches() -> [Match] {
    var matches: [Match] = []
    if evidence.isGateway {
      matches.append(
        Match(
          family: .gateway,
          claim: .kind(.router, 0.93),
          evidence: EvidenceWords(.defaultRoute),
          source: .route
        )
      )
    }
    matches.reserveCapacity(32)
    readSystem(into: &matches)
    for service in evidence.services { read(service, into: &matches) }
    for announcement in evidence.ssdp { read(announcement, into: &matches) }
    readNames(into: &matches)
    readPorts(into: &matches)
    readMAC(into: &matches)
    readFields(into: &matches)
    return matches
  }

  // MARK: Services

  private func read(_ service: ServiceInstance, into matches: inout [Match]) {
    if service.txt.isEmpty { return }
    let keys = rules.keys
    for (key, value) in service.txt where keys.attributeFilter.mayContain(key) {
      guard let attributes = keys.attributes[key], let text = value.text else { continue }
      let value = DeviceName.clean(text, limit: 80)
      guard ValueReading.isTelling(value) else { continue }
      for attribute in attributes where attribute.applies(to: service.type, value) {
        let (claims, family) = attribute.claims(of: value)
        for claim in claims {
          guard let claim = doubt(claim) else { continue }
          matches.append(
            Match(
              family: family,
              claim: claim,
              evidence: EvidenceWords(.txtOf, "\(key)=\(value)", service.type),
              source: .mdns
            )
          )
        }
      }
    }
  }

  /// Receivers for AirPlay that are not Apple's call themselves an Apple TV, and file servers call
  /// themselves an Xserve: a MAC of another maker shows it.
  private func doubt(_ claim: Claim) -> Claim? {
    guard claim.vendor == "Apple", let macVendor, macVendor != "Apple",
      !rules.makers.isModuleMaker(macVendor)
    else { return claim }
    guard claim.category != nil else { return nil }
    return Claim(category: claim.category, weight: claim.weight * 0.3)
  }

  // MARK: SSDP

  private func read(_ announcement: SSDPAnnouncement, into matches: inout [Match]) {
    for (name, value) in announcement.headers {
      for claim in rules.keys.headers[name] ?? [] {
        matches.append(
          Match(
            family: .announcement,
            claim: claim,
            evidence: EvidenceWords(.ssdp, "\(name) \(DeviceName.clean(value, limit: 40))"),
            source: .ssdp
          )
        )
      }
    }
  }

  // MARK: Names

  private func readNames(into matches: inout [Match]) {
    func note(
      _ name: String,
      _ form: EvidenceForm,
      _ source: Source,
      weight: Double,
      as family: Match.Family = .name,
      key: String = ""
    ) {
      for claim in rules.names.claims(of: name) {
        var claim = claim
        claim.weight *= weight
        matches.append(
          Match(
            family: family,
            claim: claim,
            evidence: EvidenceWords(form, key + DeviceName.clean(name, limit: 60)),
            source: source
          )
        )
      }
    }
    if let host = evidence.hostname {
      let label = host.prefix { $0 != "." }
      note(String(label), evidence.hostNameForm, evidence.whoSaidHostName, weight: 1)
    }
    if let name = evidence.dhcp?.hostname, name != evidence.hostname {
      note(String(name.prefix { $0 != "." }), .dhcpName, .dhcp, weight: 0.95)
    }
    if let name = evidence.snmp?.name {
      note(String(name.prefix { $0 != "." }), .snmpName, .snmp, weight: 0.85)
    }
    for name in evidence.statedNames {
      note(name.text, .ownName, name.source, weight: 0.95)
    }
    for name in evidence.netbios?.names ?? [] { note(name, .netbiosName, .netbios, weight: 0.95) }
    for service in evidence.services {
      note(service.name, .serviceName, .mdns, weight: 0.85)
      if let host = service.host {
        note(String(host.prefix { $0 != "." }), .serviceHost, .mdns, weight: 0.9)
      }
      if let text = service.txt["fn"]?.text { note(text, .txt, .mdns, weight: 0.9, key: "fn ") }
      // Words that the maker chose, not the owner.
      for key in ["md", "ty", "model"] {
        guard let text = service.txt[key]?.text, !AppleModels.isBoard(text) else { continue }
        note(text, .txt, .mdns, weight: 1, as: .model, key: "\(key) ")
      }
    }
  }

  // MARK: Ports and MAC

  private func readPorts(into matches: inout [Match]) {
    guard !evidence.openPorts.isEmpty else { return }
    let open = Set(evidence.openPorts)
    for rule in rules.ports where rule.ports.isSubset(of: open) {
      let ports = rule.ports.sorted().map(String.init).joined(separator: ", ")
      let words = EvidenceWords(rule.ports.count == 1 ? .port : .ports, ports)
      for claim in rule.claims {
        matches.append(Match(family: .ports, claim: claim, evidence: words, source: .tcp))
      }
    }
  }

  private func readMAC(into matches: inout [Match]) {
    if let mac = evidence.mac, let virtual = VirtualRouter(mac) {
      matches.append(
        Match(
          family: .vendor,
          claim: .kind(.router, 0.6),
          evidence: EvidenceWords(.virtualRouter, virtual.rawValue, "\(mac)"),
          source: .neighbours
        )
      )
    }
    guard let mac = evidence.mac, let vendor = macVendor else { return }
    let words = EvidenceWords(.macBlock, "\(mac)", vendor)
    for claim in rules.makers.claims(of: vendor) {
      matches.append(Match(family: .vendor, claim: claim, evidence: words, source: .neighbours))
    }
  }

  // MARK: This machine

  private func readSystem(into matches: inout [Match]) {
    guard !evidence.system.isEmpty else { return }
    func note(_ claim: Claim, _ words: EvidenceWords) {
      matches.append(Match(family: .model, claim: claim, evidence: words, source: .system))
    }
    // Whatever else it is, programs run on it.
    note(.kind(.computer, 0.6, os: "Linux"), EvidenceWords(.runsHere))
    if let os = evidence.system[.os] {
      let name = DeviceName.clean(os, limit: 60)
      note(.only(os: name, weight: 0.9), EvidenceWords(.system, "os=\(name)"))
    }
  }

  // MARK: Fields

  private func readFields(into matches: inout [Match]) {
    // What several rules find in one field is put into words once.
    var words = [EvidenceWords?](repeating: nil, count: fields.count)
    func note(_ claim: Claim, at index: Int) {
      let evidence = words[index] ?? fields[index].words
      words[index] = evidence
      matches.append(
        Match(
          family: fields[index].kind.family,
          claim: claim,
          evidence: evidence,
          source: fields[index].source
        )
      )
    }
    for match in rules.matches(in: fields) {
      let kind = fields[match.field].kind
      for var claim in match.claims {
        // The owner's words say less than the maker's.
        if kind == .host || kind == .name { claim.weight *= 0.92 }
        note(claim, at: match.field)
      }
    }
    if let both = StatementReader.product(in: fields) { note(both.claim, at: both.field) }
    // By their numbers: a copy of a field would count references to all its texts.
    for index in fields.indices {
      if StatementReader.mayState(fields[index].key, in: fields[index].kind),
        let claim = StatementReader.claim(of: fields[index]).flatMap(doubt)
      {
        note(claim, at: index)
      }
      if fields[index].kind == .dhcp, let last = fields[index].value.split(separator: "/").last,
        let apple = AppleModels.claim(of: String(last), isClaim: false)
      {
        note(apple, at: index)
      }
    }
  }
}

extension EvidenceField {
  /// The field as a reason, fit to be shown.
  var words: EvidenceWords {
    EvidenceWords(kind.form, DeviceName.clean(text, limit: 80))
  }
}

extension EvidenceField.Kind {
  /// The kind of evidence that is said there.
  fileprivate var family: Match.Family {
    switch self {
    case .host, .name: .name
    case .mac: .vendor
    case .service: .service
    case .announces: .announcement
    default: .model
    }
  }
}
