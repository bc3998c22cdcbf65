package import Model

/// Applies the rules to evidence.
package struct RuleMatcher {
  private let evidence: Evidence
  private let rules = RuleSet.standard
  private let macName: VendorName?
  private var macVendor: String? { macName?.brand }
  let fields: [EvidenceField]

  package init(_ evidence: Evidence, vendors: VendorRegistry) {
    self.evidence = evidence
    macName = evidence.mac.flatMap { vendors.name(of: $0) }
    fields = evidence.fields(macVendor: macName?.brand)
  }

  /// All matches, in no particular order, with possible duplicates.
  package func matches() -> [Match] {
    var matches: [Match] = []
    if evidence.isGateway {
      matches.add(.kind(.router, 0.93), .gateway, EvidenceSentence(.defaultRoute), from: .route)
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
      guard ValueReading.isMeaningful(value) else { continue }
      for attribute in attributes where attribute.applies(to: service.type, value) {
        let (claims, family) = attribute.claims(of: value)
        let words = EvidenceSentence(.txtOf, "\(key)=\(value)", service.type)
        for claim in claims.compactMap(doubt) { matches.add(claim, family, words, from: .mdns) }
      }
    }
  }

  /// Weakens a claim of Apple where the MAC has another vendor: AirPlay receivers of other makers
  /// pose as an Apple TV, and file servers as an Xserve.
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
        let words = EvidenceSentence(.ssdp, "\(name) \(DeviceName.clean(value, limit: 40))")
        matches.add(claim, .announcement, words, from: .ssdp)
      }
    }
  }

  // MARK: Names

  private func readNames(into matches: inout [Match]) {
    func note(
      _ name: String,
      _ template: EvidenceTemplate,
      _ source: Source,
      weight: Double,
      as family: Match.Family = .name,
      key: String = ""
    ) {
      for claim in rules.names.claims(of: name) {
        var claim = claim
        claim.weight *= weight
        let words = EvidenceSentence(template, key + DeviceName.clean(name, limit: 60))
        matches.add(claim, family, words, from: source)
      }
    }
    if let host = evidence.hostname {
      let label = host.prefix { $0 != "." }
      note(String(label), evidence.hostNameTemplate, evidence.hostNameOrigin, weight: 1)
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
    var (lastName, lastHost): (String?, String?) = (nil, nil)
    for service in evidence.services {
      // Most services of a device have one name and one host.
      if service.name != lastName { note(service.name, .serviceName, .mdns, weight: 0.85) }
      lastName = service.name
      if let host = service.host, host != lastHost {
        lastHost = host
        note(String(host.prefix { $0 != "." }), .serviceHost, .mdns, weight: 0.9)
      }
      if let text = service.txt["fn"]?.text { note(text, .txt, .mdns, weight: 0.9, key: "fn ") }
      // Chosen by the maker, not the owner.
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
      let words = EvidenceSentence(rule.ports.count == 1 ? .port : .ports, ports)
      for claim in rule.claims {
        matches.add(claim, .ports, words, from: .tcp)
      }
    }
  }

  private func readMAC(into matches: inout [Match]) {
    guard let mac = evidence.mac else { return }
    if let virtual = VirtualRouter(mac) {
      let words = EvidenceSentence(.virtualRouter, virtual.rawValue, "\(mac)")
      matches.add(.kind(.router, 0.6), .vendor, words, from: .neighbours)
    }
    let machine = VirtualMachine(mac)
    if let machine {
      let words = EvidenceSentence(.virtualMachine, machine.rawValue, "\(mac)")
      let kind: Category = machine.isOfServers ? .server : .computer
      matches.add(.kind(kind, 0.5), .vendor, words, from: .neighbours)
    }
    guard let name = macName else { return }
    let words = EvidenceSentence(.macBlock, "\(mac)", name.description)
    for var claim in rules.makers.claims(of: name) {
      // The block says what runs the machine, not what its owner makes otherwise.
      if machine != nil { claim.category = nil }
      matches.add(claim, .vendor, words, from: .neighbours)
    }
  }

  // MARK: This machine

  private func readSystem(into matches: inout [Match]) {
    guard !evidence.system.isEmpty else { return }
    func note(_ claim: Claim, _ words: EvidenceSentence) {
      matches.add(claim, .model, words, from: .system)
    }
    // homenet runs on it.
    note(.kind(.computer, 0.6, os: "Linux"), EvidenceSentence(.runsHere))
    if let os = evidence.system[.os] {
      let name = DeviceName.clean(os, limit: 60)
      note(.only(os: name, weight: 0.9), EvidenceSentence(.system, "os=\(name)"))
    }
  }

  // MARK: Fields

  private func readFields(into matches: inout [Match]) {
    // All matches in a field share its sentence, which is made for the first of them; `places` has its index
    // by field, -1 for none yet.
    var words: [EvidenceSentence] = []
    var places = [Int32](repeating: -1, count: fields.count)
    func note(_ claim: Claim, at index: Int) {
      if places[index] < 0 {
        places[index] = Int32(words.count)
        words.append(fields[index].words)
      }
      let evidence = words[Int(places[index])]
      matches.add(claim, fields[index].kind.family, evidence, from: fields[index].source)
    }
    for match in rules.matches(in: fields) {
      let kind = fields[match.field].kind
      for var claim in match.claims {
        // Names given by owners are less reliable.
        if kind == .host || kind == .name { claim.weight *= 0.92 }
        note(claim, at: match.field)
      }
    }
    if let both = StatementReader.product(in: fields) { note(both.claim, at: both.field) }
    // By index: copying a field retains its strings.
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

extension [Match] {
  fileprivate mutating func add(
    _ claim: Claim,
    _ family: Match.Family,
    _ evidence: EvidenceSentence,
    from source: Source
  ) {
    append(Match(family: family, claim: claim, evidence: evidence, source: source))
  }
}

extension EvidenceField {
  /// The field as a reason, cleaned for display.
  var words: EvidenceSentence {
    EvidenceSentence(kind.template, DeviceName.clean(text, limit: 80))
  }
}

extension EvidenceField.Kind {
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
