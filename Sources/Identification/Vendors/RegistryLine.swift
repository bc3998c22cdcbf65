/// A line of a file that says who owns which block of MAC addresses.
///
/// Known are the IEEE's CSV (`MA-L,002272,"Sky UK Limited","…"`) and the lines marked `(hex)` of its
/// `oui.txt`, Wireshark's `manuf` (`00:22:72 TAB short TAB Sky UK Limited`, `…/28`), and nmap's
/// `nmap-mac-prefixes` (`002272 Sky UK Limited`).
enum RegistryLine: Hashable {
  /// Blank, a comment, a heading, or a part of an entry that isn't needed.
  case nothing
  /// No entry of any format that is known.
  case bad
  /// A block: 0 for 24 bits, 1 for 28, 2 for 36; the bits; the owner.
  case block(size: Int, prefix: UInt64, owner: String)

  /// More of a line, or of a name, isn't looked at.
  private static let lineLimit = 1000
  private static let nameLimit = 200

  /// Reads a line, without its end.
  init(_ line: ArraySlice<UInt8>) {
    let line = line.prefix(Self.lineLimit)
    guard let first = line.first(where: { !Self.isBlank($0) }), first != UInt8(ascii: "#") else {
      self = .nothing
      return
    }
    if line.starts(with: "MA-".utf8) || line.starts(with: "IAB,".utf8) {
      self = Self.csv(line)
    } else if line.starts(with: "Registry,".utf8) || line.starts(with: "OUI".utf8)
      || Self.isBlank(line[line.startIndex])
    {
      // Headings, and the addresses below an entry of oui.txt.
      self = .nothing
    } else {
      self = Self.plain(line)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func csv(_ line: ArraySlice<UInt8>) -> Self {
    var fields = line.split(
      separator: UInt8(ascii: ","),
      maxSplits: 2,
      omittingEmptySubsequences: false
    )
    guard fields.count == 3, var owner = fields.popLast(), let digits = fields.popLast() else {
      return .bad
    }
    if owner.first == UInt8(ascii: "\"") {
      // A quote in quotes stands twice.
      var text: [UInt8] = []
      owner = owner.dropFirst()
      while let byte = owner.popFirst() {
        if byte == UInt8(ascii: "\"") {
          guard owner.first == byte else { break }
          owner = owner.dropFirst()
        }
        text.append(byte)
      }
      return block(digits, bits: digits.count * 4, owner: text[...])
    }
    return block(digits, bits: digits.count * 4, owner: owner.prefix { $0 != UInt8(ascii: ",") })
  }

  /// Wireshark's, nmap's, and `oui.txt`: a prefix, blanks, the rest.
  private static func plain(_ line: ArraySlice<UInt8>) -> Self {
    var digits = line.prefix { !isBlank($0) }
    var rest = line[digits.endIndex...].drop(while: isBlank)
    var bits: Int?
    if let slash = digits.firstIndex(of: UInt8(ascii: "/")) {
      bits = Int(String(decoding: digits[(slash + 1)...], as: UTF8.self))
      guard bits != nil else { return .bad }
      digits = digits[..<slash]
    }
    let marks: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ".")]
    let bare = digits.filter { !marks.contains($0) }
    if rest.starts(with: "(base 16)".utf8) { return .nothing }
    if rest.starts(with: "(hex)".utf8) { rest = rest.dropFirst(5) }
    // The last of Wireshark's columns is the whole name.
    if let tab = rest.lastIndex(of: 0x09) {
      let last = rest[(tab + 1)...]
      if last.contains(where: { !isBlank($0) }) { rest = last }
    }
    return block(bare[...], bits: bits ?? min(bare.count * 4, 36), owner: rest)
  }

  private static func block(
    _ digits: ArraySlice<UInt8>,
    bits: Int,
    owner: ArraySlice<UInt8>
  ) -> Self {
    guard let size = [24, 28, 36].firstIndex(of: bits), digits.count >= bits / 4, digits.count <= 12
    else { return .bad }
    var prefix: UInt64 = 0
    for digit in digits.prefix(bits / 4) {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return .bad }
      prefix = prefix << 4 | UInt64(value)
    }
    let text = String(decoding: owner, as: UTF8.self)
    var words = text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 } }
    words = words.filter { !$0.isEmpty }
    let name = String(words.joined(separator: " ").prefix(nameLimit))
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return .bad }
    return .block(size: size, prefix: prefix, owner: name)
  }
}
