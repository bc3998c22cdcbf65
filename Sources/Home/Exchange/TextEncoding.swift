/// How the bytes of a text file stand for letters.
enum TextEncoding {
  /// Whether it is UTF-16 or UTF-32: by its byte order mark, or by the zero bytes that no other text has.
  static func isWide(_ bytes: some Sequence<UInt8>) -> Bool {
    let head = Array(bytes.prefix(256))
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return true }
    // A letter of ASCII has one zero byte there; a stray zero is no encoding.
    return head.count { $0 == 0 } * 4 >= head.count && head.contains(0)
  }

  /// The bytes in UTF-8 of a text in Windows-1252, of which Latin-1 is a part.
  static func utf8(windows1252 bytes: some Sequence<UInt8>) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(scalar(byte)) }
    return Array(String(text).utf8)
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80..<0xA0).contains(byte) ? additions[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  /// What Windows-1252 has in the place of Latin-1's second control characters, from 0x80 on.
  private static let additions = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars
  )
}
