/// Patterns by what they begin with.
///
/// Two flat tables: patterns that begin with four letters and more by those four, the others by the
/// two bytes that they can begin with. So there are two look-ups at each word of a text, and nearly
/// always nothing to do after them.
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
    private var isTaken: [UInt64] = []
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

    fileprivate func range(at place: Int) -> Range<Int> {
      guard isTaken[place >> 6] >> UInt64(place & 63) & 1 == 1 else { return 0..<0 }
      return Int(starts[place])..<Int(starts[place + 1])
    }
  }

  /// The patterns by their numbers.
  private(set) var patterns: [RulePattern] = []
  /// Those that begin with four letters.
  private(set) var long = Table(places: 1 << 15)
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
    if pattern.mask & 0xFFFF_FFFF_0000_0000 == 0xFFFF_FFFF_0000_0000 {
      long.add(entry, at: Self.longPlace(pattern.beginning))
    } else {
      for opening in pattern.openings {
        short.add(entry, at: Self.shortPlace(UInt64(opening) << 48))
      }
    }
  }

  /// Ends the filing.
  mutating func close() {
    long.close()
    short.close()
  }

  /// Where the long ones are that may begin like those eight bytes.
  func longRange(of window: UInt64) -> Range<Int> { long.range(at: Self.longPlace(window)) }

  /// Where the short ones are.
  func shortRange(of window: UInt64) -> Range<Int> { short.range(at: Self.shortPlace(window)) }

  /// Different letters may share a place; what an entry begins with is compared anyway.
  private static func longPlace(_ window: UInt64) -> Int {
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
    Int((window >> 32) &* 0x9E37_79B1 >> 17 & 0x7FFF)
  }

  private static func shortPlace(_ window: UInt64) -> Int {
    Int(window >> 49 & 0x3F80 | window >> 48 & 0x7F)
  }
}
