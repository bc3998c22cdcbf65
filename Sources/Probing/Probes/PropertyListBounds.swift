/// Looks at a property list before a decoder does: small, shallow, without cycles.
///
/// In a binary list an object may be held by many others, so a few hundred bytes can stand for
/// billions of objects or hold themselves; and decoders go as deep as the list. Here it is walked
/// without recursion, each visit counted, and let through only where that ends soon.
enum PropertyListBounds {
  private static let byteLimit = 64 << 10
  private static let visitLimit = 4000
  private static let depthLimit = 16

  /// Whether it can be decoded without harm.
  static func permit(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= byteLimit else { return false }
    if bytes.starts(with: "bplist00".utf8) { return BinaryList(bytes)?.isSmall ?? false }
    return bytes.first { $0 > 0x20 } == UInt8(ascii: "<") && isShallow(bytes)
  }

  /// Whether XML's elements can't be nested too deeply, and nothing is declared that could grow.
  ///
  /// A decoder goes one level deeper for each of these elements. Only their beginnings are counted:
  /// what looks like an end may stand in a comment, and nothing is deeper than it has beginnings.
  private static func isShallow(_ bytes: [UInt8]) -> Bool {
    var nesting = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      let rest = bytes[index...]
      // The document type itself is in every list; entities of one's own are in none.
      if rest.starts(with: "<!ENTITY".utf8) { return false }
      if nests.contains(where: { rest.starts(with: $0) }) { nesting += 1 }
      if nesting > nestingLimit { return false }
    }
    return true
  }

  private static let nests = ["<array", "<dict", "<plist"].map { Array($0.utf8) }
  /// Receivers need some thirty; a thread's smallest stack, 128 KiB, has room for as many.
  private static let nestingLimit = 100

  /// A binary list's table of objects (Apple, CFBinaryPList.c): every access is checked.
  private struct BinaryList {
    let bytes: [UInt8]
    let offsetSize: Int
    let referenceSize: Int
    let count: Int
    let top: Int
    let table: Int

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
      let trailer = bytes.count - 32
      self.bytes = bytes
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      func number(at offset: Int) -> Int? {
        guard bytes[offset..<offset + 4].allSatisfy({ $0 == 0 }) else { return nil }
        return bytes[offset + 4..<offset + 8].reduce(0) { $0 << 8 | Int($1) }
      }
      guard (1...4).contains(offsetSize), (1...4).contains(referenceSize),
        let count = number(at: trailer + 8), let top = number(at: trailer + 16),
        let table = number(at: trailer + 24), count > 0, count <= visitLimit, top < count,
        table >= 8, table < trailer, count * offsetSize <= trailer - table
      else { return nil }
      (self.count, self.top, self.table) = (count, top, table)
    }

    var isSmall: Bool {
      var stack = [(object: top, depth: 0)]
      var visits = 0
      while let (object, depth) = stack.popLast() {
        visits += 1
        guard visits <= visitLimit, depth <= depthLimit, let held = references(of: object) else {
          return false
        }
        guard held.count <= visitLimit else { return false }
        for reference in held { stack.append((reference, depth + 1)) }
        guard stack.count <= visitLimit else { return false }
      }
      return true
    }

    /// The objects that one holds; `nil` where it lies outside of the list.
    private func references(of object: Int) -> [Int]? {
      guard object < count, let start = number(table + object * offsetSize, offsetSize),
        start >= 8, start < table
      else { return nil }
      let kind = bytes[start] >> 4
      var length = Int(bytes[start] & 15)
      var content = start + 1
      // Long ones say how long they are in an integer of their own.
      if length == 15, [4, 5, 6, 7, 10, 11, 12, 13].contains(kind) {
        guard content < table, bytes[content] >> 4 == 1, bytes[content] & 15 <= 2 else {
          return nil
        }
        let size = 1 << Int(bytes[content] & 15)
        guard let number = number(content + 1, size) else { return nil }
        length = number
        content += 1 + size
      }
      switch kind {
      case 0: return []
      case 1, 2, 3, 8: return content + (1 << min(length, 4)) <= table + 16 ? [] : nil
      case 4, 5, 7: return length <= table - content ? [] : nil
      case 6: return length <= (table - content) / 2 ? [] : nil
      case 10, 11, 12, 13:
        let references = kind == 13 ? length * 2 : length
        guard length <= visitLimit, references * referenceSize <= table - content else {
          return nil
        }
        return (0..<references).compactMap { number(content + $0 * referenceSize, referenceSize) }
      default: return nil
      }
    }

    private func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset + size <= bytes.count else { return nil }
      return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
