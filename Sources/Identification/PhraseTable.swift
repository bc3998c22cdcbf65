/// Phrases of ASCII in lower case, looked for anywhere in a text, all of them in one walk.
struct PhraseTable<Rule: Sendable>: Sendable {
  private let rules: [Rule]
  private let phrases: [String]
  private let bytes: [[UInt8]]
  /// The numbers of the phrases that begin with a byte.
  private var byFirst: [[Int]] = Array(repeating: [], count: 128)

  /// The rules, each found by its phrase.
  init(_ rules: [Rule], phrase: (Rule) -> String) {
    self.rules = rules
    phrases = rules.map(phrase)
    bytes = phrases.map { Array($0.utf8) }
    for (number, phrase) in phrases.enumerated() {
      guard let first = phrase.utf8.first, first < 0x80 else { continue }
      byFirst[Int(first)].append(number)
    }
  }

  /// The rules whose phrase the text holds, whatever its case, in the order of the table.
  func matches(_ text: String) -> [Rule] {
    let folded = text.lowercased()
    // Beyond ASCII marks may join a phrase's last letter, and make it another.
    guard folded.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else {
      return phrases.indices.filter { folded.contains(phrases[$0]) }.map { rules[$0] }
    }
    var found: [Int] = []
    let text = Array(folded.utf8)
    for start in text.indices {
      for number in byFirst[Int(text[start])]
      where stands(number, in: text, at: start) && !found.contains(number) {
        found.append(number)
      }
    }
    return found.sorted().map { rules[$0] }
  }

  private func stands(_ number: Int, in text: [UInt8], at start: Int) -> Bool {
    let count = bytes[number].count
    guard text.count - start >= count else { return false }
    for offset in 0..<count where text[start + offset] != bytes[number][offset] { return false }
    return true
  }
}
