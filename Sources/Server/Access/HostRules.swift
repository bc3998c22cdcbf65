import Wire

/// The names that a browser may know the server by.
///
/// A page elsewhere can have its own name resolved to this server (DNS rebinding); then the browser
/// takes the server for that page's own, and only the name in the request tells.
struct HostRules: Sendable {
  private let trusted: Set<String>
  private let known: Set<String>

  /// Besides loopback and the server's own addresses, those names are known; pages of the trusted
  /// ones may change things, whatever their port.
  init(trusted: [String], own: [String] = []) {
    self.trusted = Set(trusted.compactMap { Self.host(of: $0) })
    known = self.trusted.union(own.compactMap { Self.host(of: $0) })
  }

  /// Whether a request by that name, which came to that address of ours, is meant for us.
  func knows(authority: String, at own: IPAddress?) -> Bool {
    guard let host = Self.host(of: authority) else { return false }
    if host == "localhost" || host.hasSuffix(".localhost") || known.contains(host) { return true }
    guard let address = IPAddress(host) else { return false }
    return address.scope == .loopback || address == own || address == own?.bare
  }

  /// Whether a page of that origin may change things: it is our own, or that of a trusted name.
  ///
  /// Our own has the port, too: whatever else this machine serves is another site.
  func trusts(origin: String, authority: String) -> Bool {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      let page = origin.dropFirst(scheme.count).lowercased()
      if page == authority.lowercased() { return true }
      return Self.host(of: page).map { trusted.contains($0) } ?? false
    }
    return false
  }

  /// The host of `host`, `host:port`, `[address]` or `[address]:port`, in small letters.
  static func host(of authority: String) -> String? {
    guard authority.utf8.count <= 261 else { return nil }
    var host: Substring
    var rest: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      rest = authority[authority.index(after: end)...]
      guard host.contains(":") else { return nil }
    } else {
      let end = authority.firstIndex(of: ":") ?? authority.endIndex
      host = authority[..<end]
      rest = authority[end...]
      if host.hasSuffix(".") { host = host.dropLast() }
    }
    if !rest.isEmpty {
      guard rest.removeFirst() == ":", UInt16(rest) != nil else { return nil }
    }
    return host.isEmpty ? nil : host.lowercased()
  }
}

extension IPAddress {
  /// The address without the zone, which a browser doesn't send.
  fileprivate var bare: IPAddress {
    if case .v6(let v6, _) = self { .v6(v6, zone: nil) } else { self }
  }
}
