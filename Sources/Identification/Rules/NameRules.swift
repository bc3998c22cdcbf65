/// What words in names say: host names, names of services, models.
///
/// A word counts only where it stands as a word, see ``WordPattern``.
struct NameRules: Sendable {
  /// Words, and what they mean.
  struct Rule: Sendable {
    var words: String
    var claims: [Claim]
  }

  /// The rules as they are written.
  struct Lists: Sendable {
    var products: [Rule] = []
    var kinds: [Rule] = []
    var brands: [Rule] = []
    var endings: [Rule] = []
    var defaults: [Rule] = []

    /// Adds words to a list.
    mutating func add(_ words: [String], _ claims: [Claim], to list: WritableKeyPath<Self, [Rule]>)
    {
      for words in words { self[keyPath: list].append(Rule(words: words, claims: claims)) }
    }
  }

  private let brands: WordTable<Rule>
  private let tables: [WordTable<Rule>]
  private let endings: [Rule]
  private let defaults: [Rule]

  /// Files the rules by their first letters.
  init(_ lists: Lists) {
    brands = WordTable(lists.brands, words: \.words)
    tables = [
      WordTable(lists.products, words: \.words), WordTable(lists.kinds, words: \.words), brands,
    ]
    endings = lists.endings
    defaults = lists.defaults
  }

  /// What the words in the name mean.
  func claims(of name: String) -> [Claim] {
    let text = WordPattern.Text(name)
    var claims: [Claim] = []
    // In each list the first that fits speaks: `galaxy tab` before `galaxy`.
    for table in tables {
      if let rule = table.first(in: text) { claims += rule.claims }
    }
    if claims.isEmpty { claims += joined(name) }
    for rule in defaults where Self.isSame(name, as: rule.words) { claims += rule.claims }
    return claims
  }

  /// The maker named in a text, as it calls itself.
  func brand(of text: String) -> String? {
    brands.first(in: WordPattern.Text(text))?.claims.lazy.compactMap(\.vendor).first
  }

  /// `annasiphone`: what some routers make of `Anna’s iPhone`, whose words have no ends then.
  private func joined(_ name: String) -> [Claim] {
    guard name.utf8.count > 6 else { return [] }
    let name = name.lowercased()
    return endings.first { name.hasSuffix($0.words) }?.claims ?? []
  }

  /// Whether the name is the pattern, whatever the case, where `?` is a letter or a digit of ASCII.
  private static func isSame(_ name: String, as pattern: String) -> Bool {
    guard name.utf8.count == pattern.utf8.count else { return false }
    return zip(name.utf8, pattern.utf8).allSatisfy { byte, wanted in
      wanted == UInt8(ascii: "?")
        ? ASCIIKind(byte) != .other : RulePattern.lower(byte) == RulePattern.lower(wanted)
    }
  }
}
