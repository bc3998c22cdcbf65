/// A text pattern of a rule.
///
/// Letters match in any case; `#` is a run of digits; `*` is anything; `<…>` captures the model, up to
/// what follows or the end of the phrase; `<DCS->` captures a word with that prefix; `^` and `$` are
/// the start and the end of the field. Words match on word boundaries: `cam` is in `cam-1` and `Cam2`,
/// not in `camel`.
final class RulePattern: Sendable {
  private enum Part: Sendable {
    /// The bytes in that range of ``letters``.
    case text(Range<Int>)
    case digits
    case gap
    case phrase
    case open
    case close
  }

  // A class, so that using one of a thousand patterns copies nothing.
  private let parts: [Part]
  private let letters: [UInt8]
  /// The first eight leading letters.
  let beginning: LetterWindow
  /// The eight after them.
  let continuation: LetterWindow
  /// How many leading letters a number follows; 0 without a number behind them, or with more than 16.
  let digitsAt: Int
  /// Whether it begins with `^`.
  let isAnchored: Bool
  private let isEnded: Bool

  /// Parses a pattern.
  init(_ source: String) {
    var source = Substring(source)
    isAnchored = source.hasPrefix("^")
    if isAnchored { source = source.dropFirst() }
    isEnded = source.hasSuffix("$")
    if isEnded { source = source.dropLast() }
    var parts: [Part] = []
    var letters: [UInt8] = []
    var begin = 0
    func endText() {
      if begin < letters.count { parts.append(.text(begin..<letters.count)) }
      begin = letters.count
    }
    // Only `…` has several bytes.
    var rest = source.utf8[...]
    while let byte = rest.popFirst() {
      let part: Part? =
        switch byte {
        case UInt8(ascii: "#"): .digits
        case UInt8(ascii: "*"): .gap
        case UInt8(ascii: "<"): .open
        case UInt8(ascii: ">"): .close
        case 0xE2 where rest.starts(with: [0x80, 0xA6]): .phrase
        default: nil
        }
      guard let part else {
        letters.append(Self.lower(byte))
        continue
      }
      if case .phrase = part { rest.removeFirst(2) }
      endText()
      parts.append(part)
    }
    endText()
    self.parts = parts
    self.letters = letters
    let start = Self.start(parts, letters)
    beginning = LetterWindow(start)
    continuation = LetterWindow(start.dropFirst(LetterWindow.length))
    let next = parts.first { part in
      switch part {
      case .text, .open: false
      default: true
      }
    }
    digitsAt =
      if case .digits? = next, start.count <= 2 * LetterWindow.length { start.count } else { 0 }
  }

  /// The pairs of bytes that it can begin with; empty for a leading gap.
  var openings: [UInt16] {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var firsts: [UInt8] = []
    for part in parts {
      switch part {
      case .open where firsts.isEmpty: continue
      case .text(let range):
        let bytes = Array(letters[range])
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

  /// The leading letters: those before anything that matches several texts.
  private static func start(_ parts: [Part], _ letters: [UInt8]) -> ArraySlice<UInt8> {
    var end = 0
    for part in parts {
      switch part {
      case .open: continue
      case .text(let range): end = range.upperBound
      default: return letters[..<end]
      }
    }
    return letters[..<end]
  }

  /// The letters after a leading run of digits; empty without one.
  var afterDigits: ArraySlice<UInt8> {
    let rest = parts.drop { if case .open = $0 { true } else { false } }
    guard case .digits? = rest.first, case .text(let range)? = rest.dropFirst().first else {
      return []
    }
    return letters[range]
  }

  /// The length of a pattern of at most eight letters and nothing else; else 0.
  var wordLength: Int {
    guard parts.count == 1, case .text(let range) = parts[0], range.count <= 8, !isEnded else {
      return 0
    }
    return range.count
  }

  /// Whether the pattern matches anywhere in a line.
  func stands(in text: RuleText, line: Range<Int>) -> Bool {
    let last = isAnchored ? line.lowerBound : line.upperBound
    for start in text.starts(in: line.lowerBound..<last + 1)
    where beginning.fits(text.window(at: start)) {
      if match(text, at: start, line: line) != nil { return true }
    }
    return false
  }

  /// Matches the pattern at a position of a line; returns the captured range, perhaps empty.
  func match(_ text: RuleText, at start: Int, line: Range<Int>) -> Range<Int>? {
    if isAnchored, start > line.lowerBound { return nil }
    var steps = 0
    return match(text, at: start, line, part: 0, kept: 0..<0, opened: nil, &steps)
  }

  private func match(
    _ text: RuleText,
    at start: Int,
    _ line: Range<Int>,
    part first: Int,
    kept: Range<Int>,
    opened: Int?,
    _ steps: inout Int
  ) -> Range<Int>? {
    steps += 1
    // Bounds the backtracking on hostile texts.
    guard steps < 400 else { return nil }
    let end = line.upperBound
    var position = start
    var kept = kept
    var opened = opened
    var index = first
    while index < parts.count {
      switch parts[index] {
      case .text(let range):
        guard position + range.count <= end else { return nil }
        for letter in range {
          guard text.lower[position] == letters[letter] else { return nil }
          position += 1
        }
        let endsWord = index + 1 == parts.count
        if endsWord, !text.isBoundary(position), opened == nil { return nil }
      case .digits:
        let begin = position
        while position < end, Self.isDigit(text.lower[position]) { position += 1 }
        guard position > begin else { return nil }
      case .open: opened = position
      case .close:
        // A captured prefix extends to the end of its word.
        if case .phrase? = index > 0 ? parts[index - 1] : nil {
        } else {
          position = text.endOfWord(from: position, to: end)
        }
        guard let begin = opened, position > begin else { return nil }
        kept = begin..<position
        opened = nil
      case .gap, .phrase:
        let isPhrase = if case .phrase = parts[index] { true } else { false }
        let limit = isPhrase ? text.endOfPhrase(from: position, to: end) : end
        if isPhrase, index + 2 >= parts.count {
          position = text.trimmed(position, limit)
          guard position > (opened ?? line.lowerBound) else { return nil }
          index += 1
          continue
        }
        guard position <= limit else { return nil }
        for next in position...limit {
          if isPhrase, next == position { continue }
          let found = match(
            text,
            at: next,
            line,
            part: index + 1,
            kept: kept,
            opened: opened,
            &steps
          )
          if let found { return found }
          if steps >= 400 { return nil }
        }
        return nil
      }
      index += 1
    }
    if isEnded, position < end { return nil }
    return kept
  }

  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Up to eight letters of a pattern, compared with a text at once.
struct LetterWindow: Sendable {
  /// In letters.
  static let length = 8

  /// From the high byte on.
  let letters: UInt64
  /// Ones for the bytes of ``letters``.
  let mask: UInt64

  /// The first eight letters.
  init(_ all: ArraySlice<UInt8>) {
    var (letters, mask): (UInt64, UInt64) = (0, 0)
    for (index, letter) in all.prefix(Self.length).enumerated() {
      letters |= UInt64(letter) << UInt64(56 - 8 * index)
      mask |= 0xFF << UInt64(56 - 8 * index)
    }
    self.letters = letters
    self.mask = mask
  }

  /// Whether the text begins with the letters.
  func fits(_ text: UInt64) -> Bool { (text ^ letters) & mask == 0 }
}
