/// Finds the text rules that match a device's fields.
struct RuleSearch {
  private(set) var matches: [TextMatch] = []

  private let fields: [EvidenceField]
  private let text: RuleText
  private let rules: [TextRule]
  private let index: PatternIndex
  /// Results of further conditions by rule: they depend on all fields together.
  private var answers: [Int: Bool] = [:]

  init(_ fields: [EvidenceField], _ rules: [TextRule], _ index: PatternIndex) {
    self.fields = fields
    self.rules = rules
    self.index = index
    text = RuleText(fields)
    search()
  }

  /// A line of the text, of one field.
  private struct Line {
    let number: Int
    let range: Range<Int>
    /// The last rule that matched in it.
    var last: Int32 = -1
  }

  private mutating func search() {
    // Local copies avoid reference counting in the loop.
    let (text, index) = (text, index)
    let (longest, long, numbers, short) = (index.longest, index.long, index.numbers, index.short)
    var candidates: [PatternIndex.Entry] = []
    candidates.reserveCapacity(16)
    matches.reserveCapacity(16)
    for (number, range) in text.lines.enumerated() {
      let field = fields[number].kind.bit
      var line = Line(number: number, range: range)
      // A pattern has at least two bytes.
      for start in text.starts(in: range.dropLast()) {
        let window = text.window(at: start)
        let first = UInt8(truncatingIfNeeded: window >> 56)
        guard index.mayBegin(with: first, in: field) else { continue }
        if RulePattern.isDigit(first) {
          let letters = text.window(at: text.endOfDigits(from: start + 1))
          let place = PatternIndex.shortPlace(letters)
          numbers.gather(at: place, text, from: start, window, in: field, into: &candidates)
        }
        let place = (
          PatternIndex.longestPlace(window), PatternIndex.longPlace(window),
          PatternIndex.shortPlace(window)
        )
        longest.gather(at: place.0, text, from: start, window, in: field, into: &candidates)
        long.gather(at: place.1, text, from: start, window, in: field, into: &candidates)
        short.gather(at: place.2, text, from: start, window, in: field, into: &candidates)
        if !candidates.isEmpty { consider(&candidates, at: start, &line) }
      }
    }
  }

  /// Matches the candidates in the order of their patterns, and removes them.
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

  /// The range that the candidate captures; `nil` if it does not match.
  private func kept(
    by entry: PatternIndex.Entry,
    at start: Int,
    _ line: Range<Int>
  ) -> Range<Int>? {
    // Its letters are compared already; only the word's end is left.
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

/// A text rule that matched a field.
struct TextMatch {
  fileprivate let rule: TextRule
  fileprivate let kept: String?
  /// The index of the field.
  let field: Int

  var claims: [Claim] { rule.claims(keeping: kept) }
}

/// A rule whose first condition is a pattern in a field.
// A class, so that using one of a thousand rules copies nothing.
final class TextRule: Sendable {
  /// Fields, and patterns of which one must match in one of them.
  struct Condition: Sendable {
    /// Of ``EvidenceField/Kind/bit``.
    var fields: UInt32
    var patterns: [RulePattern]
    var isNegated = false
  }

  /// The indexed condition.
  let first: Condition
  private let others: [Condition]
  private let written: [Claim]

  /// The first condition must not be negated.
  init(_ first: Condition, _ others: [Condition], _ claims: [Claim]) {
    self.first = first
    self.others = others
    written = claims
  }

  /// The claims with a captured text, which is the model or replaces `<>` in the model.
  func claims(keeping kept: String?) -> [Claim] {
    guard let kept else { return written }
    return written.map { claim in
      var claim = claim
      claim.model = claim.model.map { $0.replacingPlaceholder(with: kept) } ?? kept
      return claim
    }
  }

  var isConditional: Bool { !others.isEmpty }

  /// Whether the further conditions hold.
  func holds(_ fields: [EvidenceField], _ text: RuleText) -> Bool {
    others.allSatisfy { condition in
      fields.indices.contains { number in
        fields[number].kind.bit & condition.fields != 0
          && condition.patterns.contains { $0.stands(in: text, line: text.lines[number]) }
      } != condition.isNegated
    }
  }
}

extension String {
  /// Replaces `<>`.
  func replacingPlaceholder(with text: String) -> String {
    guard utf8.contains(UInt8(ascii: "<")) else { return self }
    return split(separator: "<>", omittingEmptySubsequences: false).map(String.init)
      .joined(separator: text)
  }
}
