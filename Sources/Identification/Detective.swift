package import Model
import Wire

/// Turns evidence into clues by the rules.
package struct Detective {
  private let evidence: Evidence
  private let macVendor: String?
  /// All that the device said.
  let sayings: [Saying]

  package init(_ evidence: Evidence) {
    self.evidence = evidence
    macVendor = evidence.mac.flatMap(VendorRegistry.vendor)
    sayings = evidence.sayings(macVendor: macVendor)
  }

  /// Every clue; in no particular order, perhaps with repetitions.
  package func clues() -> [Clue] {
    var clues: [Clue] = []
    if evidence.isGateway {
      clues.append(
        Clue(
          family: .gateway,
          meaning: .kind(.router, 0.93),
          evidence: EvidenceWords(.defaultRoute),
          source: .route
        )
      )
    }
    clues.reserveCapacity(32)
    readSystem(into: &clues)
    for service in evidence.services { read(service, into: &clues) }
    for announcement in evidence.ssdp { read(announcement, into: &clues) }
    readNames(into: &clues)
    readPorts(into: &clues)
    readMAC(into: &clues)
    readSayings(into: &clues)
    return clues
  }

  // MARK: Services

  private func read(_ service: ServiceInstance, into clues: inout [Clue]) {
    for meaning in ServiceRules.byType[service.type] ?? [] {
      clues.append(
        Clue(
          family: .service,
          meaning: meaning,
          evidence: EvidenceWords(.offers, DeviceName.clean(service.type, limit: 40)),
          source: .mdns
        )
      )
    }
    if service.txt.isEmpty { return }
    for rule in TXTRules.all where rule.applies(to: service.type) {
      guard let text = service.txt[rule.key]?.text else { continue }
      let value = DeviceName.clean(text, limit: 80)
      guard TXTRules.isTelling(value) else { continue }
      for meaning in rule.meanings(of: value) {
        guard let meaning = doubt(meaning) else { continue }
        clues.append(
          Clue(
            family: rule.family,
            meaning: meaning,
            evidence: EvidenceWords(.txtOf, "\(rule.key)=\(value)", service.type),
            source: .mdns
          )
        )
      }
    }
  }

  /// Receivers for AirPlay that are not Apple's call themselves an Apple TV, and file servers call
  /// themselves an Xserve: a MAC of another maker shows it.
  private func doubt(_ meaning: Meaning) -> Meaning? {
    guard meaning.vendor == "Apple", let macVendor, macVendor != "Apple",
      !VendorRules.isModuleMaker(macVendor)
    else { return meaning }
    guard meaning.category != nil else { return nil }
    return Meaning(category: meaning.category, weight: meaning.weight * 0.3)
  }

  // MARK: SSDP

  private static let targets = PhraseTable(SSDPRules.targets, phrase: \.pattern)

  private func read(_ announcement: SSDPAnnouncement, into clues: inout [Clue]) {
    for rule in Self.targets.matches(announcement.target) {
      clues.append(
        Clue(
          family: .announcement,
          meaning: rule.meaning,
          evidence: EvidenceWords(.announces, DeviceName.clean(announcement.target, limit: 80)),
          source: .ssdp
        )
      )
    }
    for (field, value) in announcement.headers {
      for rule in SSDPRules.headers where field == rule.pattern {
        clues.append(
          Clue(
            family: .announcement,
            meaning: rule.meaning,
            evidence: EvidenceWords(.ssdp, "\(field) \(DeviceName.clean(value, limit: 40))"),
            source: .ssdp
          )
        )
      }
    }
  }

  // MARK: Names

  private func readNames(into clues: inout [Clue]) {
    func note(
      _ name: String,
      _ form: EvidenceForm,
      _ source: Source,
      weight: Double,
      as family: Clue.Family = .name,
      key: String = ""
    ) {
      for meaning in NameRules.meanings(of: name) {
        var meaning = meaning
        meaning.weight *= weight
        clues.append(
          Clue(
            family: family,
            meaning: meaning,
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

  private func readPorts(into clues: inout [Clue]) {
    guard !evidence.openPorts.isEmpty else { return }
    let open = Set(evidence.openPorts)
    for rule in PortRules.all where rule.ports.isSubset(of: open) {
      let ports = rule.ports.sorted().map(String.init).joined(separator: ", ")
      clues.append(
        Clue(
          family: .ports,
          meaning: rule.meaning,
          evidence: EvidenceWords(rule.ports.count == 1 ? .port : .ports, ports),
          source: .tcp
        )
      )
    }
  }

  private func readMAC(into clues: inout [Clue]) {
    if let mac = evidence.mac, let virtual = VirtualRouter(mac) {
      clues.append(
        Clue(
          family: .vendor,
          meaning: .kind(.router, 0.6),
          evidence: EvidenceWords(.virtualRouter, virtual.rawValue, "\(mac)"),
          source: .neighbours
        )
      )
    }
    guard let mac = evidence.mac, let vendor = macVendor else { return }
    let words = EvidenceWords(.macBlock, "\(mac)", vendor)
    for meaning in VendorRules.meanings(of: vendor) {
      clues.append(Clue(family: .vendor, meaning: meaning, evidence: words, source: .neighbours))
    }
  }

  // MARK: This machine

  private func readSystem(into clues: inout [Clue]) {
    guard !evidence.system.isEmpty else { return }
    func note(_ meaning: Meaning, _ words: EvidenceWords) {
      clues.append(Clue(family: .model, meaning: meaning, evidence: words, source: .system))
    }
    // Whatever else it is, programs run on it.
    note(.kind(.computer, 0.6, os: "Linux"), EvidenceWords(.runsHere))
    if let os = evidence.system[.os] {
      let name = DeviceName.clean(os, limit: 60)
      note(.only(os: name, weight: 0.9), EvidenceWords(.system, "os=\(name)"))
    }
  }

  // MARK: Sayings

  private func readSayings(into clues: inout [Clue]) {
    // What several rules find in one saying is put into words once.
    var words = [EvidenceWords?](repeating: nil, count: sayings.count)
    func note(_ meaning: Meaning, at index: Int) {
      let evidence = words[index] ?? sayings[index].words
      words[index] = evidence
      clues.append(
        Clue(
          family: sayings[index].field.family,
          meaning: meaning,
          evidence: evidence,
          source: sayings[index].source
        )
      )
    }
    for finding in RuleBook.standard.findings(in: sayings) {
      var meaning = finding.meaning
      // The owner's words say less than the maker's.
      let field = sayings[finding.saying].field
      if field == .host || field == .name { meaning.weight *= 0.92 }
      note(meaning, at: finding.saying)
    }
    if let both = StatedFields.product(in: sayings) { note(both.meaning, at: both.saying) }
    // By their numbers: a copy of a saying would count references to all its texts.
    for index in sayings.indices {
      if StatedFields.mayState(sayings[index].key, in: sayings[index].field),
        let meaning = StatedFields.meaning(of: sayings[index]).flatMap(doubt)
      {
        note(meaning, at: index)
      }
      if sayings[index].field == .dhcp, let last = sayings[index].value.split(separator: "/").last,
        let apple = AppleModels.meaning(of: String(last), isClaim: false)
      {
        note(apple, at: index)
      }
    }
  }
}

extension Saying {
  /// The saying as a reason, fit to be shown.
  var words: EvidenceWords {
    EvidenceWords(field.form, DeviceName.clean(text, limit: 80))
  }
}

extension Saying.Field {
  /// The kind of evidence that is said there.
  fileprivate var family: Clue.Family {
    switch self {
    case .host, .name: .name
    case .mac: .vendor
    case .service: .service
    case .announces: .announcement
    default: .model
    }
  }
}
