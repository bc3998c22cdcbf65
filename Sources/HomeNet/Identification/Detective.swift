import Wire

/// Turns evidence into clues by the rules.
struct Detective {
  private let evidence: Evidence
  private let macVendor: String?
  /// All that the device said.
  let sayings: [Saying]

  init(_ evidence: Evidence) {
    self.evidence = evidence
    macVendor = evidence.mac.flatMap(VendorRegistry.vendor)
    sayings = evidence.sayings(macVendor: macVendor)
  }

  /// Every clue; in no particular order, perhaps with repetitions.
  func clues() -> [Clue] {
    var clues: [Clue] = []
    if evidence.isGateway {
      clues.append(
        Clue(
          family: .gateway,
          meaning: .kind(.router, 0.93),
          evidence: "the default route leads through it",
          source: .route
        )
      )
    }
    for service in evidence.services { clues += read(service) }
    for announcement in evidence.ssdp { clues += read(announcement) }
    clues += readNames()
    clues += readPorts()
    clues += readMAC()
    clues += readSayings()
    return clues
  }

  // MARK: Services

  private func read(_ service: ServiceInstance) -> [Clue] {
    var clues = (ServiceRules.byType[service.type] ?? []).map { meaning in
      Clue(
        family: .service,
        meaning: meaning,
        evidence: "offers \(DeviceName.clean(service.type, limit: 40))",
        source: .mdns
      )
    }
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
            evidence: "TXT \(rule.key)=\(value) of \(service.type)",
            source: .mdns
          )
        )
      }
    }
    return clues
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

  private func read(_ announcement: SSDPAnnouncement) -> [Clue] {
    var clues: [Clue] = []
    func note(_ text: String, _ table: PhraseTable<SSDPRules.Rule>, _ what: String) {
      for rule in table.matches(text) {
        clues.append(
          Clue(
            family: .announcement,
            meaning: rule.meaning,
            evidence: "\(what) \(DeviceName.clean(text, limit: 80))",
            source: .ssdp
          )
        )
      }
    }
    note(announcement.target, Self.targets, "announces")
    for (field, value) in announcement.headers {
      for rule in SSDPRules.headers where field == rule.pattern {
        clues.append(
          Clue(
            family: .announcement,
            meaning: rule.meaning,
            evidence: "SSDP \(field) \(DeviceName.clean(value, limit: 40))",
            source: .ssdp
          )
        )
      }
    }
    return clues
  }

  // MARK: Names

  private func readNames() -> [Clue] {
    var clues: [Clue] = []
    func note(
      _ name: String,
      _ what: String,
      _ source: Source,
      weight: Double,
      as family: Clue.Family = .name
    ) {
      for meaning in NameRules.meanings(of: name) {
        var meaning = meaning
        meaning.weight *= weight
        clues.append(
          Clue(
            family: family,
            meaning: meaning,
            evidence: "\(what) \(DeviceName.clean(name, limit: 60))",
            source: source
          )
        )
      }
    }
    if let host = evidence.hostname {
      let label = host.prefix { $0 != "." }
      note(String(label), evidence.hostNameWords, evidence.whoSaidHostName, weight: 1)
    }
    for name in evidence.netbios?.names ?? [] { note(name, "NetBIOS name", .netbios, weight: 0.95) }
    for service in evidence.services {
      note(service.name, "service name", .mdns, weight: 0.85)
      if let host = service.host {
        note(String(host.prefix { $0 != "." }), "service's host", .mdns, weight: 0.9)
      }
      if let text = service.txt["fn"]?.text { note(text, "TXT fn", .mdns, weight: 0.9) }
      // Words that the maker chose, not the owner.
      for key in ["md", "ty", "model"] {
        guard let text = service.txt[key]?.text, !AppleModels.isBoard(text) else { continue }
        note(text, "TXT \(key)", .mdns, weight: 1, as: .model)
      }
    }
    return clues
  }

  // MARK: Ports and MAC

  private func readPorts() -> [Clue] {
    guard !evidence.openPorts.isEmpty else { return [] }
    let open = Set(evidence.openPorts)
    return PortRules.all.filter { $0.ports.isSubset(of: open) }.map { rule in
      let ports = rule.ports.sorted().map(String.init).joined(separator: ", ")
      return Clue(
        family: .ports,
        meaning: rule.meaning,
        evidence: rule.ports.count == 1 ? "port \(ports) open" : "ports \(ports) open",
        source: .tcp
      )
    }
  }

  private func readMAC() -> [Clue] {
    guard let mac = evidence.mac, let vendor = macVendor else { return [] }
    return VendorRules.meanings(of: vendor).map { meaning in
      Clue(
        family: .vendor,
        meaning: meaning,
        evidence: "MAC \(mac) is of a block of \(vendor)",
        source: .neighbours
      )
    }
  }

  // MARK: Sayings

  private func readSayings() -> [Clue] {
    var clues: [Clue] = []
    for finding in RuleBook.standard.findings(in: sayings) {
      var meaning = finding.meaning
      // The owner's words say less than the maker's.
      let field = sayings[finding.saying].field
      if field == .host || field == .name { meaning.weight *= 0.92 }
      clues.append(clue(meaning, at: finding.saying))
    }
    if let both = StatedFields.product(in: sayings) {
      let saying = both.saying
      clues.append(Self.clue(both.meaning, saying.field, saying.text, saying.source))
    }
    for index in sayings.indices where sayings[index].isStatement || sayings[index].field == .dhcp {
      let saying = sayings[index]
      if saying.isStatement, let meaning = StatedFields.meaning(of: saying).flatMap(doubt) {
        clues.append(clue(meaning, at: index))
      }
      if saying.field == .dhcp, let last = saying.value.split(separator: "/").last,
        let apple = AppleModels.meaning(of: String(last), isClaim: false)
      {
        clues.append(clue(apple, at: index))
      }
    }
    return clues
  }

  private func clue(_ meaning: Meaning, at index: Int) -> Clue {
    Self.clue(meaning, sayings[index].field, sayings[index].text, sayings[index].source)
  }

  private static func clue(
    _ meaning: Meaning,
    _ field: Saying.Field,
    _ text: String,
    _ source: Source
  ) -> Clue {
    let family: Clue.Family =
      switch field {
      case .host, .name: .name
      case .mac: .vendor
      case .service: .service
      case .announces: .announcement
      default: .model
      }
    var evidence = field.words
    evidence.reserveCapacity(120)
    evidence += " "
    evidence += DeviceName.clean(text, limit: 80)
    return Clue(family: family, meaning: meaning, evidence: evidence, source: source)
  }
}
