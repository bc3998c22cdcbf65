/// Which of eight bytes are capitals, small letters and digits, found for all eight at once.
///
/// The first of the bytes is the lowest of the number. Each kind is a number, too, whose bytes have their
/// high bit set where that byte is of the kind, and no other bit. Bytes beyond ASCII count as small letters.
struct LetterKinds {
  private let bytes: UInt64
  private let capitals: UInt64
  private let smalls: UInt64
  private let digits: UInt64

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  init(_ bytes: UInt64) {
    self.bytes = bytes
    let low = bytes & ~Self.highBits
    let ascii = ~bytes & Self.highBits
    // Adding the distance from `first` to 0x80 to a byte's low seven bits sets the high bit if they are
    // `first` or more. No sum is above 0xFF, so nothing carries into the next byte.
    func isFrom(_ first: Unicode.Scalar) -> UInt64 {
      low &+ UInt64(0x80 - first.value) &* 0x0101_0101_0101_0101
    }
    capitals = isFrom("A") & ~isFrom("[") & ascii
    smalls = isFrom("a") & ~isFrom("{") & ascii | bytes & Self.highBits
    digits = isFrom("0") & ~isFrom(":") & ascii
  }

  /// The bytes with ASCII in lower case.
  var lower: UInt64 { bytes | capitals >> 2 }

  /// Eight bits, set where a word begins or ends before a byte; given what stands around the eight.
  func boundaries(after previous: LetterKinds, before next: LetterKinds) -> UInt64 {
    let afterCapital = capitals << 8 | previous.capitals >> 56
    let afterSmall = smalls << 8 | previous.smalls >> 56
    let afterDigit = digits << 8 | previous.digits >> 56
    let beforeSmall = smalls >> 8 | next.smalls << 56
    // `TVBox` has two words, `TVB` one.
    let inside =
      smalls & (afterSmall | afterCapital) | digits & afterDigit
      | capitals & afterCapital & ~beforeSmall
    // The multiplication moves bit 8i to bit 56 + i: the factor has the bits 7, 14, … 56, and
    // 8i + 7(8 − i) = 56 + i. No two of its products fall on one bit, so nothing carries.
    return ((~inside & Self.highBits) >> 7 &* 0x0102_0408_1020_4080) >> 56
  }
}
