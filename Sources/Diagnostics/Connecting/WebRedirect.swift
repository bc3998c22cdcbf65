internal import FoundationEssentials
internal import Net
internal import Wire

/// Where a web server may send who asks it: a registry on the Internet has no business with what is
/// at home.
enum WebRedirect {
  /// The place that a `Location` names, which may be relative (RFC 9110, section 10.2.2); `nil` where
  /// it is no place on the web.
  static func target(_ location: String, from url: String) -> String? {
    guard location.utf8.count <= 2048, let base = URL(string: url),
      let target = URL(string: location, relativeTo: base)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme),
      target.host()?.isEmpty == false
    else { return nil }
    return target.absoluteString
  }

  /// Why a redirection isn't followed; `nil` where it may be.
  ///
  /// From the Internet it leads to the Internet alone, and never from encryption to none. The name is
  /// looked up by `addresses`.
  static func refusal(
    from url: String,
    to target: String,
    addresses: @Sendable (String) async -> [IPAddress] = { await look(up: $0) }
  ) async -> String? {
    guard let old = URL(string: url), let new = URL(string: target), let host = new.host(),
      let oldHost = old.host()
    else { return "it redirects to nowhere" }
    if old.scheme?.lowercased() == "https", new.scheme?.lowercased() != "https" {
      return "it redirects to \(host) without encryption"
    }
    if host.lowercased() == oldHost.lowercased(), old.port == new.port { return nil }
    let origin = await addresses(oldHost)
    guard origin.allSatisfy(isOnInternet) else { return nil }
    guard await addresses(host).allSatisfy(isOnInternet) else {
      return "it redirects to \(host), which is not on the Internet"
    }
    // Who is cancelled hears of no addresses, and knows nothing.
    return Task.isCancelled ? "it was interrupted" : nil
  }

  /// Whether an address is on the Internet; not so where it carries an IPv4 address alone
  /// (RFC 4291, section 2.5.5).
  private static func isOnInternet(_ address: IPAddress) -> Bool {
    if case .v6(let v6, _) = address, v6.high == 0 { return false }
    return address.scope == .global
  }

  private static func look(up host: String) async -> [IPAddress] {
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if let address = IPAddress(bare) { return [address] }
    return (try? await HostLookup.addresses(of: bare)) ?? []
  }
}
