/// Bytes in sixty-four characters (RFC 4648, section 4).
public enum Base64 {
  /// The bytes; `nil` where a character is none of the alphabet's, or some are missing.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for character in text {
      if character == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count.isMultiple(of: 4) {
        result.append(UInt8(truncatingIfNeeded: bits >> 16))
        result.append(UInt8(truncatingIfNeeded: bits >> 8))
        result.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    switch count % 4 {
    case 2: result.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      result.append(UInt8(truncatingIfNeeded: bits >> 10))
      result.append(UInt8(truncatingIfNeeded: bits >> 2))
    case 1: return nil
    default: break
    }
    return padding > 2 ? nil : result
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension Base64 {
  /// The bytes in sixty-four characters, filled up with `=` (RFC 4648, section 4).
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    encode(bytes, alphabet, pads: true)
  }

  /// The bytes in characters that URLs may hold, not filled up (RFC 4648, section 5).
  public static func encodeForURL(_ bytes: some Collection<UInt8>) -> String {
    encode(bytes, urlAlphabet, pads: false)
  }

  private static func encode(
    _ bytes: some Collection<UInt8>,
    _ alphabet: [UInt8],
    pads: Bool
  ) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 1
      guard count.isMultiple(of: 3) else { continue }
      for shift in stride(from: UInt32(18), through: 0, by: -6) {
        text.append(alphabet[Int(bits >> shift & 63)])
      }
      bits = 0
    }
    let left = count % 3
    if left > 0 {
      bits <<= UInt32(8 * (3 - left))
      for index in 0...left { text.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]) }
      if pads { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - left)) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let alphabet = Array((letters + "+/").utf8)
  private static let urlAlphabet = Array((letters + "-_").utf8)
}

/// Bytes in thirty-two characters that sort as the bytes do (RFC 4648, section 7), without padding:
/// what the names of NSEC3 records begin with (RFC 5155, section 1.3).
public enum Base32Hex {
  private static let alphabet = Array("0123456789abcdefghijklmnopqrstuv".utf8)

  /// The characters, letters in lower case.
  public static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        result.append(alphabet[Int(bits >> UInt32(count) & 31)])
      }
      bits &= 0xFF
    }
    if count > 0 { result.append(alphabet[Int(bits << UInt32(5 - count) & 31)]) }
    return result
  }

  /// The bytes; `nil` where a character is none of the alphabet's, or the length is none that whole
  /// bytes have.
  ///
  /// Bits left over are not looked at.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 5 | UInt32(value)
      count += 5
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
      bits &= 0xFFF
    }
    return count < 5 ? result : nil
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character.lowercased {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case let letter where (UInt8(ascii: "a")...UInt8(ascii: "v")).contains(letter):
      letter - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
