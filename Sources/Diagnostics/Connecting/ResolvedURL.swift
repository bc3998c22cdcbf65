internal import FoundationEssentials
internal import LinuxNetwork
internal import Wire
import Model

/// A URL with its host's addresses, looked up once: connections go to the addresses that were checked
/// (against DNS rebinding).
struct ResolvedURL: Hashable, Sendable {
  /// Resolves a host name.
  typealias LookUp = @Sendable (_ host: String) async -> Result<[IPAddress], HostLookup.Failure>

  let url: String
  /// Its host, without brackets.
  let host: String
  let port: UInt16
  /// The host's addresses in connecting order; at least one.
  let addresses: [IPAddress]

  /// The name that the certificate must have; `nil` for an address, or without TLS.
  var certificateName: String? {
    guard url.lowercased().hasPrefix("https:"), IPAddress(host) == nil else { return nil }
    return (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
  }

  /// Looks the host up, unless it is that of `known`.
  static func looking(
    up url: String,
    knowing known: ResolvedURL? = nil,
    _ lookUp: LookUp = Self.system
  ) async throws(WebError) -> ResolvedURL {
    guard let (host, port) = hostAndPort(of: url) else { throw .refused(Message(.webMalformedURL)) }
    if let address = IPAddress(host) {
      return ResolvedURL(url: url, host: host, port: port, addresses: [address])
    }
    if let known, known.host.lowercased() == host.lowercased() {
      return ResolvedURL(url: url, host: host, port: port, addresses: known.addresses)
    }
    let failure: HostLookup.Failure
    switch await lookUp(host) {
    case .success(let found) where !found.isEmpty:
      return ResolvedURL(url: url, host: host, port: port, addresses: found.inConnectingOrder)
    case .success: failure = .unknown
    case .failure(let why): failure = why
    }
    throw WebError(failure, lookingUp: host, isOnline: RoutingTable.hasInternetRoute)
  }

  /// The host and port of an HTTP URL; `nil` where a client would reject or rewrite them.
  static func hostAndPort(of url: String) -> (host: String, port: UInt16)? {
    guard let parts = URL(string: url), let scheme = parts.scheme?.lowercased(),
      let usual = ["http": 80, "https": 443][scheme], let host = parts.host(),
      let port = UInt16(exactly: parts.port ?? usual)
    else { return nil }
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if IPAddress(bare) != nil { return (bare, port) }
    let name = bare.hasSuffix(".") ? bare.dropLast() : bare[...]
    // A name that the client rewrites would miss the address override and be looked up again.
    guard bare.utf8.allSatisfy({ $0 < 0x80 }), HostNameASCII.mistake(in: name) == nil else {
      return nil
    }
    return (bare, port)
  }

  /// The system's lookup.
  @Sendable static func system(
    _ host: String
  ) async -> Result<[IPAddress], HostLookup.Failure> {
    do throws(HostLookup.Failure) {
      return .success(try await HostLookup.addresses(of: host))
    } catch {
      return .failure(error)
    }
  }
}

/// The redirect policy: an Internet server may not redirect to an address in the home (SSRF).
enum WebRedirect {
  /// The absolute URL of a `Location` header (RFC 9110, section 10.2.2); `nil` if it is no HTTP URL.
  static func target(_ location: String, from url: String) -> String? {
    guard location.utf8.count <= 2048, let base = URL(string: url),
      let target = URL(string: location, relativeTo: base)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme),
      target.host()?.isEmpty == false
    else { return nil }
    return target.absoluteString
  }

  /// Checks a redirect from `old`, sent by `address`, and resolves its target; throws why it is refused:
  /// from the Internet to a local address, or from HTTPS to HTTP.
  static func resolved(
    from old: ResolvedURL,
    at address: IPAddress,
    to target: String,
    _ lookUp: ResolvedURL.LookUp
  ) async throws(WebError) -> ResolvedURL {
    guard let (host, _) = ResolvedURL.hostAndPort(of: target) else {
      throw .refused(Message(.webMalformedRedirect))
    }
    if isEncrypted(old.url), !isEncrypted(target) {
      throw .refused(Message(.webRedirectUnencrypted, ["host": host]))
    }
    let new = try await ResolvedURL.looking(up: target, knowing: old, lookUp)
    // All of the target's addresses must be on the Internet.
    guard !isOnInternet(address) || new.addresses.allSatisfy(isOnInternet) else {
      throw .refused(Message(.webRedirectPrivate, ["host": host]))
    }
    return new
  }

  private static func isEncrypted(_ url: String) -> Bool {
    URL(string: url)?.scheme?.lowercased() == "https"
  }

  /// Whether an address is global, and no IPv4-mapped or -compatible one (RFC 4291, section 2.5.5).
  private static func isOnInternet(_ address: IPAddress) -> Bool {
    if case .v6(let v6, _) = address, v6.high == 0 { return false }
    return address.scope == .global
  }
}
