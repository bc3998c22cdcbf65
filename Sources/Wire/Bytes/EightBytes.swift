// Texts are copied and looked through eight bytes at once; the first is the lowest byte of the word.

extension UInt64 {
  /// How many of its eight bytes come before the first of those two or of a control character; 8 without
  /// one.
  ///
  /// Only the lowest mark counts; see ``marks(below:)``.
  @inlinable
  package func bytes(before first: UInt8, _ second: UInt8) -> Int {
    (marks(of: first) | marks(of: second) | marks(below: 0x20)).trailingZeroBitCount >> 3
  }

  /// How many come before the first of those two, of a control character, or of what is not ASCII; 8
  /// without one.
  @inlinable
  package func asciiBytes(before first: UInt8, _ second: UInt8) -> Int {
    let marks = marks(of: first) | marks(of: second) | marks(below: 0x20) | marks(of: 0x7F)
    return (marks | self & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
  }

  /// The high bits of the bytes that are that one; of several marks only the lowest is certain.
  @inlinable
  package func marks(of byte: UInt8) -> UInt64 {
    (self ^ 0x0101_0101_0101_0101 &* UInt64(byte)).marks(below: 1)
  }

  /// The high bits of the bytes that are less than that one, which is 0x80 at most; of several marks only
  /// the lowest is certain.
  ///
  /// A byte from which more is subtracted than it holds gets its high bit set, and borrows from the byte
  /// above, whose mark may then be wrong; the bytes below are not affected (Warren, Hacker's Delight,
  /// section 6-1).
  @inlinable
  package func marks(below byte: UInt8) -> UInt64 {
    (self &- 0x0101_0101_0101_0101 &* UInt64(byte)) & ~self & 0x8080_8080_8080_8080
  }
}

extension RawSpan {
  /// The eight bytes from there on.
  @inlinable
  package func eightBytes(at offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension MutableRawSpan {
  /// Writes eight bytes.
  @inlinable
  package mutating func store(_ eightBytes: UInt64, at offset: Int) {
    storeBytes(of: eightBytes.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Copies the first bytes of a text.
  @inlinable
  package mutating func store(_ text: Span<UInt8>, count: Int, at offset: Int) {
    var index = 0
    while index + 8 <= count {
      store(text.bytes.eightBytes(at: index), at: offset + index)
      index += 8
    }
    // The last eight once more, or one at a time.
    if count >= 8, index < count {
      store(text.bytes.eightBytes(at: count - 8), at: offset + count - 8)
      index = count
    }
    while index < count {
      storeBytes(of: text[index], toByteOffset: offset + index, as: UInt8.self)
      index += 1
    }
  }
}
