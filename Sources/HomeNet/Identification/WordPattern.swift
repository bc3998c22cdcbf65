/// A word, or several, that is looked for in names on word boundaries.
///
/// Blanks, dashes and the like don't count, but words must begin and end where a name's words do:
/// `ap` is in `ap-kitchen`, `Kitchen AP` and `AP2`, not in `laptop`; `macbook` is in
/// `Annas-MacBook-Pro` and `MacBook Pro`.
struct WordPattern: Sendable {
  fileprivate let letters: [UInt32]

  /// The pattern with those words.
  init(_ words: String) {
    letters = Text(words).letters
  }

  /// Whether the words stand in the name at that letter.
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

  /// A name, taken apart once for many patterns.
  struct Text: Sendable {
    /// Its letters and digits in lower case.
    fileprivate private(set) var letters: [UInt32] = []
    /// Whether a word begins at a letter.
    fileprivate private(set) var begins: [Bool] = []

    /// The name; only its first 128 characters count.
    init(_ name: String) {
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

/// Rules that are looked up by words, fast: only those that begin with a word's first letter are
/// compared.
struct WordTable<Rule: Sendable>: Sendable {
  private let rules: [Rule]
  private let patterns: [WordPattern]
  private var byFirstLetter: [UInt32: [Int]] = [:]

  /// The rules, each found by its words.
  init(_ rules: [Rule], words: (Rule) -> String) {
    self.rules = rules
    patterns = rules.map { WordPattern(words($0)) }
    for (index, pattern) in patterns.enumerated() {
      guard let first = pattern.letters.first else { continue }
      byFirstLetter[first, default: []].append(index)
    }
  }

  /// The rules whose words the name has, in the order of the table.
  func matches(_ name: WordPattern.Text) -> [Rule] {
    var found: Set<Int> = []
    for start in name.letters.indices where name.begins[start] {
      for index in byFirstLetter[name.letters[start]] ?? []
      where patterns[index].stands(in: name, at: start) {
        found.insert(index)
      }
    }
    return found.sorted().map { rules[$0] }
  }
}
