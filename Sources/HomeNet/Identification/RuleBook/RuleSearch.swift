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
      let long = index.longRange(of: window)
      let short = index.shortRange(of: window)
      if !long.isEmpty || !short.isEmpty {
        consider(long, short, window, bit, start, line, number)
      }
    }
  }

  /// Compares the entries of both tables, in the order of their patterns.
  private mutating func consider(
    _ long: Range<Int>,
    _ short: Range<Int>,
    _ window: UInt64,
    _ bit: UInt32,
    _ start: Int,
    _ line: Range<Int>,
    _ number: Int
  ) {
    var (long, short) = (long, short)
    while !long.isEmpty || !short.isEmpty {
      let isLong =
        short.isEmpty
        || (!long.isEmpty
          && index.long.entries[long.lowerBound].pattern
            < index.short.entries[short.lowerBound].pattern)
      let entry =
        isLong ? index.long.entries[long.lowerBound] : index.short.entries[short.lowerBound]
      if isLong { long = long.dropFirst() } else { short = short.dropFirst() }
      guard entry.begins(window), entry.fields & bit != 0, entry.rule != last,
        !entry.isAnchored || start == line.lowerBound,
        let kept = kept(by: entry, at: start, line), holds(Int(entry.rule))
      else { continue }
      last = entry.rule
      let meaning = rules[Int(entry.rule)].meaning(keeping: kept.isEmpty ? nil : text[kept])
      findings.append(RuleBook.Finding(meaning: meaning, saying: number))
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
