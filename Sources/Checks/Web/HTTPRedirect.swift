import Wire

/// Where a redirect leads, seen from the host that the user named.
///
/// Whoever sits between homenet and a host, such as the login page of a hotel's Wi-Fi or the holder of a
/// domain that expired, answers in its place and sends on to himself: a page of another host doesn't show that
/// the one that was meant is there.
enum HTTPRedirect: Hashable, Sendable {
  /// To the host that was meant, with or without `www.`, at any port.
  case here(HTTPTarget)
  /// To that host, but no longer encrypted.
  case unencrypted(HTTPTarget)
  /// To another host.
  case elsewhere(HTTPTarget)
  /// To what is no HTTP URL.
  case unreadable

  /// Reads a `Location` field (RFC 9110, section 10.2.2) of an answer of `target`; `meant` is the host that
  /// the monitor names.
  init(_ location: String, from target: HTTPTarget, meant: String) {
    guard let next = target.resolving(location) else {
      self = .unreadable
      return
    }
    let site = Self.site(next.host)
    if site != Self.site(target.host), site != Self.site(meant) {
      self = .elsewhere(next)
    } else {
      self = target.isSecure && !next.isSecure ? .unencrypted(next) : .here(next)
    }
  }

  /// What hosts have in common that differ in capitals, the root's dot, or a leading `www.`.
  private static func site(_ host: String) -> String {
    if let address = IPAddress(host) { return "\(address)" }
    var site = host.lowercased()
    if site.hasSuffix(".") { site.removeLast() }
    return site.hasPrefix("www.") ? String(site.dropFirst(4)) : site
  }
}

extension HTTPTarget {
  /// The host for messages: what a redirect names is anybody's text.
  var shownHost: String {
    let plain = host.unicodeScalars.map { (0x21...0x7E).contains($0.value) ? Character($0) : "?" }
    return plain.count > Self.mostShown ? String(plain.prefix(Self.mostShown)) + "…" : String(plain)
  }

  private static let mostShown = 100
}
