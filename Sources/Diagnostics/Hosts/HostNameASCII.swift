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
    guard name.utf8.allSatisfy({ $0 < 0x80 }), mistake(in: name) == nil else { return nil }
    return name
  }

  /// Judges a host's name (RFC 952, 1123, section 2.1); an underscore is let through, which devices
  /// have.
  ///
  /// - Parameter name: Without a final dot.
  /// - Returns: Why no host can be called so; `nil` where one can.
  static func mistake(in name: some StringProtocol) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > 253 { return "it is longer than 253 bytes" }
    for label in name.split(separator: ".", omittingEmptySubsequences: false) {
      if label.isEmpty { return "a label is empty" }
      if label.utf8.count > 63 { return "a label is longer than 63 bytes" }
      let isPlain = label.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        // Names of this link alone are UTF-8 still (RFC 6762, section 16).
        default: byte >= 0x80
        }
      }
      if !isPlain { return "it has letters, digits and hyphens alone" }
    }
    return nil
  }
}
