import Discovery
import Model
import Wire

/// Encodes verdicts as lines of JSON with sorted keys, as `JSONText` does (a test compares them).
///
/// By hand, since an encoder takes as long for a verdict as identification.
struct VerdictJSON {
  private(set) var bytes: [UInt8] = []

  /// Adds the verdict of a record, without a newline.
  mutating func append(_ verdict: Verdict, of id: String) {
    add(#"{"because":["#)
    for (number, reason) in verdict.because.enumerated() {
      add(number == 0 ? #"{"claim":""# : #",{"claim":""#)
      add(reason.claim.rawValue)
      add(#"","code":""#)
      add(reason.code)
      add(#"","evidence":"#)
      append(reason.evidence)
      add(#","source":""#)
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

  mutating func add(_ text: String) {
    let text = text.utf8.span
    bytes.append(addingCapacity: text.count) { bytes in
      for index in 0..<text.count { bytes.append(text[index]) }
    }
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(places: [(name: String, value: String)]) {
    for (number, place) in places.enumerated() {
      if number > 0 { add(",") }
      append(place.name)
      add(":")
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
      // JSON allows some of these unescaped, but a terminal acts on them.
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
