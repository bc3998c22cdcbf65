/// Patterns by what they begin with.
///
/// Flat tables: patterns that begin with eight letters by those eight, others that begin with four by
/// those four, patterns that begin with a number by the two letters after it, the rest by the two bytes
/// that they can begin with. So there are three look-ups at each word of a text, and nearly always
/// nothing to do after them.
struct PatternIndex: Sendable {
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

    /// Whether the text may begin so.
    func begins(_ window: UInt64) -> Bool { (window ^ beginning) & mask == 0 }
  }

  /// Entries by a number made of what they begin with; those of one number in the order of filing.
  struct Table: Sendable {
    private(set) var entries: [Entry] = []
    private var starts: [Int32] = []
    /// A bit for each place that has entries: small enough to stay near the processor.
    private(set) var isTaken: [UInt64] = []
    private var filed: [[Entry]]

    fileprivate init(places: Int) { filed = Array(repeating: [], count: places) }

    fileprivate mutating func add(_ entry: Entry, at place: Int) {
      if filed[place].last?.pattern != entry.pattern { filed[place].append(entry) }
    }

    fileprivate mutating func close() {
      starts = [0]
      isTaken = Array(repeating: 0, count: filed.count / 64)
      for (place, group) in filed.enumerated() {
        if !group.isEmpty { isTaken[place >> 6] |= 1 << UInt64(place & 63) }
        entries += group
        starts.append(Int32(entries.count))
      }
      filed = []
    }

    func range(at place: Int) -> Range<Int> {
      Int(starts[place])..<Int(starts[place + 1])
    }
  }

  /// The patterns by their numbers.
  private(set) var patterns: [RulePattern] = []
  /// Those that begin with eight letters.
  private(set) var longest = Table(places: 1 << 14)
  /// Those that begin with four letters, or up to seven.
  private(set) var long = Table(places: 1 << 14)
  /// Those that begin with a number and go on with letters.
  private(set) var numbers = Table(places: 1 << 14)
  /// The others.
  private(set) var short = Table(places: 1 << 14)

  /// Files a pattern of a rule, in those fields.
  mutating func add(_ pattern: RulePattern, of rule: Int, in fields: UInt32) {
    let entry = Entry(
      beginning: pattern.beginning,
      mask: pattern.mask,
      fields: fields,
      rule: Int32(rule),
      pattern: Int32(patterns.count),
      wordLength: UInt8(pattern.wordLength),
      isAnchored: pattern.isAnchored
    )
    patterns.append(pattern)
    if pattern.mask == .max {
      longest.add(entry, at: Self.longestPlace(pattern.beginning))
    } else if pattern.mask & 0xFFFF_FFFF_0000_0000 == 0xFFFF_FFFF_0000_0000 {
      long.add(entry, at: Self.longPlace(pattern.beginning))
    } else if pattern.afterDigits.count > 1 {
      let pair = pattern.afterDigits.prefix(2).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      numbers.add(entry, at: Self.shortPlace(pair << 48))
    } else {
      for opening in pattern.openings {
        short.add(entry, at: Self.shortPlace(UInt64(opening) << 48))
      }
    }
  }

  /// Ends the filing.
  mutating func close() {
    longest.close()
    long.close()
    numbers.close()
    short.close()
  }

  /// Different letters may share a place; what an entry begins with is compared anyway.
  static func longPlace(_ window: UInt64) -> Int {
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
    Int(((window >> 32) &* 0x9E37_79B9_7F4A_7C15) >> 50)
  }

  static func longestPlace(_ window: UInt64) -> Int {
    Int((window &* 0x9E37_79B9_7F4A_7C15) >> 50)
  }

  static func shortPlace(_ window: UInt64) -> Int {
    Int(window >> 49 & 0x3F80 | window >> 48 & 0x7F)
  }
}
