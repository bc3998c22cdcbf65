import Discovery
import Model
import Wire

/// Encodes verdicts as lines of JSON with sorted keys, as `JSONText` does (a test compares them).
///
/// By hand, since an encoder takes as long for a verdict as identification.
struct VerdictJSON {
  /// What was written, and room for more: texts are copied eight bytes at once.
  private var buffer = [UInt8](repeating: 0, count: 1 << 12)
  /// How many bytes were written.
  private(set) var count = 0

  var bytes: ArraySlice<UInt8> { buffer[..<count] }

  /// Adds the verdict of a record, without a newline.
  mutating func append(_ verdict: Verdict, of id: String) {
    add(#"{"because":["#)
    for (number, reason) in verdict.because.enumerated() {
      add(number == 0 ? #"{"claim":""# : #",{"claim":""#)
      add(reason.claim.rawValue)
      add(#"","code":""#)
      add(reason.code)
      add(#"","evidence":""#)
      append(pieces: reason.pieces)
      add(#"","source":""#)
      add(reason.source.rawValue)
      add(#"","values":{"#)
      append(places: reason.places)
      add("}}")
    }
    add(#"],"category":""#)
    add(verdict.category.rawValue)
    add(#"","confidence":"#)
    append(verdict.confidence)
    add(#","id":"#)
    append(id)
    add(#","model":"#)
    append(verdict.model)
    add(#","name":"#)
    append(verdict.name)
    add(#","os":"#)
    append(verdict.os)
    add(#","runner_up":"#)
    append(verdict.runnerUp?.rawValue)
    add(#","vendor":"#)
    append(verdict.vendor)
    add("}")
  }

  /// Adds the text as it is.
  mutating func add(_ text: String) {
    let text = text.utf8.span
    makeRoom(for: text.count)
    let end = count
    count += text.count
    var target = buffer.mutableSpan
    var room = target.mutableBytes
    room.store(text, count: text.count, at: end)
  }

  private mutating func add(_ byte: UInt8) {
    makeRoom(for: 1)
    buffer[count] = byte
    count += 1
  }

  mutating func removeAll() { count = 0 }

  private mutating func makeRoom(for more: Int) {
    guard buffer.count - count < more else { return }
    buffer += [UInt8](repeating: 0, count: max(buffer.count, more))
  }

  private mutating func append(pieces: (String, String, String, String)) {
    append(escaping: pieces.0)
    append(escaping: pieces.1)
    append(escaping: pieces.2)
    append(escaping: pieces.3)
  }

  private mutating func append(places: [(name: String, value: String)]) {
    for (number, place) in places.enumerated() {
      if number > 0 { add(UInt8(ascii: ",")) }
      append(place.name)
      add(UInt8(ascii: ":"))
      append(place.value)
    }
  }

  private mutating func append(_ number: Double) {
    // Whole numbers have no fraction in JSON, and confidences no exponent.
    add(number == number.rounded() ? "\(Int(number))" : "\(number)")
  }

  private mutating func append(_ value: String?) {
    guard let value else {
      add("null")
      return
    }
    add(UInt8(ascii: "\""))
    append(escaping: value)
    add(UInt8(ascii: "\""))
  }

  private mutating func append(escaping text: String) {
    let bytes = text.utf8.span
    // Eight bytes are copied at once.
    makeRoom(for: bytes.count + 8)
    var index = 0
    while index < bytes.count {
      let rest = bytes.count - index
      if bytes.count >= 8 {
        // Where fewer than eight are left, the text's last eight are shifted, so that zeros follow them: a
        // control character, which ends what is plain.
        let word =
          rest >= 8
          ? bytes.bytes.eightBytes(at: index)
          : bytes.bytes.eightBytes(at: bytes.count - 8) >> UInt64(64 - 8 * rest)
        store(word)
        let plain = word.asciiBytes(before: UInt8(ascii: "\""), UInt8(ascii: "\\"))
        count += plain
        index += plain
        if plain == min(rest, 8) { continue }
      } else if Self.isPlain(bytes[index]) {
        add(bytes[index])
        index += 1
        continue
      }
      let place = text.utf8.index(text.startIndex, offsetBy: index)
      let scalar = text.unicodeScalars[place]
      append(scalar)
      index += UTF8.width(scalar)
      makeRoom(for: bytes.count - index + 8)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func store(_ word: UInt64) {
    let end = count
    var target = buffer.mutableSpan
    var room = target.mutableBytes
    room.store(word, at: end)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": add(#"\""#)
    case "\\": add(#"\\"#)
    case "\u{8}": add(#"\b"#)
    case "\u{C}": add(#"\f"#)
    case "\n": add(#"\n"#)
    case "\r": add(#"\r"#)
    case "\t": add(#"\t"#)
    default:
      // JSON allows some of these unescaped, but a terminal acts on them.
      guard scalar.value < 0x20 || TerminalHazard(scalar) != nil else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { add(byte) }
        return
      }
      add("\\u" + Hex.encode(scalar.value, digits: 4))
    }
  }
}
