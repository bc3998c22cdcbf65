import Wire

/// Decodes plain JSON from bytes into values of known shape.
///
/// Ten times as fast as a library's decoder, which builds a tree, looks keys up by hash and boxes
/// every value; recordings have hundreds of thousands of records. It reports no errors. It accepts
/// a strict subset of RFC 8259 and leaves the rest to the library, which decodes it or reports what
/// is wrong: incomplete escapes, numbers other than plain integers, repeated keys, invalid UTF-8,
/// deep nesting. So it may reject valid JSON, but never accepts what the library would reject.
///
/// Cannot trap: every index is checked against the end. Recursion is bounded by ``depthLimit``.
struct PlainJSON {
  /// The text is not plain JSON; the library has to decode it.
  struct NotPlain: Error {}

  /// The deepest nesting of skipped values.
  private static let depthLimit = 32
  /// How many keys an object of known shape may have.
  private static let keyLimit = 32

  private let bytes: [UInt8]
  private var index = 0
  /// Whether an object or array was just opened.
  private var isOpening = false
  /// The keys met so far of the objects that are open.
  private var keys: [String] = []

  /// Reads that text, which must be UTF-8.
  init(_ text: [UInt8]) throws(NotPlain) {
    bytes = text
    keys.reserveCapacity(Self.keyLimit)
    var all: UInt8 = 0
    for byte in text { all |= byte }
    guard all < 0x80 || (try? UTF8Span(validating: text.span)) != nil else { throw NotPlain() }
  }

  /// Ends the reading: nothing but blanks may follow.
  mutating func end() throws(NotPlain) {
    skipBlanks()
    guard index == bytes.count else { throw NotPlain() }
  }

  /// Whether `null` is next, which is then passed.
  mutating func readNull() throws(NotPlain) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: "n") else { return false }
    try pass("null")
    return true
  }

  /// Whether a text is next.
  var isText: Bool {
    mutating get {
      skipBlanks()
      return next == UInt8(ascii: "\"")
    }
  }

  /// Reads `true` or `false`.
  mutating func readFlag() throws(NotPlain) -> Bool {
    skipBlanks()
    let isTrue = next == UInt8(ascii: "t")
    try pass(isTrue ? "true" : "false")
    return isTrue
  }

  /// Reads an integer without sign, fraction and exponent.
  mutating func readInteger<Value: FixedWidthInteger>() throws(NotPlain) -> Value {
    skipBlanks()
    let start = index
    var value = 0
    while case let digit = next &- UInt8(ascii: "0"), digit < 10 {
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    let count = index - start
    guard (1...18).contains(count), count == 1 || bytes[start] != UInt8(ascii: "0"),
      let exact = Value(exactly: value)
    else { throw NotPlain() }
    return exact
  }

  /// Reads a text.
  mutating func readText() throws(NotPlain) -> String {
    skipBlanks()
    guard next == UInt8(ascii: "\"") else { throw NotPlain() }
    index += 1
    let start = index
    guard skipToQuoteOrEscape() == UInt8(ascii: "\"") else {
      return try readEscapedText(from: start)
    }
    index += 1
    return String(decoding: bytes[start..<index - 1], as: UTF8.self)
  }

  // MARK: Objects and arrays

  /// Opens an object; the mark goes to ``readKey(after:)``.
  mutating func openObject() throws(NotPlain) -> Int {
    skipBlanks()
    try pass(UInt8(ascii: "{"))
    isOpening = true
    return keys.count
  }

  /// The next key of an object, none of which may stand twice; `nil` where the object ends.
  mutating func readKey(after mark: Int) throws(NotPlain) -> String? {
    guard let key = try readKey() else {
      keys.removeSubrange(mark...)
      return nil
    }
    guard keys.count - mark < Self.keyLimit, !keys[mark...].contains(key) else { throw NotPlain() }
    keys.append(key)
    return key
  }

  /// The next key of an object, whatever came before; `nil` where the object ends.
  mutating func readKey() throws(NotPlain) -> String? {
    guard try !isAtEnd(UInt8(ascii: "}")) else { return nil }
    let key = try readText()
    skipBlanks()
    try pass(UInt8(ascii: ":"))
    return key
  }

  /// Opens an array.
  mutating func openArray() throws(NotPlain) {
    skipBlanks()
    try pass(UInt8(ascii: "["))
    isOpening = true
  }

  /// Whether the array has another element, which is to be read then.
  mutating func hasElement() throws(NotPlain) -> Bool {
    try !isAtEnd(UInt8(ascii: "]"))
  }

  private mutating func isAtEnd(_ end: UInt8) throws(NotPlain) -> Bool {
    skipBlanks()
    let isFirst = isOpening
    isOpening = false
    if next == end {
      index += 1
      return true
    }
    if !isFirst { try pass(UInt8(ascii: ",")) }
    return false
  }

  // MARK: What nobody asked for

  /// Passes a value of any kind.
  mutating func skipValue() throws(NotPlain) { try skipValue(depth: 0) }

  private mutating func skipValue(depth: Int) throws(NotPlain) {
    guard depth < Self.depthLimit else { throw NotPlain() }
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): try skipText()
    case UInt8(ascii: "{"):
      _ = try openObject()
      while try !isAtEnd(UInt8(ascii: "}")) {
        skipBlanks()
        try skipText()
        skipBlanks()
        try pass(UInt8(ascii: ":"))
        try skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try openArray()
      while try hasElement() { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "n"): try pass("null")
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readFlag()
    default: try skipNumber()
    }
  }

  private mutating func skipText() throws(NotPlain) {
    let start = index
    try pass(UInt8(ascii: "\""))
    if skipToQuoteOrEscape() == UInt8(ascii: "\"") {
      index += 1
    } else {
      index = start
      _ = try readText()
    }
  }

  private mutating func skipNumber() throws(NotPlain) {
    guard let end = JSONGrammar.endOfNumber(in: bytes, at: index) else { throw NotPlain() }
    index = end
  }

  // MARK: Bytes

  /// The next byte; 0 at the end, where no plain text has one.
  private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipBlanks() {
    while next <= 0x20, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { index += 1 }
  }

  private mutating func pass(_ byte: UInt8) throws(NotPlain) {
    guard next == byte, index < bytes.count else { throw NotPlain() }
    index += 1
  }

  private mutating func pass(_ token: String) throws(NotPlain) {
    for byte in token.utf8 { try pass(byte) }
  }

  /// Skips unescaped text; returns the quote or backslash that ends it, or 0 for invalid text.
  private mutating func skipToQuoteOrEscape() -> UInt8 {
    while index + 8 <= bytes.count {
      let plain = Self.plainCount(bytes.span.bytes.eightBytes(at: index))
      index += plain
      if plain < 8 { break }
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return byte }
      if byte < 0x20 { return 0 }
      index += 1
    }
    return 0
  }
}

