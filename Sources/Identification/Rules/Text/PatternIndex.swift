/// Patterns by what they begin with.
///
/// Flat tables: patterns that begin with eight letters by those eight, others that begin with four by
/// those four, patterns that begin with a number by the two letters after it, the rest by the two bytes
/// that they can begin with. So there are three look-ups at each word of a text, and nearly always
/// nothing to do after them.
// A class, so that a search shares the tables without counting references to each.
final class PatternIndex: Sendable {
  /// A pattern of a rule.
  struct Entry: Sendable {
    /// What the eight bytes must be where the pattern begins, as far as the mask goes.
    var beginning: UInt64
    var mask: UInt64
    /// The fields that the rule looks in.
    var fields: UInt32
    /// The rule's number.
    var rule: Int32
    /// The pattern's own number; patterns of later rules have higher ones.
    var pattern: Int32
    /// How long the pattern is, where it is one word that ``beginning`` holds whole; else 0.
    var wordLength: UInt8
    /// Whether it stands only where the text begins.
    var isAnchored: Bool
    /// Whether the rule has further conditions.
    var isConditional: Bool

    /// Whether the text may begin so, in that field.
    func begins(_ window: UInt64, in field: UInt32) -> Bool {
      (window ^ beginning) & mask == 0 && fields & field != 0
    }
  }

  /// The patterns by their numbers.
  let patterns: [RulePattern]
  /// Those that begin with eight letters.
  let longest: PatternTable
  /// Those that begin with four letters, or up to seven.
  let long: PatternTable
  /// Those that begin with a number and go on with letters.
  let numbers: PatternTable
  /// The others.
  let short: PatternTable

  /// Whether a pattern begins with the byte: few do with a mark, and texts are full of them.
  private let firsts: [Bool]

  /// Files all patterns by which the rules are found.
  init(_ rules: [TextRule]) {
    var patterns: [RulePattern] = []
    var firsts = [Bool](repeating: false, count: 256)
    var (longest, long, numbers, short) = (Filing(), Filing(), Filing(), Filing())
    for (number, rule) in rules.enumerated() {
      for pattern in rule.first.patterns {
        let entry = Entry(
          beginning: pattern.beginning,
          mask: pattern.mask,
          fields: rule.first.fields,
          rule: Int32(number),
          pattern: Int32(patterns.count),
          wordLength: UInt8(pattern.wordLength),
          isAnchored: pattern.isAnchored,
          isConditional: rule.isConditional
        )
        patterns.append(pattern)
        for opening in pattern.openings { firsts[Int(opening >> 8)] = true }
        if pattern.mask == .max {
          longest.append((Self.longestPlace(pattern.beginning), entry))
        } else if pattern.mask >> 32 == 0xFFFF_FFFF {
          long.append((Self.longPlace(pattern.beginning), entry))
        } else if pattern.afterDigits.count > 1 {
          let pair = pattern.afterDigits.prefix(2).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          numbers.append((Self.shortPlace(pair << 48), entry))
        } else {
          let places = Set(pattern.openings.map { Self.shortPlace(UInt64($0) << 48) })
          short += places.map { ($0, entry) }
        }
      }
    }
    self.patterns = patterns
    self.firsts = firsts
    self.longest = PatternTable(longest, places: 1 << Self.longBits, groupBits: 4)
    self.long = PatternTable(long, places: 1 << Self.longBits, groupBits: 4)
    self.numbers = PatternTable(numbers, places: 1 << 14)
    self.short = PatternTable(short, places: 1 << 14)
  }

  /// Whether a pattern may begin with that byte.
  func mayBegin(with byte: UInt8) -> Bool { firsts[Int(byte)] }

  private typealias Filing = [(place: Int, entry: Entry)]

  /// Of so many places nearly all are empty: few words have to be compared with anything.
  private static let longBits: UInt64 = 16

  /// Different letters may share a place; what an entry begins with is compared anyway.
  static func longPlace(_ window: UInt64) -> Int { longestPlace(window >> 32) }

  static func longestPlace(_ window: UInt64) -> Int {
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
    Int((window &* 0x9E37_79B9_7F4A_7C15) >> (64 - longBits))
  }

  static func shortPlace(_ window: UInt64) -> Int {
    Int(window >> 49 & 0x3F80 | window >> 48 & 0x7F)
  }
}
