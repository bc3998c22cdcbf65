/// Finds the rules that fit a device's fields.
struct RuleSearch {
  /// What was found.
  private(set) var matches: [TextMatch] = []

  private let fields: [EvidenceField]
  private let text: RuleText
  private let rules: [TextRule]
  private let index: PatternIndex
  /// What a rule asks beside is asked of all fields together: one answer serves them all.
  private var answers: [Int: Bool] = [:]

  /// Looks in those fields.
  init(_ fields: [EvidenceField], _ rules: [TextRule], _ index: PatternIndex) {
    self.fields = fields
    self.rules = rules
    self.index = index
    text = RuleText(fields)
    search()
  }

  /// A line of the text: a field.
  private struct Line {
    var number = -1
    var range = 0..<0
    var field: UInt32 = 0
    /// The rule that fitted last in it.
    var last: Int32 = -1
  }

  private mutating func search() {
    // Held here, so that looking at them counts no references.
    let (text, index) = (text, index)
    var line = Line()
    let (longest, long, short) = (index.longest, index.long, index.short)
    var candidates: [PatternIndex.Entry] = []
    candidates.reserveCapacity(16)
    matches.reserveCapacity(16)
    for start in text.starts {
      let start = Int(start)
      // A pattern has two bytes at least; the last place of a line is no beginning.
      while start >= line.range.upperBound, line.number + 1 < text.lines.count {
        let number = line.number + 1
        line = Line(number: number, range: text.lines[number], field: fields[number].kind.bit)
      }
      guard start < line.range.upperBound - 1 else { continue }
      let window = text.window(at: start)
      let first = UInt8(truncatingIfNeeded: window >> 56)
      guard index.mayBegin(with: first) else { continue }
      if RulePattern.isDigit(first) {
        let letters = text.window(at: text.endOfDigits(from: start + 1))
        let place = PatternIndex.shortPlace(letters)
        index.numbers.gather(at: place, window, in: line.field, into: &candidates)
      }
      let place = (
        PatternIndex.longestPlace(window), PatternIndex.longPlace(window),
        PatternIndex.shortPlace(window)
      )
      longest.gather(at: place.0, window, in: line.field, into: &candidates)
      long.gather(at: place.1, window, in: line.field, into: &candidates)
      short.gather(at: place.2, window, in: line.field, into: &candidates)
      if !candidates.isEmpty { consider(&candidates, at: start, &line) }
    }
  }

  /// Compares the candidates, in the order of their patterns, and removes them.
  private mutating func consider(
    _ candidates: inout [PatternIndex.Entry],
    at start: Int,
    _ line: inout Line
  ) {
    if candidates.count > 1 { candidates.sort { $0.pattern < $1.pattern } }
    for entry in candidates where entry.rule != line.last {
      guard !entry.isAnchored || start == line.range.lowerBound,
        let kept = kept(by: entry, at: start, line.range),
        !entry.isConditional || holds(Int(entry.rule))
      else { continue }
      line.last = entry.rule
      let (rule, model) = (rules[Int(entry.rule)], kept.isEmpty ? nil : text[kept])
      matches.append(TextMatch(rule: rule, kept: model, field: line.number))
    }
    candidates.removeAll(keepingCapacity: true)
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
    if let known = answers[rule] { return known }
    let holds = rules[rule].holds(fields, text)
    answers[rule] = holds
    return holds
  }
}

/// A rule that fits a text.
struct TextMatch {
  fileprivate let rule: TextRule
  fileprivate let kept: String?
  /// The number of the field that it fits.
  let field: Int

  /// What the rule claims.
  var claims: [Claim] { rule.claims(keeping: kept) }
}
