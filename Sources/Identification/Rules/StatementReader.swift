/// Reads vendors and models from devices' statements about themselves.
enum StatementReader {
  /// A quick test: false if the key is certainly not that of a statement.
  static func mayState(_ key: String, in field: EvidenceField.Kind) -> Bool {
    field.holdsStatements && !key.isEmpty
      && RuleSet.standard.keys.statementFilter.mayContain(key)
  }

  /// The claim of a field; `nil` if no rule has its key.
  static func claim(of field: EvidenceField) -> Claim? {
    guard mayState(field.key, in: field.kind), field.value.utf8.count < 100,
      let reading = RuleSet.standard.keys.statements[field.key]
    else { return nil }
    let value = DeviceName.clean(field.value, limit: 60)
    switch reading {
    case .model(let weight), .bracketedModel(let weight):
      var bare = Substring(value)
      if bare.hasPrefix("("), bare.hasSuffix(")") { bare = bare.dropFirst().dropLast() }
      while bare.first == "*" { bare = bare.dropFirst() }
      guard isModel(String(bare)) else { return nil }
      if let apple = AppleModels.claim(of: value, isClaim: true) {
        return field.key == "model" ? apple : nil
      }
      return AppleModels.isIdentifier(value) ? nil : .only(model: String(bare), weight: weight)
    case .vendor(let weight):
      guard ValueReading.isMeaningful(value), value.hasLetter, !software.begins(value.lowercased())
      else { return nil }
      let vendor = RuleSet.standard.names.brand(of: value) ?? company(value)
      return .only(vendor: vendor, weight: weight)
    case .appleModel(let isClaim): return AppleModels.claim(of: value, isClaim: isClaim)
    }
  }

  /// A product name with its model number, `P1 meter (HWE-P1)`, and the index of the name's field.
  static func product(in fields: [EvidenceField]) -> (claim: Claim, field: Int)? {
    func field(_ key: String) -> Int? {
      fields.indices.first { index in
        let field = fields[index].kind
        return (field == .json || field == .txt) && fields[index].key == key
          && isModel(fields[index].value)
      }
    }
    // Shelly has the product name under `app`.
    guard fields.indices.contains(where: { productKeys.mayContain(fields[$0].key) }),
      let name = field("productname") ?? field("app"),
      let number = field("producttype") ?? field("model"),
      fields[number].value != fields[name].value
    else { return nil }
    let value = fields[name].value
    let title = fields[name].key == "app" ? shellyName(of: value) : value
    let model = DeviceName.clean("\(title) (\(fields[number].value))", limit: 60)
    return (.only(model: model, weight: 0.96), name)
  }

  private static let productKeys = KeyFilter(["productname", "app"])

  /// `Shelly Plus 2PM` for the application `Plus2PM`, `Shelly 2PM Gen3` for `S2PMG3`.
  private static func shellyName(of application: String) -> String {
    var code = Substring(application)
    var generation = ""
    if let last = code.last, last.isNumber, code.dropLast().hasSuffix("G") {
      generation = " Gen\(last)"
      code = code.dropLast(2)
    }
    if code.hasPrefix("S"), code.dropFirst().first?.isNumber == true { code = code.dropFirst() }
    var name = ""
    for character in code {
      if character.isNumber, name.last?.isLetter == true { name.append(" ") }
      name.append(character)
    }
    return "Shelly \(name)\(generation)"
  }

  private static func isModel(_ value: String) -> Bool {
    guard value.utf8.count > 1, ValueReading.isMeaningful(value), value.hasLetter else {
      return false
    }
    return !generic.begins(value.lowercased())
  }

  /// Libraries' defaults.
  private static let generic = PrefixTable([
    "windows media", "upnp", "internet gateway", "internetgateway", "wan device", "wandevice",
    "wanconnection", "router", "gateway", "lg tv", "media renderer", "mediarenderer", "http",
    "portable sdk", "your", "linux", "freebsd", "miniupnp", "dmr", "generic", "uuid", "urn",
    "debian", "ubuntu", "fedora", "centos", "alpine", "arch linux", "gentoo", "opensuse",
    "raspbian",
    "openwrt router", "ralink", "wps", "wfadevice", "internet radio", "networked device",
  ])
  /// Makers of embedded software.
  private static let software = PrefixTable([
    "miniupnp", "plutinosoft", "linux", "freebsd", "microsoft", "unspecified", "espressif",
    "libupnp", "netatalk", "openwrt", "samba", "ralink", "realtek", "broadcom", "http",
    "debian", "ubuntu", "fedora", "centos", "red hat", "alpine", "arch linux", "gentoo", "opensuse",
    "suse", "raspbian", "slackware", "nixos", "busybox", "gnu", "netbsd", "openbsd", "buildroot",
  ])

  /// A company's name without its legal form.
  static func company(_ name: String) -> String {
    var words = name.split { $0 == " " || $0 == "," }
    while words.count > 1, let last = words.last,
      forms.contains(last.lowercased().filter { $0 != "." })
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  private static let forms: Set<String> = [
    "inc", "ltd", "limited", "gmbh", "co", "corp", "corporation", "company", "llc", "ag", "ab",
    "sa", "bv", "nv", "plc", "ltda", "electronics", "technologies", "kg", "&", "srl", "spa",
  ]
}

/// ASCII prefixes, indexed by their first letter.
struct PrefixTable: Sendable {
  private var byFirst: [[String]] = Array(repeating: [], count: 128)

  init(_ prefixes: [String]) {
    for prefix in prefixes {
      if let first = prefix.utf8.first, first < 0x80 { byFirst[Int(first)].append(prefix) }
    }
  }

  /// Whether the text has one of the prefixes.
  func begins(_ text: String) -> Bool {
    guard let first = text.utf8.first, first < 0x80 else { return false }
    return byFirst[Int(first)].contains { text.hasPrefix($0) }
  }
}
