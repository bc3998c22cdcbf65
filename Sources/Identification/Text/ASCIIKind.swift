/// What kind of byte stands in a text, as far as words go.
enum ASCIIKind {
  /// An upper-case letter.
  case capital
  /// A lower-case letter.
  case small
  /// A digit.
  case digit
  /// Anything else.
  case other

  /// The byte's kind; those beyond ASCII are `other`.
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
  /// Whether it has a letter, of whatever script.
  var hasLetter: Bool {
    // In ASCII every byte is a character, but for a line end, which is no letter either.
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
