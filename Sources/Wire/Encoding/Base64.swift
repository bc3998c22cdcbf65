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
