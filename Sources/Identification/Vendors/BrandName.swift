/// Shortens registered names of companies to what people say.
///
/// Only names that the embedded registry doesn't have come here; for the others `scripts/vendors.py`,
/// which does the same with a list of brands beside it, has the brand.
enum BrandName {
  /// Legal forms, without dots and blanks.
  private static let forms: Set<String> = [
    "inc", "incorporated", "corp", "corporation", "corporate", "co", "comp", "company", "companies",
    "ltd", "limited", "ltda", "llc", "llp", "lp", "plc", "pte", "pty", "pvt", "private", "gmbh",
    "mbh", "ag", "kg", "kgaa", "ug", "ohg", "ek", "se", "eg", "bv", "nv", "sa", "sas", "sarl",
    "spa",
    "srl", "sl", "slu", "spzoo", "zoo", "sro", "as", "a/s", "aps", "ab", "oy", "oyj", "kk", "sdn",
    "bhd", "jsc", "ooo", "zao", "doo", "kft", "zrt",
  ]

  /// The registered name with its brand; `private` alone stays what it is.
  static func name(registered: String) -> VendorName {
    let isUndisclosed = registered.lowercased() == "private"
    return VendorName(
      brand: isUndisclosed ? "Private" : shortened(registered),
      registered: isUndisclosed ? "Private" : registered
    )
  }

  /// Whether the registered name is the brand with nothing but legal forms behind it.
  static func isOnlyLonger(_ registered: String, than brand: String) -> Bool {
    guard registered.utf8.starts(with: brand.utf8) else { return false }
    let rest = registered.utf8.dropFirst(brand.utf8.count)
    guard let first = rest.first else { return true }
    guard first == UInt8(ascii: " ") || first == UInt8(ascii: ",") else { return false }
    return Substring(rest).split { $0 == " " || $0 == "," }
      .allSatisfy { forms.contains($0.lowercased().filter { $0 != "." }) }
  }

  /// The name without legal forms at its end, and not shouting.
  static func shortened(_ name: String) -> String {
    var rest = Substring(name).trimmingSeparators
    while let start = rest.lastIndex(where: { $0 == " " || $0 == "," }) {
      let form = rest[rest.index(after: start)...].lowercased().filter { $0 != "." && $0 != ")" }
      let shorter = rest[..<start].trimmingSeparators
      guard forms.contains(form), !shorter.isEmpty else { break }
      rest = shorter
    }
    var text = String(rest)
    if text.utf8.contains(UInt8(ascii: "(")),
      text.count(where: { $0 == "(" }) > text.count(where: { $0 == ")" })
    {
      text += ")"
    }
    // Testing bytes first is faster.
    if text.utf8.contains(where: { ASCIIKind($0) == .small }) { return text }
    let letters = text.filter(\.isLetter)
    guard letters.count > 4, letters.allSatisfy(\.isUppercase) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.count > 4 ? $0.prefix(1) + $0.dropFirst().lowercased() : String($0) }
      .joined(separator: " ")
  }
}

extension Substring {
  fileprivate var trimmingSeparators: Substring {
    var text = self
    // Testing bytes first is faster.
    while let byte = text.utf8.last, Self.isSeparator(byte), let last = text.last,
      last.utf8.elementsEqual([byte])
    {
      text.removeLast()
    }
    while let byte = text.utf8.first, Self.isSeparator(byte), let first = text.first,
      first.utf8.elementsEqual([byte])
    {
      text.removeFirst()
    }
    return text
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "&"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
