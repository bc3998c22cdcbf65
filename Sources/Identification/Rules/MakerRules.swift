/// Claims from the vendor of a MAC address.
///
/// A maker of one kind of device implies the category; a maker of network modules implies nothing.
struct MakerRules: Sendable {
  /// Makers of devices, by the first words of their names.
  private var makers: [String: [Claim]] = [:]
  /// Makers of modules; claims only if they also sell one kind of device.
  private var modules: [String: [Claim]] = [:]

  /// The weight of a vendor without a rule.
  private static let unknownMakerWeight = 0.72

  /// Adds makers of devices; `<>` in a vendor stands for the name.
  mutating func addMakers(_ names: [String], _ claims: [Claim]) throws(RuleError.Reason) {
    for name in names { makers[try Self.ruleKey(of: name)] = Self.claims(claims, naming: name) }
  }

  /// Adds makers of modules.
  mutating func addModules(_ names: [String], _ claims: [Claim]) throws(RuleError.Reason) {
    for name in names { modules[try Self.ruleKey(of: name)] = Self.claims(claims, naming: name) }
  }

  private static func claims(_ claims: [Claim], naming name: String) -> [Claim] {
    claims.map { claim in
      var claim = claim
      claim.vendor = claim.vendor?.replacingPlaceholder(with: name)
      return claim
    }
  }

  /// Places before company names.
  private static let towns: Set<Substring> = [
    "beijing", "hangzhou", "shenzhen", "zhejiang", "xiamen", "qingdao", "shanghai", "guangdong",
    "guangzhou", "chengdu", "suzhou", "nanjing", "wuhan", "tianjin", "dongguan", "gd", "ningbo",
    "zhuhai", "huizhou", "hefei",
  ]

  private static func words(of name: String) -> [Substring] {
    let name = name.lowercased()
    // Testing bytes is faster.
    let words =
      name.utf8.allSatisfy { $0 < 0x80 }
      ? name.utf8.split { ASCIIKind($0) == .other }.map { Substring($0) }
      : name.split { !$0.isLetter && !$0.isNumber }
    let bare = Array(words.drop { towns.contains($0) })
    return bare.isEmpty ? words : bare
  }

  /// The name as it is compared.
  static func key(of name: String) -> String { words(of: name).joined(separator: " ") }

  /// The most words of a name that are compared.
  private static let wordLimit = 4

  /// The key of a name in a rule; a longer one than is ever looked up is refused.
  private static func ruleKey(of name: String) throws(RuleError.Reason) -> String {
    let words = words(of: name)
    guard !words.isEmpty else { throw .badText(name) }
    guard words.count <= wordLimit else {
      let compared = words.prefix(wordLimit).joined(separator: " ")
      throw .tooManyWords(name, compared: compared)
    }
    return words.joined(separator: " ")
  }

  /// The entry for the longest prefix of the words, up to the limit.
  private static func entry(
    for words: [Substring],
    in table: [String: [Claim]]
  ) -> [Claim]? {
    for count in stride(from: min(words.count, wordLimit), to: 0, by: -1) {
      if let found = table[words[..<count].joined(separator: " ")] { return found }
    }
    return nil
  }

  /// Whether the vendor makes modules for other makers' devices.
  func isModuleMaker(_ vendor: String) -> Bool {
    Self.entry(for: Self.words(of: vendor), in: modules) != nil
  }

  /// The claims for a vendor: by what people call it, or else by its registered name, which says
  /// more of some (`Lenbrook Industries` is Bluesound, whose parts are registered by it).
  func claims(of vendor: VendorName) -> [Claim] {
    claims(of: vendor.brand) ?? claims(of: vendor.registered)
      ?? [.only(vendor: vendor.brand, weight: Self.unknownMakerWeight)]
  }

  private func claims(of name: String) -> [Claim]? {
    let words = Self.words(of: name)
    return Self.entry(for: words, in: modules) ?? Self.entry(for: words, in: makers)
  }
}
