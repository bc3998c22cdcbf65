import Wire

/// What stands at the end of a path in a JSON text.
enum JSONPathResult: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A number as it is written.
  case number(String)
  /// A string.
  case text(String)
  /// A list or an object: how many elements it has, and its JSON without blanks.
  case container(count: Int, json: String)
  /// The path leads nowhere.
  case absent
  /// The text is no JSON, or nested too deeply.
  case invalid
}

/// Goes through a JSON text once and takes out what stands at the end of a path.
///
/// It builds no tree and calls nothing recursively, so that a hostile text costs its length in time and
/// ``mostLevels`` in memory. All of the text has to be JSON. Of members with the same key the last counts.
struct JSONPathReader {
  /// As deep as lists and objects may be nested.
  static let mostLevels = 64

  private let bytes: [UInt8]
  private let steps: [ConditionPath.Step]
  private var position = 0
  private var levels: [Level] = []
  private var found = JSONPathResult.absent

  /// A list or an object that is open.
  private struct Level {
    var isObject: Bool
    /// Whether all steps until here lead to it.
    var isOnPath: Bool
    var isTarget: Bool
    var start: Int
    /// How many elements have begun.
    var count = 0
  }

  /// What the steps lead to in that text.
  static func value(at steps: [ConditionPath.Step], in bytes: [UInt8]) -> JSONPathResult {
    var reader = JSONPathReader(bytes, steps)
    return reader.read()
  }

  private init(_ bytes: [UInt8], _ steps: [ConditionPath.Step]) {
    self.bytes = bytes
    self.steps = steps
    // The mark of UTF-8 that some servers begin with.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private mutating func read() -> JSONPathResult {
    skipBlanks()
    guard takeValue(isOnPath: true) else { return .invalid }
    while !levels.isEmpty {
      guard takeElement() else { return .invalid }
    }
    skipBlanks()
    return position == bytes.count ? found : .invalid
  }

  /// Takes the next element of the innermost list or object, or its end.
  private mutating func takeElement() -> Bool {
    let depth = levels.count - 1
    let level = levels[depth]
    skipBlanks()
    if take(UInt8(ascii: level.isObject ? "}" : "]")) {
      levels.removeLast()
      if level.isTarget {
        found = .container(count: level.count, json: Self.compact(bytes[level.start..<position]))
      }
      return true
    }
    if level.count > 0 {
      guard take(UInt8(ascii: ",")) else { return false }
      skipBlanks()
    }
    levels[depth].count += 1
    var isOnPath = level.isOnPath && depth < steps.count
    if level.isObject {
      guard let key = takeString(isWanted: isOnPath) else { return false }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { return false }
      skipBlanks()
      isOnPath = isOnPath && steps[depth] == .key(key)
    } else {
      isOnPath = isOnPath && steps[depth] == .index(level.count)
    }
    return takeValue(isOnPath: isOnPath)
  }

  /// Takes a value, of a list or an object the beginning; false where there is none.
  private mutating func takeValue(isOnPath: Bool) -> Bool {
    let isTarget = isOnPath && levels.count == steps.count
    if isOnPath { found = .absent }
    guard let byte = current else { return false }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard levels.count < Self.mostLevels else { return false }
      let isObject = byte == UInt8(ascii: "{")
      levels.append(
        Level(isObject: isObject, isOnPath: isOnPath, isTarget: isTarget, start: position)
      )
      position += 1
    case UInt8(ascii: "\""):
      guard let text = takeString(isWanted: isTarget) else { return false }
      if isTarget { found = .text(text) }
    case UInt8(ascii: "t"): return take("true", .flag(true), isTarget)
    case UInt8(ascii: "f"): return take("false", .flag(false), isTarget)
    case UInt8(ascii: "n"): return take("null", .null, isTarget)
    default:
      let start = position
      guard takeNumber() else { return false }
      if isTarget { found = .number(String(decoding: bytes[start..<position], as: UTF8.self)) }
    }
    return true
  }

  private mutating func take(_ word: String, _ value: JSONPathResult, _ isTarget: Bool) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    if isTarget { found = value }
    return true
  }

  private mutating func takeNumber() -> Bool {
    guard let end = JSONGrammar.endOfNumber(in: bytes, at: position) else { return false }
    position = end
    return true
  }

  // MARK: Strings

  /// Takes a string; what it says only where that is wanted, else an empty text.
  ///
  /// Control characters may stand in it as they are: some devices write them so.
  private mutating func takeString(isWanted: Bool) -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = position
    var hasEscapes = false
    while let byte = current, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        position += 1
      }
      position += 1
    }
    let end = position
    guard take(UInt8(ascii: "\"")) else { return nil }
    guard isWanted else { return "" }
    let text = bytes[start..<end]
    return hasEscapes ? Self.unescaped(text) : String(decoding: text, as: UTF8.self)
  }

  /// The text of a string with escapes; half a surrogate pair becomes U+FFFD; `nil` where an escape is none.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n")?: plain.append(0x0A)
      case UInt8(ascii: "r")?: plain.append(0x0D)
      case UInt8(ascii: "t")?: plain.append(0x09)
      case UInt8(ascii: "b")?: plain.append(0x08)
      case UInt8(ascii: "f")?: plain.append(0x0C)
      case let same? where [0x22, 0x2F, 0x5C].contains(same): plain.append(same)
      case UInt8(ascii: "u")?:
        guard let scalar = takeScalar(&rest) else { return nil }
        plain.append(contentsOf: String(scalar).utf8)
      default: return nil
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Takes the digits after `\u`, and the second half of a surrogate pair.
  private static func takeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = takeUnit(&rest) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    var after = rest
    guard (0xD800..<0xDC00).contains(unit), after.popFirst() == UInt8(ascii: "\\"),
      after.popFirst() == UInt8(ascii: "u"), let second = takeUnit(&after),
      (0xDC00..<0xE000).contains(second)
    else { return "\u{FFFD}" }
    rest = after
    let high = UInt32(unit) - 0xD800
    let low = UInt32(second) - 0xDC00
    return Unicode.Scalar(0x10000 + high << 10 + low) ?? "\u{FFFD}"
  }

  /// Takes four hexadecimal digits.
  private static func takeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    let digits = rest.prefix(4)
    guard digits.count == 4 else { return nil }
    var unit: UInt16 = 0
    for byte in digits {
      guard let digit = Hex.value(of: byte) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    rest = rest.dropFirst(4)
    return unit
  }

  /// JSON without the blanks outside of strings.
  private static func compact(_ json: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    var isString = false
    var isEscaped = false
    for byte in json {
      if isString {
        if byte == UInt8(ascii: "\""), !isEscaped { isString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isString = true
      } else if isBlank(byte) {
        continue
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Bytes

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = current, Self.isBlank(byte) { position += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
