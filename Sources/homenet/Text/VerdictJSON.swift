import Discovery
import Model
import Wire

/// A verdict as a line of JSON: every key is there, in order of the alphabet.
///
/// Written straight into the text, as `JSONText` would write it (a test compares them): an encoder
/// takes as long for one verdict as the verdict itself.
struct VerdictJSON {
  /// The lines so far.
  private(set) var bytes: [UInt8] = []

  /// Adds the verdict of a record, without a newline.
  mutating func append(_ verdict: Verdict, of id: String) {
    add(#"{"because":["#)
    for (number, reason) in verdict.because.enumerated() {
      add(number == 0 ? #"{"claim":""# : #",{"claim":""#)
      add(reason.claim.rawValue)
      add(#"","evidence":"#)
      append(reason.evidence)
      add(#","source":""#)
      add(reason.source.rawValue)
      add(#""}"#)
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

  /// Adds that text as it is.
  mutating func add(_ text: String) {
    let text = text.utf8.span
    bytes.append(addingCapacity: text.count) { bytes in
      for index in 0..<text.count { bytes.append(text[index]) }
    }
  }

  /// Takes the lines out.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ number: Double) {
    // Whole numbers have no fraction in JSON, and confidences no exponent.
    add(number == number.rounded() ? "\(Int(number))" : "\(number)")
  }

  private mutating func append(_ value: String?) {
    guard let value else {
      add("null")
      return
    }
    bytes.append(UInt8(ascii: "\""))
    if Self.standsForItself(value) {
      add(value)
    } else {
      for scalar in value.unicodeScalars { append(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func standsForItself(_ value: String) -> Bool {
    let bytes = value.utf8.span
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
      else { return false }
    }
    return true
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
      // JSON would let some of these stand as they are; a terminal obeys them.
      guard scalar.value < 0x20 || TerminalHazard(scalar) != nil else {
        if scalar.isASCII {
          bytes.append(UInt8(scalar.value))
        } else {
          bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
        return
      }
      add("\\u" + Hex.encode(scalar.value, digits: 4))
    }
  }
}
