/// A word, or several, that is looked for in names on word boundaries.
///
/// Blanks, dashes and the like don't count, but words must begin and end where a name's words do:
/// `ap` is in `ap-kitchen`, `Kitchen AP` and `AP2`, not in `laptop`; `macbook` is in
/// `Annas-MacBook-Pro` and `MacBook Pro`.
struct WordPattern: Sendable {
  private let letters: [Character]

  /// The pattern with those words.
  init(_ words: String) {
    letters = words.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Whether the name has the words.
  func matches(_ name: Text) -> Bool {
    let count = letters.count
    guard count > 0, name.letters.count >= count else { return false }
    for start in 0...(name.letters.count - count)
    where name.begins[start] && (start + count == name.letters.count || name.begins[start + count])
    {
      if name.letters[start..<start + count].elementsEqual(letters) { return true }
    }
    return false
  }

  /// A name, taken apart once for many patterns.
  struct Text: Sendable {
    /// Its letters and digits in lower case.
    fileprivate private(set) var letters: [Character] = []
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
        for (offset, letter) in character.lowercased().enumerated() {
          letters.append(letter)
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
