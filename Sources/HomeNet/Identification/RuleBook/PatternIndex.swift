/// Patterns by the two bytes that they can begin with.
///
/// A flat table: one look-up at each word of a text, and nothing to do where no pattern begins so.
struct PatternIndex: Sendable {
  /// A pattern of a rule.
  struct Entry: Sendable {
    /// The fields that the rule looks in.
    var fields: UInt32
    /// The rule's number.
    var rule: Int32
    /// The number of the pattern.
    var pattern: Int32
    /// What the eight bytes must be where the pattern begins, as far as the mask goes: it sorts out
    /// nearly all that don't fit.
    var beginning: UInt64
    var mask: UInt64
  }

  /// The patterns by their numbers.
  private(set) var patterns: [RulePattern] = []
  /// All entries; those of one pair of bytes stand together, in the order they were filed.
  private(set) var entries: [Entry] = []
  /// Where those of each pair begin.
  private var starts: [Int32] = []
  private var filed: [[Entry]] = Array(repeating: [], count: 1 << 14)

  /// Files a pattern of a rule, in those fields.
  mutating func add(_ pattern: RulePattern, of rule: Int, in fields: UInt32) {
    let entry = Entry(
      fields: fields,
      rule: Int32(rule),
      pattern: Int32(patterns.count),
      beginning: pattern.beginning,
      mask: pattern.mask
    )
    patterns.append(pattern)
    for opening in pattern.openings {
      let place = Self.place(UInt8(opening >> 8), UInt8(opening & 0xFF))
      if filed[place].last?.pattern != entry.pattern { filed[place].append(entry) }
    }
  }

  /// Ends the filing.
  mutating func close() {
    starts = [0]
    for group in filed {
      entries += group
      starts.append(Int32(entries.count))
    }
    filed = []
  }

  /// Where the entries are that begin like those eight bytes.
  func range(of window: UInt64) -> Range<Int> {
    let place = Self.place(
      UInt8(truncatingIfNeeded: window >> 56),
      UInt8(truncatingIfNeeded: window >> 48)
    )
    return Int(starts[place])..<Int(starts[place + 1])
  }

  /// Pairs that differ beyond ASCII may share a place: the pattern itself is compared anyway.
  private static func place(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first & 0x7F) << 7 | Int(second & 0x7F)
  }
}
