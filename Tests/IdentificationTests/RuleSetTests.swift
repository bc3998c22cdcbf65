import Testing

@testable import Identification
@testable import Model

@Suite("Rules") struct RuleSetTests {
  @Test(
    "patterns match on word boundaries and keep models",
    arguments: [
      ("cam", "cam-1", true), ("cam", "Cam2", true), ("cam", "camel", false),
      ("cam", "webcam", false), ("TV", "KitchenTV", true), ("NVR#", "NVR4108", true),
      ("^PS4", "PS4", true), ("^PS4", "xPS4", false), ("Canon$", "Canon", true),
    ]
  )
  func boundaries(pattern: String, text: String, matches: Bool) {
    let text = RuleText([
      EvidenceField(.host, "before"), EvidenceField(.host, text), EvidenceField(.host, "after"),
    ])
    #expect(RulePattern(pattern).stands(in: text, line: text.lines[1]) == matches)
  }

  @Test(
    "what stands between brackets is the model",
    arguments: [
      ("Lexmark <…> version", "Lexmark C987 version NS.1", "C987"),
      ("<DCS-#*>", "DCS-9999LB1 ready", "DCS-9999LB1"),
      ("ASUS <…> FTP", "ASUS RT-ZZ99 FTP service", "RT-ZZ99"),
      ("Meraki <MS#>", "Meraki MS777-8LP Cloud", "MS777-8LP"),
    ]
  )
  func models(pattern: String, text: String, model: String) throws {
    let text = RuleText([EvidenceField(.host, text), EvidenceField(.host, "more")])
    let kept = try #require(RulePattern(pattern).match(text, at: 0, line: text.lines[0]))
    #expect(text[kept] == model)
  }

