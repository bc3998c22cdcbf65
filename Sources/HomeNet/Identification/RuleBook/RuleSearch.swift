/// Finds the rules that fit a device's sayings.
struct RuleSearch {
  /// What was found.
  private(set) var findings: [RuleBook.Finding] = []

  private let sayings: [Saying]
  private let text: RuleText
  private let rules: [Rule]
  private let index: PatternIndex
  /// What a rule asks beside is asked of all sayings together: one answer serves them all.
  private var answers: [Int: Bool] = [:]
  /// The patterns that begin as the text does at the place looked at.
  private var candidates: [PatternIndex.Entry] = []
  /// The rule that fitted last in the line.
  private var last: Int32 = -1

  /// Looks in those sayings.
  init(_ sayings: [Saying], _ rules: [Rule], _ index: PatternIndex) {
    self.sayings = sayings
    self.rules = rules
    self.index = index
    text = RuleText(sayings)
    search()
  }

  private mutating func search() {
    var number = -1
    var line = 0..<0
    var bit: UInt32 = 0
    // Held here, so that looking at them counts no references.
    let text = text
    let (longest, long) = (index.longest.isTaken, index.long.isTaken)
    let short = index.short.isTaken
    for start in text.starts {
      let start = Int(start)
      // A pattern has two bytes at least; the last place of a line is no beginning.
      while start >= line.upperBound, number + 1 < text.lines.count {
        number += 1
        line = text.lines[number]
        bit = sayings[number].field.bit
        last = -1
      }
      guard start < line.upperBound - 1 else { continue }
      let window = text.window(at: start)
      if RulePattern.isDigit(UInt8(truncatingIfNeeded: window >> 56)) {
        var end = start + 1
        while RulePattern.isDigit(text.lower[end]) { end += 1 }
        let place = PatternIndex.shortPlace(text.window(at: end))
        if Self.isTaken(place, index.numbers.isTaken) {
          let numbers = index.numbers.range(at: place)
          consider(window, bit, start, line, number, after: numbers)
          continue
        }
      }
      guard
        Self.isTaken(PatternIndex.longPlace(window), long)
          || Self.isTaken(PatternIndex.longestPlace(window), longest)
          || Self.isTaken(PatternIndex.shortPlace(window), short)
      else { continue }
      consider(window, bit, start, line, number, after: 0..<0)
    }
  }

  private static func isTaken(_ place: Int, _ places: [UInt64]) -> Bool {
    places[place >> 6] >> UInt64(place & 63) & 1 == 1
  }

  /// Compares the entries of all tables, in the order of their patterns.
  private mutating func consider(
    _ window: UInt64,
    _ bit: UInt32,
    _ start: Int,
    _ line: Range<Int>,
    _ number: Int,
    after numbers: Range<Int>
  ) {
    candidates.removeAll(keepingCapacity: true)
    let longest = index.longest.range(at: PatternIndex.longestPlace(window))
    let long = index.long.range(at: PatternIndex.longPlace(window))
    let short = index.short.range(at: PatternIndex.shortPlace(window))
    if !longest.isEmpty { Self.gather(index.longest.entries, longest, window, bit, &candidates) }
    if !long.isEmpty { Self.gather(index.long.entries, long, window, bit, &candidates) }
    if !numbers.isEmpty { Self.gather(index.numbers.entries, numbers, window, bit, &candidates) }
    if !short.isEmpty { Self.gather(index.short.entries, short, window, bit, &candidates) }
    if candidates.count > 1 { candidates.sort { $0.pattern < $1.pattern } }
    for entry in candidates where entry.rule != last {
      guard !entry.isAnchored || start == line.lowerBound,
        let kept = kept(by: entry, at: start, line), holds(Int(entry.rule))
      else { continue }
      last = entry.rule
      let meaning = rules[Int(entry.rule)].meaning(keeping: kept.isEmpty ? nil : text[kept])
      findings.append(RuleBook.Finding(meaning: meaning, saying: number))
    }
  }

  /// Adds those of a table's entries that begin so and may stand in the field.
  private static func gather(
    _ entries: [PatternIndex.Entry],
    _ range: Range<Int>,
    _ window: UInt64,
    _ bit: UInt32,
    _ candidates: inout [PatternIndex.Entry]
  ) {
    let entries = entries.span
    for position in range {
      let entry = entries[position]
      if entry.begins(window), entry.fields & bit != 0 { candidates.append(entry) }
    }
  }

  /// What the pattern keeps, which begins as the text does there; `nil` where it doesn't fit.
  private func kept(
    by entry: PatternIndex.Entry,
    at start: Int,
    _ line: Range<Int>
  ) -> Range<Int>? {
    // A word has been compared whole; it has to end there.
    if entry.wordLength > 0 {
      return text.isBoundary(start + Int(entry.wordLength)) ? start..<start : nil
    }
    return index.patterns[Int(entry.pattern)].match(text, at: start, line: line)
  }

  /// Whether the rule's further conditions hold.
  private mutating func holds(_ rule: Int) -> Bool {
    guard rules[rule].isConditional else { return true }
    if let known = answers[rule] { return known }
    let holds = rules[rule].holds(sayings, text)
    answers[rule] = holds
    return holds
  }
}
