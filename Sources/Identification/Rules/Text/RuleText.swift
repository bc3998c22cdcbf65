import Wire

/// A device's fields, prepared for many patterns, one line each.
struct RuleText {
  /// The fields as received, each followed by a zero byte.
  private(set) var bytes: [UInt8] = []
  /// With ASCII in lower case.
  private(set) var lower: [UInt8] = []
  /// The range of each line.
  private(set) var lines: [Range<Int>] = []
  /// By position, a bit that says whether a word begins or ends there.
  private var boundaries: [UInt64] = []

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
    // Padding: two windows of eight bytes are read at each position, and ``boundaries`` is filled for 64
    // bytes at a time.
    bytes = [UInt8](repeating: 0, count: (start + 16 + 63) & ~63)
    for number in fields.indices {
      var (start, end) = (lines[number].lowerBound, lines[number].upperBound)
      if !fields[number].name.isEmpty {
        start = copy(fields[number].name, to: start, end)
        if start < end { bytes[start] = UInt8(ascii: "=") }
        start = min(start + 1, end)
      }
      _ = copy(fields[number].value, to: start, end)
    }
    findWords()
  }

  /// Copies the text as far as there is room, and returns where it ends.
  private mutating func copy(_ text: String, to start: Int, _ end: Int) -> Int {
    let text = text.utf8.span
    let count = min(text.count, end - start)
    var target = bytes.mutableSpan
    var bytes = target.mutableBytes
    bytes.store(text, count: count, at: start)
    return start + count
  }

  /// Fills ``lower`` and ``boundaries``, eight bytes at once; the zero bytes separate lines.
  private mutating func findWords() {
    let bytes = bytes
    let source = bytes.span.bytes
    lower = [UInt8](repeating: 0, count: bytes.count)
    var target = lower.mutableSpan
    var lower = target.mutableBytes
    var boundaries: [UInt64] = []
    func letters(at index: Int) -> LetterKinds {
      LetterKinds(source.eightBytes(at: index))
    }
    boundaries.reserveCapacity(source.byteCount / 64)
    var (before, this) = (LetterKinds(0), letters(at: 0))
    for start in stride(from: 0, to: source.byteCount, by: 64) {
      var bits: UInt64 = 0
      for index in stride(from: start, to: start + 64, by: 8) {
        let after = index + 8 < source.byteCount ? letters(at: index + 8) : LetterKinds(0)
        lower.store(this.lower, at: index)
        bits |= this.boundaries(after: before, before: after) << UInt64(index - start)
        (before, this) = (this, after)
      }
      boundaries.append(bits)
    }
    self.boundaries = boundaries
  }

  /// Eight bytes in lower case.
  func window(at start: Int) -> UInt64 {
    lower.span.bytes.eightBytes(at: start).byteSwapped
  }

  /// The end of a run of digits.
  func endOfDigits(from start: Int) -> Int {
    var index = start
    while RulePattern.isDigit(lower[index]) { index += 1 }
    return index
  }

  /// Whether a word begins or ends at a position.
  func isBoundary(_ index: Int) -> Bool { boundaries[index >> 6] >> UInt64(index & 63) & 1 == 1 }

  /// The positions in a range where words begin or end, ascending.
  func starts(in range: Range<Int>) -> WordStarts { WordStarts(boundaries, range) }

  private static func isInWord(_ byte: UInt8) -> Bool { byte >= 0x80 || ASCIIKind(byte) != .other }

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

/// The positions in a part of a text where words begin or end.
struct WordStarts: Sequence, IteratorProtocol {
  private let boundaries: [UInt64]
  private let end: Int
  private var place: Int
  /// What is left of the bits of that place.
  private var bits: UInt64

  fileprivate init(_ boundaries: [UInt64], _ range: Range<Int>) {
    self.boundaries = boundaries
    end = range.upperBound
    place = range.lowerBound >> 6
    bits = boundaries[place] & ~0 << UInt64(range.lowerBound & 63)
  }

  mutating func next() -> Int? {
    while bits == 0 {
      place += 1
      guard place << 6 < end else { return nil }
      bits = boundaries[place]
    }
    let index = place << 6 + bits.trailingZeroBitCount
    bits &= bits &- 1
    return index < end ? index : nil
  }
}
