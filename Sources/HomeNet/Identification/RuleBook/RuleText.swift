/// Texts prepared for many patterns: all sayings of a device, a line each.
struct RuleText {
  /// As they were said, one after the other, with a byte that is in no pattern after each.
  private(set) var bytes: [UInt8] = []
  /// In lower case, as far as ASCII goes.
  private(set) var lower: [UInt8] = []
  /// Where each line stands.
  private(set) var lines: [Range<Int>] = []
  /// Whether a word begins or ends before each byte.
  private var boundaries: [Bool] = []

  /// How many bytes of a line count.
  private static let limit = 600

  /// A line for each saying, in their order.
  init(_ sayings: [Saying]) {
    lines.reserveCapacity(sayings.count)
    let most = sayings.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
    bytes.reserveCapacity(most)
    for saying in sayings {
      let start = bytes.count
      if !saying.name.isEmpty {
        bytes += saying.name.utf8
        bytes.append(UInt8(ascii: "="))
      }
      bytes += saying.value.utf8
      if bytes.count > start + Self.limit { bytes.removeSubrange((start + Self.limit)...) }
      lines.append(start..<bytes.count)
      bytes.append(0)
    }
    // Eight bytes are looked at wherever a pattern may begin.
    bytes += [0, 0, 0, 0, 0, 0, 0, 0]
    lower = bytes
    boundaries = [Bool](repeating: true, count: bytes.count)
    markWords()
  }

  private enum Kind { case capital, small, digit, other }

  private static func kind(_ byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: .small
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    default: .other
    }
  }

  /// One walk over all lines: between them stands a byte that is in no word.
  private mutating func markWords() {
    var before = Kind.other
    var isSecondCapital = false
    for index in bytes.indices {
      let kind = Self.kind(bytes[index])
      switch (before, kind) {
      case (.small, .small), (.digit, .digit): boundaries[index] = false
      case (.capital, .capital):
        boundaries[index] = false
        isSecondCapital = true
      case (.capital, .small):
        boundaries[index] = false
        // `TVBox` has two words, `TVB` one.
        if isSecondCapital { boundaries[index - 1] = true }
      default: break
      }
      if kind == .capital { lower[index] = bytes[index] | 0x20 } else { isSecondCapital = false }
      before = kind
    }
  }

  /// Eight bytes from there, in lower case.
  func window(at start: Int) -> UInt64 {
    var window: UInt64 = 0
    for byte in lower[start..<start + 8] { window = window << 8 | UInt64(byte) }
    return window
  }

  /// Whether a word begins or ends there.
  func isBoundary(_ index: Int) -> Bool { boundaries[index] }

  /// The end of the word from there: letters, digits and what joins them in models.
  func endOfWord(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, Self.kind(bytes[index]) != .other || Self.joins(bytes[index]) { index += 1 }
    while index > start, Self.joins(bytes[index - 1]), bytes[index - 1] != UInt8(ascii: "+") {
      index -= 1
    }
    return index
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// The end of the phrase from there.
  func endOfPhrase(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, index < start + 60, !Self.endsPhrase(bytes[index]) { index += 1 }
    return index
  }

  private static func endsPhrase(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: "\n"),
      UInt8(ascii: "\r"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: "["):
      true
    default: false
    }
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
