/// Reduces what different naming systems say of one device to one key.
///
/// `macstudiom1-7.lan`, `MacStudioM1 (920)` and `D0817AD9AF37@MacStudioM1` are all `macstudiom1`.
/// Two devices may have one key: it finds candidates, it proves nothing. Keys are compared as strings
/// are: a letter with its mark is one letter, whether it is written as one or as two.
public func normaliseName(_ name: String) -> String {
  NormalisedName(name).key
}

/// A name as different naming systems write it: what they have in common, and the numbers that each
/// adds where a name is taken.
package struct NormalisedName: Hashable, Sendable {
  /// What they have in common.
  package let key: String
  /// The number in brackets, of an instance of a service: `920` of `MacStudioM1 (920)`.
  let instanceNumber: String?
  /// The number behind a dash, of a host: `7` of `macstudiom1-7`.
  let hostNumber: String?

  /// Whether the two can't be one device's: one key, and two numbers of one naming system.
  package func contradicts(_ other: NormalisedName) -> Bool {
    func differ(_ left: String?, _ right: String?) -> Bool {
      if let left, let right { left != right } else { false }
    }
    return key == other.key
      && (differ(instanceNumber, other.instanceNumber) || differ(hostNumber, other.hostNumber))
  }

  /// Domains that only say "in this home", longest first.
  private static let domains: [[Character]] = [
    ".home.arpa", ".localdomain", ".fritz.box", ".speedport.ip", ".intranet", ".internal",
    ".private", ".domain", ".local", ".home", ".corp", ".lan",
  ].map(Array.init)

  /// Names longer than this are cut first; mDNS knows none beyond 255 bytes.
  private static let maximumLength = 256

  /// The parts of a name: in lower case, without what naming systems add.
  package init(_ name: String) {
    // The bytes of ASCII are its characters: most names, and soon done.
    let isASCII =
      name.utf8.count <= Self.maximumLength && name.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    let text = isASCII ? name.lowercased() : String(name.prefix(Self.maximumLength)).lowercased()
    var rest = text[...]
    if let prefix = Self.raopPrefix(of: rest) { rest = rest.dropFirst(prefix.count + 1) }
    rest = Self.trimmed(rest)
    rest = Self.withoutDomains(rest)
    let instance = rest
    while let shorter = Self.withoutInstanceNumber(rest) { rest = shorter }
    instanceNumber = Self.number(in: instance, behind: rest)
    let host = rest
    if let shorter = Self.withoutDisambiguation(rest) { rest = shorter }
    hostNumber = Self.number(in: host, behind: rest)
    key =
      isASCII
      ? String(decoding: rest.utf8.filter { !Self.isDropped($0) }, as: UTF8.self)
      : String(rest.filter { !Self.isDropped($0) })
  }

  /// The digits that were taken from the end; `nil` where nothing was.
  private static func number(in whole: Substring, behind rest: Substring) -> String? {
    guard rest.endIndex < whole.endIndex else { return nil }
    return String(whole[rest.endIndex...].filter(\.isNumber))
  }

  /// The twelve hexadecimal digits before `@` in the name of a RAOP instance.
  package static func raopPrefix(of name: some StringProtocol) -> String? {
    guard name.utf8.contains(UInt8(ascii: "@")) else { return nil }
    let prefix = name.prefix(12)
    guard prefix.count == 12, prefix.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      name.dropFirst(12).first == "@", name.count > 13
    else { return nil }
    return String(prefix)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.utf8.last, !isInWord(last), let last = text.last,
      last.isWhitespace || last == "."
    {
      text.removeLast()
    }
    while let first = text.utf8.first, !isInWord(first), let first = text.first,
      first.isWhitespace
    {
      text.removeFirst()
    }
    return text
  }

  /// Whether the byte is of no blank and no dot.
  private static func isInWord(_ byte: UInt8) -> Bool { ASCIIKind(byte) != .other }

  private static func withoutDomains(_ text: Substring) -> Substring {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var text = text
    var search = true
    while search {
      search = false
      for domain in domains
      where text.count > domain.count && text.reversed().starts(with: domain.reversed()) {
        text = text.dropLast(domain.count)
        search = true
        break
      }
    }
    return text
  }

  /// `MacStudioM1 (920)` without its number.
  static func withoutInstanceNumber(_ text: Substring) -> Substring? {
    guard text.utf8.last == UInt8(ascii: ")"), text.last == ")", let open = text.lastIndex(of: "(")
    else { return nil }
    let digits = text[text.index(after: open)...].dropLast()
    let rest = trimmed(text[..<open])
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }), !rest.isEmpty
    else { return nil }
    return rest
  }

  /// `macstudiom1-7` without its number; longer ones are part of a name.
  private static func withoutDisambiguation(_ text: Substring) -> Substring? {
    // Nearly all names end otherwise, which their bytes say sooner than their characters.
    guard let end = text.utf8.last, end >= 0x80 || ASCIIKind(end) == .digit,
      text.utf8.contains(UInt8(ascii: "-")), let dash = text.lastIndex(of: "-")
    else { return nil }
    let digits = text[text.index(after: dash)...]
    let rest = text[..<dash]
    guard (1...3).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
      rest.contains(where: { !isDropped($0) })
    else { return nil }
    return rest
  }

  private static func isDropped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "'"), UInt8(ascii: "`"), 0x20,
      0x09...0x0D:
      true
    default: false
    }
  }

  /// Blanks, dashes and apostrophes: what one naming system keeps and the next replaces.
  private static func isDropped(_ character: Character) -> Bool {
    switch character {
    case "-", "_", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": true
    case "'", "`", "\u{B4}", "\u{2BC}", "\u{2018}"..."\u{201B}", "\u{2032}", "\u{FF07}": true
    default: character.isWhitespace
    }
  }
}
