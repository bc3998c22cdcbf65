internal import Wire

/// A host's name in ASCII, as resolvers, certificates and registries have it.
enum HostNameASCII {
  /// The name with Punycode (RFC 5891) in place of what isn't ASCII; an ASCII one is itself.
  ///
  /// Names of this link stay UTF-8 (RFC 6762, section 16).
  ///
  /// - Throws: That it is no name.
  static func inASCII(_ text: String) throws(DiagnosticError) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let name = try InternationalName.name(text).description
    return text.hasSuffix(".") ? name + "." : name
  }

  /// The name in lower case without a final dot; `nil` where it is none.
  static func of(_ text: String) -> String? {
    var name = text.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    guard !name.isEmpty, name.utf8.count <= 253 else { return nil }
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard isPlain, labels.allSatisfy({ (1...63).contains($0.utf8.count) }) else { return nil }
    return name
  }
}
