/// What the maker of a network interface says about the device.
///
/// A maker that makes one kind of thing says what it is; one that makes modules for others says
/// nothing, not even whose the device is.
struct MakerRules: Sendable {
  /// Makers of whole devices, by the words with which their names begin.
  private var makers: [String: [Claim]] = [:]
  /// Makers of modules; those that sell devices too, of one kind, claim it.
  private var modules: [String: [Claim]] = [:]

  /// How much the name of a maker says that no rule knows.
  private static let unknownMakerWeight = 0.72

  /// Adds makers of whole devices; `<>` in a vendor stands for the name.
  mutating func addMakers(_ names: [String], _ claims: [Claim]) {
    for name in names { makers[Self.key(of: name)] = Self.claims(claims, naming: name) }
  }

  /// Adds makers of modules.
  mutating func addModules(_ names: [String], _ claims: [Claim]) {
    for name in names { modules[Self.key(of: name)] = Self.claims(claims, naming: name) }
  }

  private static func claims(_ claims: [Claim], naming name: String) -> [Claim] {
    claims.map { claim in
      var claim = claim
      claim.vendor = claim.vendor?.replacingPlaceholder(with: name)
      return claim
    }
  }

  /// Towns and provinces before the names of companies.
  private static let towns: Set<Substring> = [
    "beijing", "hangzhou", "shenzhen", "zhejiang", "xiamen", "qingdao", "shanghai", "guangdong",
    "guangzhou", "chengdu", "suzhou", "nanjing", "wuhan", "tianjin", "dongguan", "gd", "ningbo",
    "zhuhai", "huizhou", "hefei",
  ]

  private static func words(of name: String) -> [Substring] {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let bare = Array(words.drop { towns.contains($0) })
    return bare.isEmpty ? words : bare
  }

  private static func key(of name: String) -> String { words(of: name).joined(separator: " ") }

  /// What the table has for the words with which the name begins, the longest first.
  private static func entry(
    for words: [Substring],
    in table: [String: [Claim]]
  ) -> [Claim]? {
    for count in stride(from: min(words.count, 4), to: 0, by: -1) {
      if let found = table[words[..<count].joined(separator: " ")] { return found }
    }
    return nil
  }

  /// Whether the maker's interfaces are found in others' devices.
  func isModuleMaker(_ vendor: String) -> Bool {
    Self.entry(for: Self.words(of: vendor), in: modules) != nil
  }

  /// What the maker of the interface means.
  func claims(of vendor: String) -> [Claim] {
    let words = Self.words(of: vendor)
    return Self.entry(for: words, in: modules) ?? Self.entry(for: words, in: makers)
      ?? [.only(vendor: vendor, weight: Self.unknownMakerWeight)]
  }
}
