/// The kind of a byte of a text.
enum ASCIIKind {
  case capital, small, digit, other

  /// Bytes beyond ASCII are `other`.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    default: self = .other
    }
  }
}

extension String {
  /// Whether it has a letter of any script.
  var hasLetter: Bool {
    // ASCII but CR LF has one byte a character.
    var isASCII = true
    for byte in utf8 {
      switch ASCIIKind(byte) {
      case .capital, .small: if isASCII { return true }
      case .digit: break
      case .other: isASCII = isASCII && byte < 0x80
      }
    }
    return !isASCII && contains(where: \.isLetter)
  }
}
