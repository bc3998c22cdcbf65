/// A device's fields, prepared for many patterns, one line each.
struct RuleText {
  /// The fields as received, each followed by a zero byte.
  private(set) var bytes: [UInt8] = []
  /// With ASCII in lower case.
  private(set) var lower: [UInt8] = []
  /// The range of each line.
  private(set) var lines: [Range<Int>] = []
  /// Positions where words begin or end, ascending.
  private(set) var starts: [Int32] = []
  /// By position, whether a word begins or ends before it.
  private var boundaries: [Bool] = []

  /// Bytes per line.
  private static let limit = 600

  init(_ fields: [EvidenceField]) {
    lines.reserveCapacity(fields.count)
    // By index: copying a field retains its strings.
    var start = 0
    for number in fields.indices {
      let (key, value) = (fields[number].name.utf8.count, fields[number].value.utf8.count)
      let length = min(key == 0 ? value : key + 1 + value, Self.limit)
      lines.append(start..<start + length)
      start += length + 1
    }
    // Padding: a window of eight bytes is read at each position.
    bytes.append(addingCapacity: start + 8) { [lines] bytes in
      for number in fields.indices {
        let end = lines[number].upperBound
        if !fields[number].name.isEmpty {
          Self.copy(fields[number].name, to: &bytes, end)
          Self.copy("=", to: &bytes, end)
        }
        Self.copy(fields[number].value, to: &bytes, end)
        bytes.append(0)
      }
      bytes.append(repeating: 0, count: 8)
    }
    lower = bytes
    boundaries = [Bool](repeating: true, count: bytes.count)
    starts = [Int32](repeating: 0, count: bytes.count)
    findWords()
  }

  /// Appends the text up to the end.
  private static func copy(_ text: String, to bytes: inout OutputSpan<UInt8>, _ end: Int) {
    let text = text.utf8.span
    for index in 0..<min(text.count, end - bytes.count) { bytes.append(text[index]) }
  }

  /// By byte: 1 for capitals, 2 for small letters, 3 for digits, 0 for others.
  private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: 2
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 3
    default: 0
    }
  }

  /// A bit per kinds of three bytes, set if a word begins or ends before the second.
  private static let rules: UInt64 = {
    var rules: UInt64 = 0
    for kinds in 0..<64 {
      let (before, kind, after) = (kinds >> 4, kinds >> 2 & 3, kinds & 3)
      let isBoundary =
        switch (before, kind) {
        case (0, _), (_, 0): true
        case (2, 2), (1, 2), (3, 3): false
        // `TVBox` has two words, `TVB` one.
        case (1, 1): after == 2
        default: true
        }
      if isBoundary { rules |= 1 << UInt64(kinds) }
    }
    return rules
  }()

  /// Fills all tables in one branchless pass; the zero bytes separate lines.
  private mutating func findWords() {
    let kinds = Self.kinds
    let rules = Self.rules
    var count = 0
    var around: UInt8 = kinds[Int(bytes[0])]
    for index in 0..<bytes.count - 1 {
      around = (around << 2 | kinds[Int(bytes[index + 1])]) & 0x3F
      lower[index] = bytes[index] | (around >> 2 & 3 == 1 ? 0x20 : 0)
      let isBoundary = rules >> UInt64(around) & 1
      boundaries[index] = isBoundary == 1
      starts[count] = Int32(truncatingIfNeeded: index)
      count += Int(isBoundary)
    }
    starts.removeSubrange(count...)
  }

  private static func isInWord(_ byte: UInt8) -> Bool { kinds[Int(byte)] != 0 }

  /// Eight bytes in lower case.
  func window(at start: Int) -> UInt64 {
    UInt64(bigEndian: lower.span.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  /// The end of a run of digits.
  func endOfDigits(from start: Int) -> Int {
    var index = start
    while RulePattern.isDigit(lower[index]) { index += 1 }
    return index
  }

  /// Whether a word begins or ends at a position.
  func isBoundary(_ index: Int) -> Bool { boundaries[index] }

  /// The end of a word: letters, digits and what joins them in models.
  func endOfWord(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, Self.isInWord(bytes[index]) || Self.joins(bytes[index]) { index += 1 }
    while index > start, Self.joins(bytes[index - 1]), bytes[index - 1] != UInt8(ascii: "+") {
      index -= 1
    }
    return index
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// The end of a phrase, after at most 60 bytes.
  func endOfPhrase(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, index < start + 60, !Self.endsPhrase(bytes[index]) { index += 1 }
    return index
  }

  private static func endsPhrase(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: "\""), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  /// The end without trailing white space.
  func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  /// The text as received, without surrounding spaces.
  subscript(range: Range<Int>) -> String {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[end - 1] == 0x20 { end -= 1 }
    while start < end, bytes[start] == 0x20 { start += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
