import Wire

/// An HTTP URL in its parts.
struct HTTPTarget: Hashable, Sendable {
  /// Whether it is HTTPS.
  var isSecure: Bool
  /// The host, without brackets.
  var host: String
  /// The port.
  var port: UInt16
  /// With its query, from the first slash on.
  var path: String

  private static let limit = 4096

  /// Parses a URL; `nil` for other schemes, and for one with a user's name, which can disguise the host.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return nil
    }
    let lower = text.lowercased()
    isSecure = lower.hasPrefix("https://")
    guard isSecure || lower.hasPrefix("http://") else { return nil }
    let rest = text.dropFirst(isSecure ? 8 : 7)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.contains("@") else { return nil }
    port = isSecure ? 443 : 80
    var name = authority
    var digits: Substring?
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      name = authority[authority.index(after: authority.startIndex)..<close]
      let after = authority[authority.index(after: close)...]
      guard after.isEmpty || after.hasPrefix(":") else { return nil }
      digits = after.isEmpty ? nil : after.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      name = authority[..<colon]
      digits = authority[authority.index(after: colon)...]
    }
    if let digits, !digits.isEmpty {
      guard let number = UInt16(digits), number > 0 else { return nil }
      port = number
    }
    guard !name.isEmpty else { return nil }
    host = String(name)
    path = Self.path(rest[end...])
  }

  private static func path(_ text: Substring) -> String {
    let path = text.prefix { $0 != "#" }
    return path.hasPrefix("/") ? String(path) : "/\(path)"
  }

  /// The `Host` field.
  var authority: String {
    let name = IPAddress(host)?.uriHost ?? host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// The target of a `Location` field (RFC 9110, section 10.2.2), on whatever host; `nil` if it is no HTTP URL.
  func resolving(_ location: String) -> HTTPTarget? {
    guard !location.isEmpty, location.utf8.count <= Self.limit else { return nil }
    if location.hasPrefix("//") { return HTTPTarget((isSecure ? "https:" : "http:") + location) }
    if Self.hasScheme(location) { return HTTPTarget(location) }
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    var next = self
    if location.hasPrefix("/") {
      next.path = Self.path(Substring(location))
    } else if location.hasPrefix("?") {
      next.path = String(path.prefix { $0 != "?" }) + String(location.prefix { $0 != "#" })
    } else {
      let folder = path.prefix { $0 != "?" }
      let base = folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? "/"
      next.path = base + String(location.prefix { $0 != "#" })
    }
    next.path = Self.withoutDots(next.path)
    return next
  }

  /// A path without `.` and `..` (RFC 3986, section 5.2.4), which some servers refuse.
  private static func withoutDots(_ path: String) -> String {
    let end = path.firstIndex(of: "?") ?? path.endIndex
    let parts = path[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var kept: [Substring] = []
    for part in parts {
      if part == ".." { _ = kept.popLast() } else if part != "." { kept.append(part) }
    }
    // A folder stays one.
    if let last = parts.last, last == "." || last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/") + path[end...]
  }

  /// Whether a colon ends a scheme (RFC 3986, section 3.1), and isn't part of a path or a query.
  private static func hasScheme(_ reference: String) -> Bool {
    reference.prefix { !"/?#".contains($0) }.contains(":")
  }
}
