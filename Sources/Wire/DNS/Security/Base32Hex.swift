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
