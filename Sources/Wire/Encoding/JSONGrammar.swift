/// Parts of JSON's grammar (RFC 8259) for readers that go over bytes by index.
///
/// Cannot trap: an index may also lie past the end.
package enum JSONGrammar {
  /// Where the number that begins at an index ends (section 6); `nil` where none begins there.
  package static func endOfNumber(in bytes: [UInt8], at start: Int) -> Int? {
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    func endOfDigits(_ start: Int) -> Int? {
      var index = start
      while byte(index) &- UInt8(ascii: "0") < 10 { index += 1 }
      return index > start ? index : nil
    }
    let first = byte(start) == UInt8(ascii: "-") ? start + 1 : start
    guard var end = endOfDigits(first),
      end == first + 1 || byte(first) != UInt8(ascii: "0")
    else { return nil }
    if byte(end) == UInt8(ascii: ".") {
      guard let fraction = endOfDigits(end + 1) else { return nil }
      end = fraction
    }
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(end + 1)
      let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      guard let exponent = endOfDigits(isSigned ? end + 2 : end + 1) else { return nil }
      end = exponent
    }
    return end
  }

  /// The character whose escape has its digits at an index, and where the escape ends; `nil` where that
  /// is none, or half of one.
  ///
  /// Characters beyond the first plane are two escapes, never one (section 7).
  package static func escapedCharacter(in bytes: [UInt8], at index: Int)
    -> (character: Unicode.Scalar, end: Int)?
  {
    guard let high = fourDigits(in: bytes, at: index) else { return nil }
    guard (0xD800...0xDBFF).contains(high) else {
      return Unicode.Scalar(high).map { (character: $0, end: index + 4) }
    }
    guard index + 6 <= bytes.count, bytes[index + 4] == UInt8(ascii: "\\"),
      bytes[index + 5] == UInt8(ascii: "u"), let low = fourDigits(in: bytes, at: index + 6),
      (0xDC00...0xDFFF).contains(low)
    else { return nil }
    let code: UInt32 = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    return Unicode.Scalar(code).map { (character: $0, end: index + 10) }
  }

  private static func fourDigits(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var code: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Hex.value(of: byte) else { return nil }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
