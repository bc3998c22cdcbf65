/// Words that are looked for in a text, with gaps.
///
/// In a rule's quotes: letters stand for themselves, whatever their case; `#` is a run of digits;
/// `*` is anything; `<…>` is what is kept as the model, up to what follows it or the end of the
/// phrase; `<DCS->` is kept too, a word that begins so; `^` and `$` are the beginning and the end.
/// Words begin and end where the text's words do: `cam` is in `cam-1` and `Cam2`, not in `camel`.
struct RulePattern: Sendable {
  private enum Part: Sendable {
    case text([UInt8])
    case digits
    case gap
    case phrase
    case open
    case close
  }

  private var parts: [Part] = []
  /// Whether it begins at the text's beginning.
  let isAnchored: Bool
  private let isEnded: Bool

  /// The pattern as it is written in a rule.
  init(_ source: String) {
    var source = Substring(source)
    isAnchored = source.hasPrefix("^")
    if isAnchored { source = source.dropFirst() }
    isEnded = source.hasSuffix("$")
    if isEnded { source = source.dropLast() }
    var literal: [UInt8] = []
    func literalPart(_ parts: inout [Part]) {
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = []
    }
    for character in source {
      switch character {
      case "#", "*", "<", ">", "…":
        literalPart(&parts)
        switch character {
        case "#": parts.append(.digits)
        case "*": parts.append(.gap)
        case "<": parts.append(.open)
        case ">": parts.append(.close)
        default: parts.append(.phrase)
        }
      default: literal += character.utf8.map(Self.lower)
      }
    }
    literalPart(&parts)
  }

  /// The pairs of bytes that it can begin with; none where it begins with a gap.
  var openings: [UInt16] {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var firsts: [UInt8] = []
    for part in parts {
      switch part {
      case .open where firsts.isEmpty: continue
      case .text(let bytes):
        if firsts.isEmpty, bytes.count > 1 { return [UInt16(bytes[0]) << 8 | UInt16(bytes[1])] }
        if firsts.isEmpty {
          firsts = [bytes[0]]
          continue
        }
      case .digits:
        if firsts.isEmpty {
          firsts = Array(digits)
          continue
        }
        return firsts.flatMap { first in digits.map { UInt16(first) << 8 | UInt16($0) } }
      default: break
      }
      break
    }
    return firsts.flatMap { first in (0...255).map { UInt16(first) << 8 | $0 } }
  }

  /// Where the pattern stands in the text at that place; the range kept, empty where none.
  func match(_ text: RuleText, at start: Int) -> Range<Int>? {
    var steps = 0
    return match(text, at: start, part: 0, kept: 0..<0, opened: nil, &steps)
  }

  private func match(
    _ text: RuleText,
    at start: Int,
    part first: Int,
    kept: Range<Int>,
    opened: Int?,
    _ steps: inout Int
  ) -> Range<Int>? {
    steps += 1
    // Patterns are ours, texts are not: no text may make a pattern take long.
    guard steps < 400 else { return nil }
    var position = start
    var kept = kept
    var opened = opened
    var index = first
    while index < parts.count {
      switch parts[index] {
      case .text(let bytes):
        guard position + bytes.count <= text.lower.count else { return nil }
        for offset in 0..<bytes.count where text.lower[position + offset] != bytes[offset] {
          return nil
        }
        position += bytes.count
        let endsWord = index + 1 == parts.count || !isContinued(after: index)
        if endsWord, !text.isBoundary(position), opened == nil { return nil }
      case .digits:
        let begin = position
        while position < text.lower.count, Self.isDigit(text.lower[position]) { position += 1 }
        guard position > begin else { return nil }
      case .open: opened = position
      case .close:
        // The rest of the word that began so.
        if case .phrase? = index > 0 ? parts[index - 1] : nil {
        } else {
          position = text.endOfWord(from: position)
        }
        guard let begin = opened, position > begin else { return nil }
        kept = begin..<position
        opened = nil
      case .gap, .phrase:
        let isPhrase = if case .phrase = parts[index] { true } else { false }
        let limit = isPhrase ? text.endOfPhrase(from: position) : text.lower.count
        if isPhrase, index + 2 >= parts.count {
          position = text.trimmed(position, limit)
          guard position > (opened ?? 0) else { return nil }
          index += 1
          continue
        }
        guard position <= limit else { return nil }
        for next in position...limit {
          if isPhrase, next == position { continue }
          if let found = match(text, at: next, part: index + 1, kept: kept, opened: opened, &steps)
          {
            return found
          }
          if steps >= 400 { return nil }
        }
        return nil
      }
      index += 1
    }
    if isEnded, position < text.lower.count { return nil }
    return kept
  }

  /// Whether what follows a literal may go on in the same word.
  private func isContinued(after index: Int) -> Bool {
    switch parts[index + 1] {
    case .digits, .phrase, .gap: true
    case .open, .close, .text: true
    }
  }

  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A text prepared for many patterns.
struct RuleText {
  /// As it was said.
  let bytes: [UInt8]
  /// In lower case, as far as ASCII goes.
  let lower: [UInt8]

  /// The text; only its first 600 bytes count.
  init(_ text: String) {
    bytes = Array(text.utf8.prefix(600))
    lower = bytes.map(RulePattern.lower)
  }

  private enum Kind { case capital, small, digit, other }

  private func kind(_ index: Int) -> Kind {
    switch bytes[index] {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: .small
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    default: .other
    }
  }

  /// Whether a word begins or ends there.
  func isBoundary(_ index: Int) -> Bool {
    guard index > 0, index < bytes.count else { return true }
    let (before, after) = (kind(index - 1), kind(index))
    switch (before, after) {
    case (.other, _), (_, .other): return true
    case (.small, .small), (.capital, .small), (.digit, .digit): return false
    // `TVBox` has two words, `TVB` one.
    case (.capital, .capital): return index + 1 < bytes.count && kind(index + 1) == .small
    default: return true
    }
  }

  /// The end of the word from there: letters, digits and what joins them in models.
  func endOfWord(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard kind(index) != .other || [0x2D, 0x2B, 0x2F].contains(byte) else { break }
      index += 1
    }
    while index > start, [0x2D, 0x2F].contains(bytes[index - 1]) { index -= 1 }
    return index
  }

  /// The end of the phrase from there.
  func endOfPhrase(from start: Int) -> Int {
    var index = start
    while index < bytes.count, index < start + 60 {
      if [
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: "\n"),
        UInt8(ascii: "\r"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: "["),
      ]
      .contains(bytes[index]) {
        break
      }
      index += 1
    }
    return index
  }

  /// The end without blanks.
  func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  /// The text in the range.
  subscript(range: Range<Int>) -> String {
    var part = String(decoding: bytes[range], as: UTF8.self)
    while part.last == " " { part.removeLast() }
    return String(part.drop { $0 == " " })
  }
}
