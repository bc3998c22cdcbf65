/// Rules for words in names: host names, service names, models.
///
/// ``WordPattern`` matches the words.
struct NameRules: Sendable {
  /// Words, and their claims.
  struct Rule: Sendable {
    var words: String
    var claims: [Claim]
  }

  /// The rules in the order of the files.
  struct Lists: Sendable {
    var products: [Rule] = []
    var kinds: [Rule] = []
    var brands: [Rule] = []
    var endings: [Rule] = []
    var defaults: [Rule] = []

    mutating func add(_ words: [String], _ claims: [Claim], to list: WritableKeyPath<Self, [Rule]>)
    {
      for words in words { self[keyPath: list].append(Rule(words: words, claims: claims)) }
    }
  }

  private let brands: WordTable<Rule>
  private let tables: [WordTable<Rule>]
  private let endings: [Rule]
  private let defaults: [Rule]

  /// Indexes the rules.
  init(_ lists: Lists) {
    brands = WordTable(lists.brands, words: \.words)
    tables = [
      WordTable(lists.products, words: \.words), WordTable(lists.kinds, words: \.words), brands,
    ]
    endings = lists.endings
    defaults = lists.defaults
  }

  /// The claims for a name.
  func claims(of name: String) -> [Claim] {
    let text = WordPattern.Text(name)
    var claims: [Claim] = []
    // The first match of each list counts: `galaxy tab` before `galaxy`.
    for table in tables {
      if let rule = table.first(in: text) { claims += rule.claims }
    }
    if claims.isEmpty { claims += joined(name) }
    for rule in defaults where Self.isSame(name, as: rule.words) { claims += rule.claims }
    return claims
  }

  /// The vendor of a brand named in a text.
  func brand(of text: String) -> String? {
    brands.first(in: WordPattern.Text(text))?.claims.lazy.compactMap(\.vendor).first
  }

  /// The claims of a suffix: some routers turn `Anna’s iPhone` into `annasiphone`.
  private func joined(_ name: String) -> [Claim] {
    guard name.utf8.count > 6 else { return [] }
    let name = name.lowercased()
    return endings.first { name.hasSuffix($0.words) }?.claims ?? []
  }

  /// Compares case-insensitively; `?` in the pattern is any ASCII letter or digit.
  private static func isSame(_ name: String, as pattern: String) -> Bool {
    guard name.utf8.count == pattern.utf8.count else { return false }
    return zip(name.utf8, pattern.utf8).allSatisfy { byte, wanted in
      wanted == UInt8(ascii: "?")
        ? ASCIIKind(byte) != .other : RulePattern.lower(byte) == RulePattern.lower(wanted)
    }
  }
}

/// Words to find in names, on word boundaries.
///
/// Spaces, dashes and the like are ignored, but words must begin and end where a name's words do:
/// `ap` is in `ap-kitchen`, `Kitchen AP` and `AP2`, not in `laptop`; `macbook` is in
/// `Annas-MacBook-Pro` and `MacBook Pro`.
struct WordPattern: Sendable {
  /// What is compared: the words' letters and digits, in lower case.
  let letters: [UInt32]

  init(_ words: String) {
    letters = Text(words).letters
  }

  /// Whether the words are in the name at a position.
  fileprivate func stands(in name: Text, at start: Int) -> Bool {
    let end = start + letters.count
    guard end <= name.letters.count, end == name.letters.count || name.begins[end] else {
      return false
    }
    for (offset, letter) in letters.enumerated() where name.letters[start + offset] != letter {
      return false
    }
    return true
  }

  /// A name, split once for many patterns.
  struct Text: Sendable {
    /// Letters and digits in lower case.
    fileprivate private(set) var letters: [UInt32] = []
    /// Whether a word begins at a letter.
    fileprivate private(set) var begins: [Bool] = []

