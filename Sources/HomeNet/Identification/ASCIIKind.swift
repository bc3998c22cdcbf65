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
