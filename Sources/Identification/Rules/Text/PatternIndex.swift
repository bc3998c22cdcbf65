/// Patterns indexed by their first bytes.
///
/// Four flat tables: by eight letters, by four letters, by the two letters after a leading number, and
/// by the first two bytes. Each word of a text takes three look-ups, nearly all without a candidate.
// A class, so that a search retains one object, not each table.
final class PatternIndex: Sendable {
  /// A pattern of a rule.
  struct Entry: Sendable {
    /// The pattern's first eight letters.
    var beginning: LetterWindow
    /// The eight after them: dozens of patterns begin with `manufacturer=`.
    var continuation: LetterWindow
    /// Where a digit must stand, counted from the beginning; 0 for nowhere: `NA#` is not in `name`.
    var digitsAt: UInt8
    /// Bits of the rule's fields.
    var fields: UInt32
    /// The rule's index.
    var rule: Int32
    /// The pattern's index; higher for later rules.
    var pattern: Int32
    /// The length of a pattern that ``beginning`` holds whole; else 0.
    var wordLength: UInt8
    /// Whether it matches only at the start of a field.
    var isAnchored: Bool
    /// Whether the rule has further conditions.
    var isConditional: Bool

    /// Whether the first letters, 16 at most, a digit behind them, and the field match.
    func begins(_ text: RuleText, at start: Int, _ window: UInt64, in field: UInt32) -> Bool {
      beginning.fits(window) && fields & field != 0
        && (continuation.mask == 0
          || continuation.fits(text.window(at: start + LetterWindow.length)))
        && (digitsAt == 0 || RulePattern.isDigit(text.lower[start + Int(digitsAt)]))
    }
  }

  let patterns: [RulePattern]
  /// Patterns of eight or more leading letters.
  let longest: PatternTable
  /// Patterns of four to seven leading letters.
  let long: PatternTable
  /// Patterns of a leading number and letters.
  let numbers: PatternTable
  /// Other patterns.
  let short: PatternTable

  /// By byte, the fields in which a pattern begins with it.
  private let firsts: [UInt32]

  /// Indexes the first condition of each rule.
  init(_ rules: [TextRule]) {
    var patterns: [RulePattern] = []
    var firsts = [UInt32](repeating: 0, count: 256)
    var (longest, long, numbers, short) = (Filing(), Filing(), Filing(), Filing())
    for (number, rule) in rules.enumerated() {
      for pattern in rule.first.patterns {
        let entry = Entry(
          beginning: pattern.beginning,
          continuation: pattern.continuation,
          digitsAt: UInt8(pattern.digitsAt),
          fields: rule.first.fields,
          rule: Int32(number),
          pattern: Int32(patterns.count),
          wordLength: UInt8(pattern.wordLength),
          isAnchored: pattern.isAnchored,
          isConditional: rule.isConditional
        )
        patterns.append(pattern)
        for opening in pattern.openings { firsts[Int(opening >> 8)] |= rule.first.fields }
        if pattern.beginning.mask == .max {
          longest.append((Self.longestPlace(pattern.beginning.letters), entry))
        } else if pattern.beginning.mask >> 32 == 0xFFFF_FFFF {
          long.append((Self.longPlace(pattern.beginning.letters), entry))
        } else if let first = pattern.afterDigits.first {
          // Behind a single letter anything may stand.
          let seconds = pattern.afterDigits.dropFirst().first.map { [$0] } ?? Array(0...0x7F)
          numbers += seconds.map {
            (Self.shortPlace(UInt64(first) << 56 | UInt64($0) << 48), entry)
          }
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

  /// Whether a pattern may begin with that byte in that field.
  func mayBegin(with byte: UInt8, in field: UInt32) -> Bool { firsts[Int(byte)] & field != 0 }

  private typealias Filing = [(place: Int, entry: Entry)]

  /// Large, so that most places are empty.
  private static let longBits: UInt64 = 16

  /// Collisions are resolved by ``Entry/begins(_:at:_:in:)``.
  static func longPlace(_ window: UInt64) -> Int { longestPlace(window >> 32) }

  static func longestPlace(_ window: UInt64) -> Int {
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
    Int((window &* 0x9E37_79B9_7F4A_7C15) >> (64 - longBits))
  }

  static func shortPlace(_ window: UInt64) -> Int {
    Int(window >> 49 & 0x3F80 | window >> 48 & 0x7F)
  }
}

/// A hash table of pattern entries; those of one place in the order of patterns.
struct PatternTable: Sendable {
  private let entries: [PatternIndex.Entry]
  /// The first entry of each group of places.
  private let starts: [Int32]
  /// A bit for each place with entries; small enough for the cache.
  private let isTaken: [UInt64]
  /// Places per group, as a power of two; groups keep ``starts`` small.
  private let groupBits: Int

  /// The number of places is a multiple of 64.
  init(_ filed: [(place: Int, entry: PatternIndex.Entry)], places: Int, groupBits: Int = 0) {
    self.groupBits = groupBits
    let sorted = filed.sorted { ($0.place, $0.entry.pattern) < ($1.place, $1.entry.pattern) }
    entries = sorted.map(\.entry)
    let groups = places >> groupBits
    var starts = [Int32](repeating: 0, count: groups + 1)
    var isTaken = [UInt64](repeating: 0, count: places / 64)
    for (place, _) in sorted {
      starts[place >> groupBits + 1] += 1
      isTaken[place >> 6] |= 1 << UInt64(place & 63)
    }
    for group in 0..<groups { starts[group + 1] += starts[group] }
    self.starts = starts
    self.isTaken = isTaken
  }

  /// Appends the place's entries whose first letters and field match.
  @inline(__always)
  func gather(
    at place: Int,
    _ text: RuleText,
    from start: Int,
    _ window: UInt64,
    in field: UInt32,
    into candidates: inout [PatternIndex.Entry]
  ) {
    guard isTaken[place >> 6] >> UInt64(place & 63) & 1 == 1 else { return }
    let group = place >> groupBits
    for position in Int(starts[group])..<Int(starts[group + 1])
    where entries[position].begins(text, at: start, window, in: field) {
      candidates.append(entries[position])
    }
  }
}
