import Wire

/// Where a page is: a host by its address, never by a name that would have to be looked up.
struct WebAddress: Hashable, Sendable {
  /// The host.
  var address: IPAddress
  /// The port.
  var port: UInt16
  /// Whether over TLS.
  var isTLS: Bool
  /// The path with its query, from the first slash on.
  var path: String

  /// The longest that is followed.
  private static let limit = 512

  /// The given place.
  init(address: IPAddress, port: UInt16, isTLS: Bool, path: String) {
    self.address = address
    self.port = port
    self.isTLS = isTLS
    self.path = path
  }

  /// Parses `http://192.168.1.2:49152/description.xml`; `nil` for anything but an address over HTTP.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    let isTLS = text.lowercased().hasPrefix("https://")
    guard isTLS || text.lowercased().hasPrefix("http://") else { return nil }
    let rest = text.dropFirst(isTLS ? 8 : 7)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    // A user name before the host is a trick.
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

  /// Where a `Location` leads from here; `nil` where it leads to another host (RFC 9110, 10.2.2).
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

  /// The path without a fragment, which is the browser's own.
  private static func path(_ text: Substring) -> String {
    let path = text.prefix { $0 != "#" }
    return path.hasPrefix("/") ? String(path) : "/\(path)"
  }
}
