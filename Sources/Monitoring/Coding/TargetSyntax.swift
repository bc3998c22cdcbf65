import Wire

/// How hosts, ports and URLs are written.
enum TargetSyntax {
  /// A name or an address, without the brackets around an IPv6 address; `nil` for any other text.
  static func host(_ text: some StringProtocol) -> String? {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let address = String(text.dropFirst().dropLast())
      guard case .v6? = IPAddress(address) else { return nil }
      return address
    }
    let host = String(text)
    return IPAddress(host) != nil || isName(host) ? host : nil
  }

  /// A host and a port: `nas.lan:22`, `192.168.1.2:22`, `[fe80::1%eth0]:22`; the port may be missing where
  /// there is a usual one, also behind an IPv6 address without brackets.
  static func hostAndPort(_ text: String, usual: UInt16? = nil) -> (host: String, port: UInt16)? {
    if let usual, let host = host(text) { return (host, usual) }
    guard let colon = text.lastIndex(of: ":"), let port = port(text[text.index(after: colon)...])
    else { return nil }
    let before = text[..<colon]
    guard before.hasPrefix("[") || !before.contains(":"), let host = host(before) else {
      return nil
    }
    return (host, port)
  }

  /// A port, 1 to 65535, in digits.
  private static func port(_ text: Substring) -> UInt16? {
    guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(text), port > 0
    else { return nil }
    return port
  }

  /// Whether it can be a host's name: labels of letters, digits, hyphens and underscores, which people use in
  /// homes; letters of other scripts are left to the resolver.
  static func isName(_ text: String) -> Bool {
    let name = text.hasSuffix(".") ? text.dropLast() : text[...]
    guard !name.isEmpty, name.utf8.count <= 253 else { return false }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      // Such as 192.168.1.300: the resolver could take it for an address of another form.
      return false
    }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy(isOfLabel)
    }
  }

  private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: !scalar.isASCII && (scalar.properties.isAlphabetic || isMark(scalar))
    }
  }

  /// Marks and digits that belong to the words of a script.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: true
    default: false
    }
  }

  /// Whether it is an absolute URL of HTTP: a scheme, a host without user information, maybe a port, and what
  /// is behind it in printable ASCII, as it is sent (RFC 3986).
  static func isURL(_ text: String) -> Bool {
    guard text.utf8.count <= longestURL, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return false }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.contains("@"), !authority.contains("%"),
      !rest.utf8.contains(where: { #""<>\^`{|}"#.utf8.contains($0) })
    else { return false }
    return hostAndPort(String(authority), usual: 80) != nil && !isBareIPv6(authority)
  }

  /// In URLs an IPv6 address needs brackets.
  private static func isBareIPv6(_ authority: Substring) -> Bool {
    !authority.hasPrefix("[") && authority.count(where: { $0 == ":" }) > 1
  }

  /// Longer ones are refused by servers, too.
  static let longestURL = 2048

  /// Whether it is a token of HTTP (RFC 9110, section 5.6.2).
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
