public import Wire

/// How questions are carried to a name server.
public enum DNSTransport: String, Codable, CaseIterable, Sendable {
  /// Datagrams, and TCP for what doesn't fit into one (RFC 1035, section 4.2).
  case udp
  /// A connection (RFC 7766).
  case tcp
  /// TLS (RFC 7858).
  case tls
  /// HTTPS (RFC 8484).
  case https
  /// Datagrams to everybody on the link (RFC 6762).
  case multicast

  /// Where servers listen.
  public var port: UInt16 {
    switch self {
    case .udp, .tcp: 53
    case .tls: 853
    case .https: 443
    case .multicast: 5353
    }
  }
}

/// A name server, and how it is asked.
public struct DNSServer: Hashable, Sendable {
  /// As it was named.
  public var name: String
  /// How it is asked.
  public var transport: DNSTransport
  /// Where it is; `nil` where a URL says.
  public var endpoint: Endpoint?
  /// The name that its certificate is for; `nil` for its address.
  public var certificateName: String?
  /// Where it is asked by HTTPS.
  public var url: String?

  /// The server at an address.
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

  /// The server at a URL.
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
