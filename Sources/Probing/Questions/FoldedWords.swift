/// A text's words in lower case with single spaces around them, to find words in.
///
/// Letters and digits of ASCII make words, everything else parts them: `WiZ_a8bb50` is `wiz a8bb50`.
struct FoldedWords: Hashable, Sendable {
  /// How much of a text is looked at.
  private static let limit = 512

  private let bytes: [UInt8]

  init(_ text: String) {
    var bytes: [UInt8] = [0x20]
    for byte in text.utf8.prefix(Self.limit) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default:
        if bytes.last != 0x20 { bytes.append(0x20) }
      }
    }
    if bytes.last != 0x20 { bytes.append(0x20) }
    self.bytes = bytes
  }

  /// Whether those words stand here, whole and in that order.
  func contain(_ words: FoldedWords) -> Bool {
    words.bytes.count > 2 && finds(words.bytes[...])
  }

  /// Whether those words stand here, of the last one perhaps only its beginning.
  func contain(beginning words: FoldedWords) -> Bool {
    words.bytes.count > 2 && finds(words.bytes.dropLast())
  }

  private func finds(_ wanted: ArraySlice<UInt8>) -> Bool {
    guard let first = wanted.first, wanted.count <= bytes.count else { return false }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start] == first && bytes[start...].starts(with: wanted) {
      return true
    }
    return false
  }
}