  @Test("conditions are joined by and, and denied by not") func conditions() {
    let rules = ruleSet(
      #"snmp "printer" and oid "^641." not host "fake" : printer 90, vendor "Lexmark""#
    )
    func categories(_ fields: [EvidenceField]) -> [Model.Category?] {
      rules.matches(in: fields).flatMap(\.claims).map(\.category)
    }
    let printer = EvidenceField(.snmp, "a printer")
    #expect(categories([printer]) == [])
    #expect(categories([printer, EvidenceField(.oid, "641.2.")]) == [.printer])
    #expect(
      categories([printer, EvidenceField(.oid, "641.2."), EvidenceField(.host, "fake-1")]) == []
    )
  }

  @Test("a rule may claim several things, each with its weight") func claims() {
    let rules = ruleSet(
      #"title "<AB#> box" : printer 90, vendor "Ab"; scanner "x" 5"#,
      #"title "<AB#> box" : printer 90, vendor "Ab"; storage 30, model "Box <>", os "AbOS"; os "X" 20"#
    )
    #expect(rules.errors.map(\.line) == [1])
    let claims = rules.matches(in: [EvidenceField(.title, "An AB12 box")]).flatMap(\.claims)
    #expect(
      claims == [
        .kind(.printer, 0.9, vendor: "Ab", model: "AB12"),
        .kind(.storage, 0.3, model: "Box AB12", os: "AbOS"),
        .only(model: "AB12", os: "X", weight: 0.2),
      ]
    )
  }

  @Test("a maker that is named weighs half") func named() {
    let rules = ruleSet(
      #"maker|named "Sound United" : speaker 85; vendor "Denon" 72"#,
      #"maker "Arcam" "Naim Audio" : speaker 85; vendor "<>" 72"#,
      #"named "Barix" : speaker 70; vendor "<>" 72"#,
      #"module "Murata" : nothing"#
    )
    #expect(rules.errors.isEmpty)
    let makerClaims = { (name: String) in
      rules.makers.claims(of: VendorName(brand: name, registered: name))
    }
    // Where the brand has no rule, the registered name may have one.
    #expect(
      rules.makers.claims(of: VendorName(brand: "Denon", registered: "Sound United, LLC.")) == [
        .kind(.speaker, 0.85), .only(vendor: "Denon", weight: 0.72),
      ]
    )
    #expect(
      makerClaims("Sound United, LLC.") == [
        .kind(.speaker, 0.85), .only(vendor: "Denon", weight: 0.72),
      ]
    )
    #expect(
      makerClaims("Naim Audio Ltd") == [
        .kind(.speaker, 0.85), .only(vendor: "Naim Audio", weight: 0.72),
      ]
    )
    #expect(makerClaims("Barix") == [.only(vendor: "Barix", weight: 0.72)])
    #expect(makerClaims("Murata Manufacturing") == [])
    #expect(rules.makers.isModuleMaker("Murata Manufacturing"))
    let claims = { (title: String) in
      rules.matches(in: [EvidenceField(.title, title)]).flatMap(\.claims)
    }
    #expect(claims("Sound United") == [.kind(.speaker, 0.42, vendor: "Denon")])
    #expect(claims("a Barix box") == [.kind(.speaker, 0.35, vendor: "Barix")])
    #expect(claims("Arcam") == [])
  }

  @Test("an attribute counts for its services and its values") func attributes() throws {
    let rules = ruleSet(
      #"attribute "ca" of "_a._tcp" odd : tv_media 70"#,
      #"attribute "ca" of "_a._tcp" even : speaker 80"#,
      #"attribute "ca" of "_b._tcp" is "5" "7" : camera 93"#,
      #"attribute "ty" : model value 92"#
    )
    #expect(rules.errors.isEmpty)
    func categories(_ service: String, _ value: String) throws -> [Model.Category?] {
      try #require(rules.keys.attributes["ca"]).filter { $0.applies(to: service, value) }
        .flatMap { $0.claims(of: value).claims }.map(\.category)
    }
    #expect(try categories("_a._tcp", "5") == [.tvMedia])
    #expect(try categories("_a._tcp", "4") == [.speaker])
    #expect(try categories("_a._tcp", "x") == [])
    #expect(try categories("_b._tcp", "7") == [.camera])
    #expect(try categories("_b._tcp", "6") == [])
    #expect(try categories("_c._tcp", "5") == [])
    let type = try #require(rules.keys.attributes["ty"]?.first)
    #expect(type.applies(to: "_c._tcp", "Laser 5"))
    #expect(type.claims(of: "Laser 5").claims == [.only(model: "Laser 5", weight: 0.92)])
  }

  @Test("of each list of words the first that fits a name speaks") func names() {
    let rules = ruleSet(
      #"product "Galaxy Tab" : tablet 90"#,
      #"product "Galaxy" : phone 80"#,
      #"kind "TV" : tv_media 65"#,
      #"ending "iphone" : phone 85"#,
      #"default "DESKTOP-???????" : computer 92"#
    )
    let categories = { (name: String) in rules.names.claims(of: name).map(\.category) }
    #expect(categories("Annas-Galaxy-Tab") == [.tablet])
    #expect(categories("Galaxy TV") == [.phone, .tvMedia])
    #expect(categories("annasiphone") == [.phone])
    #expect(categories("annasiphone TV") == [.tvMedia])
    #expect(categories("desktop-4F7K2QA") == [.computer])
    #expect(categories("DESKTOP-4F7K2Q_") == [])
    #expect(categories("DESKTOP-4F7K2QAB") == [])
  }

  @Test("no rule matches inside a word") func insideWords() throws {
    var words: Set<String> = []
    for statement in RuleFile.embedded.flatMap({ RuleStatement.parse($0).statements }) {
      for condition in statement.conditions {
        guard case .text = try RuleField.fields(of: condition.fields).field else { continue }
        words.formUnion(condition.texts.map { $0.lowercased() })
      }
    }
    words = words.filter { word in
      word.count > 2 && word.allSatisfy { $0.isLetter && $0.isASCII }
    }
    #expect(words.count > 300)
    for word in words {
      let fields = [
        EvidenceField(.host, "qqq\(word)qqq"), EvidenceField(.title, "qqq\(word)qqq"),
      ]
      #expect(RuleSet.standard.matches(in: fields).isEmpty, "\(word)")
    }
  }
}

/// Rules of those lines.
func ruleSet(_ lines: String...) -> RuleSet { ruleSet(lines) }

/// Rules of those lines.
func ruleSet(_ lines: [String]) -> RuleSet {
  RuleSet([RuleFile(name: "test.rules", text: lines.joined(separator: "\n"))])
}
