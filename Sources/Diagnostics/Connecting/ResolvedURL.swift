internal import FoundationEssentials
internal import LinuxNetwork
internal import Wire

/// A URL with its host's addresses, looked up once, so that the addresses that are judged are those
/// that are connected to.
struct ResolvedURL: Hashable, Sendable {
  /// Looks a host's addresses up, the best first.
  typealias LookUp = @Sendable (_ host: String) async -> Result<[IPAddress], HostLookup.Failure>

  /// The URL.
  let url: String
  /// Its host, without brackets.
  let host: String
  let port: UInt16
  /// The host's addresses, in the order in which they are tried; at least one.
  let addresses: [IPAddress]

  /// The name that the host's certificate must have; `nil` where an address will do, or there is none.
  var certificateName: String? {
    guard url.lowercased().hasPrefix("https:"), IPAddress(host) == nil else { return nil }
    return (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
  }

  /// Looks the host up.
  ///
  /// - Parameters:
  ///   - url: A URL on the web.
  ///   - known: A URL whose addresses are taken for the same host.
  ///   - lookUp: Says a host's addresses.
  /// - Returns: The URL with its host's addresses.
  /// - Throws: That it is no such URL, or that its host has no address.
  static func looking(
    up url: String,
    knowing known: ResolvedURL? = nil,
    _ lookUp: LookUp = Self.system
  ) async throws(WebEnd) -> ResolvedURL {
    guard let (host, port) = hostAndPort(of: url) else { throw .refused("its URL names no host") }
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
    throw WebEnd(failure, lookingUp: host, isOnline: OwnRoute.leadsOut)
  }

  /// The host and port in a URL; `nil` where no client would take them, or not as they are written.
  static func hostAndPort(of url: String) -> (host: String, port: UInt16)? {
    guard let parts = URL(string: url), let scheme = parts.scheme?.lowercased(),
      let usual = ["http": 80, "https": 443][scheme], let host = parts.host(),
      let port = UInt16(exactly: parts.port ?? usual)
    else { return nil }
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if IPAddress(bare) != nil { return (bare, port) }
    let name = bare.hasSuffix(".") ? bare.dropLast() : bare[...]
    // What is written in another way by the client would be looked up by it again.
    guard bare.utf8.allSatisfy({ $0 < 0x80 }), HostNameASCII.mistake(in: name) == nil else {
      return nil
    }
    return (bare, port)
  }

  /// As the system says.
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
