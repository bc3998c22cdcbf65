/// A text in which `*` stands for any text, also for none.
///
/// Matching takes time in proportion to the lengths of text and pattern: each part between wildcards is
/// found where it first stands, without going back, by the method of Knuth, Morris and Pratt.
struct WildcardPattern: Hashable, Sendable {
  /// What stands between the wildcards; one part where there is no wildcard.
  private let parts: [[UInt8]]

  /// A pattern of the texts between wildcards.
  init(parts: [String]) {
    self.parts = parts.map { Array($0.utf8) }
  }

  /// Whether all of the text is as the pattern says.
  func matches(_ text: String, ignoringCase: Bool = false) -> Bool {
    var bytes = Array(text.utf8)
    var parts = self.parts
    if ignoringCase {
      bytes = bytes.map(Self.lowered)
      parts = parts.map { $0.map(Self.lowered) }
    }
    guard let first = parts.first, let last = parts.last else { return bytes.isEmpty }
    guard parts.count > 1 else { return bytes == first }
    guard first.count + last.count <= bytes.count, bytes.starts(with: first),
      bytes.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = bytes[first.count..<(bytes.count - last.count)]
    for part in parts.dropFirst().dropLast() {
      guard let end = Self.end(of: part, in: rest) else { return false }
      rest = rest[end...]
    }
    return true
  }

  /// Where the part ends that stands first in the text.
  private static func end(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard !part.isEmpty else { return text.startIndex }
    guard part.count <= text.count else { return nil }
    // For each prefix of the part: the length of its longest end that is also its beginning.
    var borders = [0]
    var length = 0
    for byte in part.dropFirst() {
      while length > 0, part[length] != byte { length = borders[length - 1] }
      if part[length] == byte { length += 1 }
      borders.append(length)
    }
    length = 0
    for index in text.indices {
      while length > 0, part[length] != text[index] { length = borders[length - 1] }
      if part[length] == text[index] { length += 1 }
      if length == part.count { return index + 1 }
    }
    return nil
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
