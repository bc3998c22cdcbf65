/// Reduces one device's names in different naming systems to one key.
///
/// `macstudiom1-7.lan`, `MacStudioM1 (920)` and `D0817AD9AF37@MacStudioM1` are all `macstudiom1`.
/// Different devices can share a key. Keys compare by canonical equivalence, as strings do.
public func normaliseName(_ name: String) -> String {
  NormalisedName(name).key
}

/// A name in any naming system: the common key, and the number that a system adds to resolve a
/// conflict.
package struct NormalisedName: Hashable, Sendable {
  /// See ``normaliseName(_:)``.
  package let key: String
  /// DNS-SD's number in brackets: `920` of `MacStudioM1 (920)`.
  let instanceNumber: String?
  /// mDNS's number after a dash: `7` of `macstudiom1-7`.
  let hostNumber: String?

  /// Whether the names belong to different devices: one key, but different numbers of one system.
  package func contradicts(_ other: NormalisedName) -> Bool {
    func differ(_ left: String?, _ right: String?) -> Bool {
      if let left, let right { left != right } else { false }
    }
    return key == other.key
      && (differ(instanceNumber, other.instanceNumber) || differ(hostNumber, other.hostNumber))
  }

  /// Domains of home networks, longest first.
  private static let domains: [[Character]] = [
    ".home.arpa", ".localdomain", ".fritz.box", ".speedport.ip", ".intranet", ".internal",
    ".private", ".domain", ".local", ".home", ".corp", ".lan",
  ].map(Array.init)

  /// In characters; mDNS names have at most 255 bytes.
  private static let maximumLength = 256

  package init(_ name: String) {
    // ASCII but CR LF has one byte a character.
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

  /// The digits removed from the end; `nil` if none were.
  private static func number(in whole: Substring, behind rest: Substring) -> String? {
    guard rest.endIndex < whole.endIndex else { return nil }
    return String(whole[rest.endIndex...].filter(\.isNumber))
  }

  /// The twelve hexadecimal digits before `@` in a RAOP instance name.
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

  /// `macstudiom1-7` without its number; longer numbers are part of the name.
  private static func withoutDisambiguation(_ text: Substring) -> Substring? {
    // Testing bytes first is faster.
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

  /// White space, dashes and apostrophes, which some naming systems replace.
  private static func isDropped(_ character: Character) -> Bool {
    switch character {
    case "-", "_", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": true
    case "'", "`", "\u{B4}", "\u{2BC}", "\u{2018}"..."\u{201B}", "\u{2032}", "\u{FF07}": true
    default: character.isWhitespace
    }
  }
}
