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

    /// Reads a name of ASCII alone, whose bytes are its characters; whether it was.
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
        // A mark may follow that changes the letter; a line end is one character of two bytes.
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

/// Rules that are looked up by words, fast: only those that begin with a word's first letter are
/// compared.
struct WordTable<Rule: Sendable>: Sendable {
  private let rules: [Rule]
  private let patterns: [WordPattern]
  /// The second letter of each pattern, 0 where it has none: it sorts out most that don't fit.
  private let seconds: [UInt32]
  private var byFirstASCII: [[Int]] = Array(repeating: [], count: 0x80)
  private var byFirstLetter: [UInt32: [Int]] = [:]

  /// The rules, each found by its words.
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

  /// The rules whose words the name has, in the order of the table.
  func matches(_ name: WordPattern.Text) -> [Rule] { numbers(in: name).map { rules[$0] } }

  /// The first of the rules whose words the name has.
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
