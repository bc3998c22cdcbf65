/// Bytes and numbers in hexadecimal digits (RFC 4648, section 8).
public enum Hex {
  /// Whether digits above nine are `a`–`f` or `A`–`F`.
  public enum Letters: Hashable, Sendable {
    case lower, upper
  }

  /// Two digits a byte.
  public static func encode(
    _ bytes: some Sequence<UInt8>,
    _ letters: Letters = .lower
  ) -> String {
    let digits = letters == .lower ? lowerDigits : upperDigits
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A number in lower case, filled up with zeros to that many digits.
  public static func encode(_ number: some UnsignedInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// The bytes that pairs of digits in either case stand for; `nil` where a character is no digit, or
  /// where one is left over.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let bytes = decodePrefix(text)
    return 2 * bytes.count == text.count ? bytes : nil
  }

  /// The bytes before the first pair of characters that are not both digits.
  @inlinable
  public static func decodePrefix(_ text: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard let value = value(of: character) else { break }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  /// The value of a digit in either case.
  @inlinable
  public static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static let lowerDigits = Array("0123456789abcdef".utf8)
  private static let upperDigits = Array("0123456789ABCDEF".utf8)
}
