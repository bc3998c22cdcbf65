import Wire

/// An HTTP URL whose host is an IP address, so that nothing has to be resolved.
struct WebAddress: Hashable, Sendable {
  var address: IPAddress
  var port: UInt16
  var isTLS: Bool
  /// With its query, from the first slash on.
  var path: String

  /// In bytes.
  private static let limit = 512
}

extension WebAddress {
  /// Parses `http://192.168.1.2:49152/description.xml`; `nil` for names and other schemes.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    let isTLS = text.lowercased().hasPrefix("https://")
    guard isTLS || text.lowercased().hasPrefix("http://") else { return nil }
    let rest = text.dropFirst(isTLS ? 8 : 7)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    // User information can disguise the host.
    guard !authority.contains("@") else { return nil }
    var host = authority
    var port: UInt16 = isTLS ? 443 : 80
    if authority.hasPrefix("["), let close = authority.firstIndex(of: "]") {
      host = authority[authority.index(after: authority.startIndex)..<close]
      let after = authority[authority.index(after: close)...]
      if after.hasPrefix(":") {
        guard let number = UInt16(after.dropFirst()), number > 0 else { return nil }
        port = number
      }
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      let digits = authority[authority.index(after: colon)...]
      if !digits.isEmpty {
        guard let number = UInt16(digits), number > 0 else { return nil }
        port = number
      }
    }
    guard let address = IPAddress(String(host)) else { return nil }
    self.init(address: address, port: port, isTLS: isTLS, path: Self.path(rest[end...]))
  }

  /// Resolves a `Location` field (RFC 9110, section 10.2.2); `nil` if it is on another host.
  func following(_ location: String) -> WebAddress? {
    if location.lowercased().hasPrefix("http") {
      guard let web = WebAddress(location), web.address == address else { return nil }
      return web
    }
    guard location.utf8.count <= Self.limit, !location.hasPrefix("//"),
      location.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !location.isEmpty
    else { return nil }
    var next = self
    if location.hasPrefix("/") {
      next.path = Self.path(Substring(location))
    } else if let scheme = location.firstIndex(of: ":"),
      location[..<scheme].allSatisfy({ $0.isLetter })
    {
      return nil
    } else {
      let folder = path.prefix { $0 != "?" }.lastIndex(of: "/").map { path[...$0] } ?? "/"
      next.path = Self.path(folder + location)
    }
    return next
  }

  /// Removes a fragment, which is not sent.
  private static func path(_ text: Substring) -> String {
    let path = text.prefix { $0 != "#" }
    return path.hasPrefix("/") ? String(path) : "/\(path)"
  }
}
