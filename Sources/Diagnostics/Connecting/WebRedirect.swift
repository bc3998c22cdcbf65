internal import FoundationEssentials
internal import Wire

/// Where a web server may send who asks it: a registry on the Internet has no business with what is
/// at home.
enum WebRedirect {
  /// The URL that a `Location` names, which may be relative (RFC 9110, section 10.2.2); `nil` where
  /// it is no URL of HTTP.
  static func target(_ location: String, from url: String) -> String? {
    guard location.utf8.count <= 2048, let base = URL(string: url),
      let target = URL(string: location, relativeTo: base)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme),
      target.host()?.isEmpty == false
    else { return nil }
    return target.absoluteString
  }

  /// Follows a redirection.
  ///
  /// From the Internet it leads to the Internet alone, and never from encryption to none.
  ///
  /// - Parameters:
  ///   - old: Where it came from.
  ///   - address: The address that sent it: others that its host is said to have may lie.
  ///   - target: Where it leads.
  ///   - lookUp: Says a host's addresses.
  /// - Returns: The URL, with the addresses that were judged: connections go to no others.
  /// - Throws: Why it isn't followed.
  static func resolved(
    from old: ResolvedURL,
    at address: IPAddress,
    to target: String,
    _ lookUp: ResolvedURL.LookUp
  ) async throws(WebEnd) -> ResolvedURL {
    guard let (host, _) = ResolvedURL.hostAndPort(of: target) else {
      throw .refused("its redirect names no usable URL")
    }
    if isEncrypted(old.url), !isEncrypted(target) {
      throw .refused("it redirects to \(host) without encryption")
    }
    let new = try await ResolvedURL.looking(up: target, knowing: old, lookUp)
    // Addresses that aren't known, or not all, are no permission.
    guard !isOnInternet(address) || new.addresses.allSatisfy(isOnInternet) else {
      throw .refused("it redirects to \(host), which is not on the Internet")
    }
    return new
  }

  private static func isEncrypted(_ url: String) -> Bool {
    URL(string: url)?.scheme?.lowercased() == "https"
  }

  /// Whether an address is on the Internet; not so where it carries an IPv4 address alone
  /// (RFC 4291, section 2.5.5).
  private static func isOnInternet(_ address: IPAddress) -> Bool {
    if case .v6(let v6, _) = address, v6.high == 0 { return false }
    return address.scope == .global
  }
}
