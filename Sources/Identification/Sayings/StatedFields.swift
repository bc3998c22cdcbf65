/// What keys mean in the descriptions that devices give of themselves, whoever made them.
enum StatedFields {
  /// Keys that hold the model, and how telling they are; folded as ``Saying/key``.
  private static let models: [String: Double] = [
    "modelname": 0.86, "productname": 0.86, "devicemodel": 0.86, "manualmodelname": 0.86,
    "boxmodelname": 0.9, "model": 0.84, "usbmdl": 0.75, "mod": 0.9, "modelid": 0.75,
    "modulename": 0.84, "unitname": 0.84, "md": 0.8, "mn": 0.6, "rmodel": 0.3, "product": 0.74,
    "productid": 0.72, "producttype": 0.7, "ty": 0.9, "mdl": 0.86, "modelnumber": 0.7,
    "prodname": 0.8, "hwmodel": 0.7, "boardname": 0.6, "devicename": 0.4, "dn": 0.2,
    "devmodel": 0.9,
    "modeldisplayname": 0.88, "sku": 0.6, "devicetypename": 0.6, "hardwaremodel": 0.8,
  ]
  /// Keys that hold the maker.
  private static let vendors: [String: Double] = [
    "manufacturer": 0.86, "vendorname": 0.95, "vendor": 0.7, "brand": 0.84, "usbmfg": 0.9,
    "mfg": 0.9, "vn": 0.7, "brandname": 0.84, "oem": 0.4, "cn": 0.2,
  ]
  private static let keys = KeyFilter(Array(models.keys) + Array(vendors.keys))

  /// Tells at once, of nearly all sayings that state nothing, that they don't.
  static func mayState(_ key: String, in field: Saying.Field) -> Bool {
    field.holdsStatements && !key.isEmpty && keys.mayContain(key)
  }

  /// What the saying states; `nil` where its key is none of these.
  static func meaning(of saying: Saying) -> Meaning? {
    guard mayState(saying.key, in: saying.field), saying.value.utf8.count < 100 else { return nil }
    let value = DeviceName.clean(saying.value, limit: 60)
    if let weight = models[saying.key] {
      var bare = Substring(value)
      if bare.hasPrefix("("), bare.hasSuffix(")") { bare = bare.dropFirst().dropLast() }
      while bare.first == "*" { bare = bare.dropFirst() }
      guard isModel(String(bare)) else { return nil }
      if let apple = AppleModels.meaning(of: value, isClaim: true) {
        return saying.key == "model" ? apple : nil
      }
      return AppleModels.isIdentifier(value) ? nil : .only(model: String(bare), weight: weight)
    }
    if let weight = vendors[saying.key], TXTRules.isTelling(value),
      value.hasLetter
    {
      if software.begins(value.lowercased()) { return nil }
      return .only(vendor: NameRules.brand(of: value) ?? company(value), weight: weight)
    }
    return nil
  }

  /// The name of a product with its number beside: `P1 meter (HWE-P1)`.
  ///
  /// With the number of the saying that has the name.
  static func product(in sayings: [Saying]) -> (meaning: Meaning, saying: Int)? {
    func saying(_ key: String) -> Int? {
      sayings.indices.first { index in
        let field = sayings[index].field
        return (field == .json || field == .txt) && sayings[index].key == key
          && isModel(sayings[index].value)
      }
    }
    // Shelly calls the name of the product its application.
    guard sayings.indices.contains(where: { productKeys.mayContain(sayings[$0].key) }),
      let name = saying("productname") ?? saying("app"),
      let number = saying("producttype") ?? saying("model"),
      sayings[number].value != sayings[name].value
    else { return nil }
    let value = sayings[name].value
    let title = sayings[name].key == "app" ? shellyName(of: value) : value
    let model = DeviceName.clean("\(title) (\(sayings[number].value))", limit: 60)
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
    guard value.utf8.count > 1, TXTRules.isTelling(value), value.hasLetter else { return false }
    return !generic.begins(value.lowercased())
  }

  /// What libraries say that makers leave as it is.
  private static let generic = PrefixTable([
    "windows media", "upnp", "internet gateway", "internetgateway", "wan device", "wandevice",
    "wanconnection", "router", "gateway", "lg tv", "media renderer", "mediarenderer", "http",
    "portable sdk", "your", "linux", "freebsd", "miniupnp", "dmr", "generic", "uuid", "urn",
    "debian", "ubuntu", "fedora", "centos", "alpine", "arch linux", "gentoo", "opensuse",
    "raspbian",
    "openwrt router", "ralink", "wps", "wfadevice", "internet radio", "networked device",
  ])
  /// Makers of software inside, not of devices.
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