// MARK: Escapes

extension PlainJSON {
  private mutating func readEscapedText(from start: Int) throws(NotPlain) -> String {
    let bytes = bytes
    let source = bytes.span
    // Not as much room as the line has left: it may hold many texts.
    var text = [UInt8](repeating: 0, count: min(source.count - start, 4096) + Self.roomForOneStep)
    var length = 0
    index = start
    while index < source.count {
      if length + Self.roomForOneStep > text.count {
        text += [UInt8](repeating: 0, count: text.count)
      }
      if index + 8 <= source.count {
        let word = source.bytes.eightBytes(at: index)
        var target = text.mutableSpan
        var room = target.mutableBytes
        room.store(word, at: length)
        let plain = Self.plainCount(word)
        index += plain
        length += plain
        if plain == 8 { continue }
      }
      let byte = source[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text[..<length], as: UTF8.self) }
      guard byte >= 0x20 else { throw NotPlain() }
      if byte == UInt8(ascii: "\\") {
        try readEscape(into: &text, &length)
      } else {
        text[length] = byte
        length += 1
      }
    }
    throw NotPlain()
  }

  /// The most bytes that one step writes: eight are copied at once, of which seven may come before an
  /// escape, and an escape's character has up to four.
  private static let roomForOneStep = 7 + 4

  /// How many of eight bytes come before a quote, a backslash or a control character.
  private static func plainCount(_ word: UInt64) -> Int {
    word.bytes(before: UInt8(ascii: "\""), UInt8(ascii: "\\"))
  }

  private mutating func readEscape(
    into text: inout [UInt8],
    _ length: inout Int
  ) throws(NotPlain) {
    func append(_ byte: UInt8) {
      text[length] = byte
      length += 1
    }
    let letter = next
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(letter)
    case UInt8(ascii: "b"): append(0x08)
    case UInt8(ascii: "f"): append(0x0C)
    case UInt8(ascii: "n"): append(0x0A)
    case UInt8(ascii: "r"): append(0x0D)
    case UInt8(ascii: "t"): append(0x09)
    case UInt8(ascii: "u"):
      guard let escape = JSONGrammar.escapedCharacter(in: bytes, at: index) else {
        throw NotPlain()
      }
      index = escape.end
      for byte in UTF8.encode(escape.character) ?? UTF8.encodedReplacementCharacter { append(byte) }
    default: throw NotPlain()
    }
  }
}