    /// Reads the first 128 characters.
    init(_ name: String) {
      guard !readASCII(name) else { return }
      (letters, begins) = ([], [])
      let characters = Array(name.prefix(128))
      var previous: Character?
      for (index, character) in characters.enumerated() {
        guard character.isLetter || character.isNumber else {
          previous = nil
          continue
        }
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        let begins = Self.wordBegins(at: character, after: previous, before: next)
        for (offset, letter) in character.lowercased().unicodeScalars.enumerated() {
          letters.append(letter.value)
          self.begins.append(offset == 0 && begins)
        }
        previous = character
      }
    }

    /// Reads an ASCII name; false for others.
    private mutating func readASCII(_ name: String) -> Bool {
      let bytes = name.utf8.prefix(129)
      letters.reserveCapacity(bytes.count)
      begins.reserveCapacity(bytes.count)
      var rest = bytes.makeIterator()
      var previous = ASCIIKind.other
      var byte = rest.next()
      for number in 1...128 {
        guard let current = byte else { break }
        byte = rest.next()
        // A combining mark may follow; CR LF is one character.
        guard current < 0x80, byte ?? 0 < 0x80, current != 0x0D else { return false }
        let kind = ASCIIKind(current)
        let next = number < 128 ? byte.map(ASCIIKind.init) ?? .other : .other
        if kind != .other {
          letters.append(UInt32(kind == .capital ? current | 0x20 : current))
          begins.append(Self.wordBegins(at: kind, after: previous, before: next))
        }
        previous = kind
      }
      return true
    }

    private static func wordBegins(
      at kind: ASCIIKind,
      after previous: ASCIIKind,
      before next: ASCIIKind
    ) -> Bool {
      switch (previous, kind) {
      case (.other, _): true
      case (.digit, .digit): false
      case (.digit, _), (_, .digit): true
      case (_, .small): false
      // `KitchenTV`, and the second word of `TVBox`.
      default: previous == .small || next == .small
      }
    }

    private static func wordBegins(
      at character: Character,
      after previous: Character?,
      before next: Character?
    ) -> Bool {
      guard let previous else { return true }
      if character.isNumber != previous.isNumber { return true }
      guard character.isUppercase else { return false }
      // `KitchenTV`, and the second word of `TVBox`.
      return previous.isLowercase || next?.isLowercase == true
    }
  }
}

/// Rules indexed by the first letter of their words.
struct WordTable<Rule: Sendable>: Sendable {
  private let rules: [Rule]
  private let patterns: [WordPattern]
  /// The second letter of each pattern or 0, to reject most others.
  private let seconds: [UInt32]
  private var byFirstASCII: [[Int]] = Array(repeating: [], count: 0x80)
  private var byFirstLetter: [UInt32: [Int]] = [:]

  init(_ rules: [Rule], words: (Rule) -> String) {
    self.rules = rules
    patterns = rules.map { WordPattern(words($0)) }
    seconds = patterns.map { $0.letters.count > 1 ? $0.letters[1] : 0 }
    for (index, pattern) in patterns.enumerated() {
      guard let first = pattern.letters.first else { continue }
      if first < 0x80 {
        byFirstASCII[Int(first)].append(index)
      } else {
        byFirstLetter[first, default: []].append(index)
      }
    }
  }

  /// The first matching rule.
  func first(in name: WordPattern.Text) -> Rule? { numbers(in: name).first.map { rules[$0] } }

  private func numbers(in name: WordPattern.Text) -> [Int] {
    var found: [Int] = []
    for start in name.letters.indices where name.begins[start] {
      let first = name.letters[start]
      let second = start + 1 < name.letters.count ? name.letters[start + 1] : 0
      for index in first < 0x80 ? byFirstASCII[Int(first)] : byFirstLetter[first] ?? []
      where seconds[index] == 0 || seconds[index] == second {
        if patterns[index].stands(in: name, at: start), !found.contains(index) {
          found.append(index)
        }
      }
    }
    if found.count > 1 { found.sort() }
    return found
  }
}
