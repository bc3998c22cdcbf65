internal import Wire

extension ServerName {
  /// The name that a person gave, in any script.
  ///
  /// - Throws: That no host can be called so.
  init(given text: String) throws(DiagnosticError) {
    if IPAddress(text) != nil {
      try self.init(text)
      return
    }
    let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : try HostNameASCII.inASCII(text)
    if let mistake = Self.mistake(in: plain) {
      throw .usage("'\(text)' can't be a host's name: \(mistake)")
    }
    try self.init(plain)
  }

  /// Why no host can be called so (RFC 952, 1123, section 2.1; an underscore is let through, which
  /// devices have); `nil` where one can.
  static func mistake(in name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    let name = name.hasSuffix(".") ? name.dropLast() : name[...]
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

extension CertificateDiagnostic.Options {
  /// Whether a text can be asked for within TLS.
  public static func isServerName(_ text: String) -> Bool {
    (try? ServerName(given: text)) != nil
  }
}
