import Model
public import Wire

/// The transport of queries to a name server.
public enum DNSTransport: String, Codable, CaseIterable, Sendable {
  /// UDP, with TCP for truncated answers (RFC 1035, section 4.2).
  case udp
  /// TCP (RFC 7766).
  case tcp
  /// TLS (RFC 7858).
  case tls
  /// HTTPS (RFC 8484).
  case https
  /// Multicast DNS (RFC 6762).
  case multicast

  /// The default port.
  public var port: UInt16 {
    switch self {
    case .udp, .tcp: 53
    case .tls: 853
    case .https: 443
    case .multicast: 5353
    }
  }
}

/// A name server and its transport.
public struct DNSServer: Hashable, Sendable {
  /// As the user named it.
  public var name: String
  /// The transport of queries.
  public var transport: DNSTransport
  /// The address and port; `nil` with `url`.
  public var endpoint: Endpoint?
  /// The name to verify in its certificate; `nil` for its address.
  public var certificateName: String?
  /// The DNS over HTTPS URL.
  public var url: String?

  /// A server by address.
  public init(
    name: String? = nil,
    _ endpoint: Endpoint,
    _ transport: DNSTransport = .udp,
    certificateName: String? = nil
  ) {
    self.name = name ?? (endpoint.port == transport.port ? "\(endpoint.address)" : "\(endpoint)")
    self.endpoint = endpoint
    self.transport = transport
    self.certificateName = certificateName
  }

  /// A DNS over HTTPS server.
  public init(url: String) {
    name = url
    transport = .https
    self.url = url
  }

  /// Multicast DNS on this machine's links, by IPv4 or IPv6.
  public static let link = DNSServer(
    name: "mDNS",
    Endpoint(.v4(IPv4Address(224, 0, 0, 251)), port: 5353),
    .multicast
  )
}

extension DNSServer {
  /// Parses `192.0.2.1`, `[2001:db8::1]:5353`, `ns.example`, `tcp://…`,
  /// `tls://192.0.2.1#name.in.its.certificate` or `https://host/path`.
  ///
  /// The system resolves host names.
  ///
  /// - Parameters:
  ///   - text: The server, which may begin with `@`.
  ///   - transport: How it is asked where the text doesn't say.
  ///   - port: Where it listens where the text doesn't say; `nil` for the transport's own.
  /// - Returns: The server.
  /// - Throws: The text is invalid, or its name doesn't resolve.
  public static func named(
    _ text: String,
    _ transport: DNSTransport = .udp,
    port: UInt16? = nil
  ) async throws(DiagnosticError) -> DNSServer {
    let text = text.hasPrefix("@") ? String(text.dropFirst()) : text
    let (scheme, rest) = try split(text)
    let transport = scheme ?? transport
    if transport == .https {
      let url = scheme == nil ? "https://\(text)/dns-query" : text
      guard url.utf8.count <= 1024, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .usage(Message(.errorNoURL, ["text": text]))
      }
      return DNSServer(url: url)
    }
    let parts = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let place = try HostAndPort(String(parts.first ?? ""), port: port ?? transport.port)
    let host = try await TargetHost.looking(up: place.host)
    let isName = IPAddress(place.host) == nil
    let certificateName = parts.count == 2 ? String(parts[1]) : isName ? place.host : nil
    return DNSServer(
      name: text,
      Endpoint(host.address, port: place.port),
      transport,
      certificateName: transport == .tls ? certificateName : nil
    )
  }

  private static func split(
    _ text: String
  ) throws(DiagnosticError) -> (transport: DNSTransport?, rest: String) {
    guard let range = text.firstRange(of: "://") else { return (nil, text) }
    let scheme = String(text[..<range.lowerBound])
    guard let transport = DNSTransport(rawValue: scheme), transport != .multicast else {
      throw .usage(Message(.errorNoScheme, ["text": scheme]))
    }
    return (transport, String(text[range.upperBound...]))
  }
}
