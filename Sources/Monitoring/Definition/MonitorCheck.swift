/// What a check of a monitor asks.
public enum MonitorCheck: Hashable, Sendable {
  /// ICMP echo to a host: a name or an address.
  case icmp(host: String, count: Int = 1)
  /// A TCP connection.
  case tcp(host: String, port: UInt16)
  /// An HTTP request.
  case http(HTTPCheck)
  /// A DNS query.
  case dns(DNSCheck)
  /// A TLS handshake, and the certificate that it shows.
  case tls(TLSCheck)
  /// Whether a device is in the home, by its id; nothing is sent for it.
  case presence(device: String)
  /// Whether the Internet can be reached: the gateway, the resolver and the targets.
  case internet(targets: [String])

  /// Its kind alone.
  public var kind: Kind {
    switch self {
    case .icmp: .icmp
    case .tcp: .tcp
    case .http: .http
    case .dns: .dns
    case .tls: .tls
    case .presence: .presence
    case .internet: .internet
    }
  }

  /// The kinds of checks, by their names in JSON.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case icmp, tcp, http, dns, tls, presence, internet
  }

  /// The host that it asks, as it is written; `nil` where it asks several, or none.
  public var host: String? {
    switch self {
    case .icmp(let host, _), .tcp(let host, _): return host
    case .tls(let check): return check.host
    case .http(let check):
      let parts = check.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let authority = parts[2].prefix { !"/?#".contains($0) }
      if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
      return String(authority.prefix { $0 != ":" })
    case .dns(let check): return check.resolver
    case .presence, .internet: return nil
    }
  }

  /// What it asks, in a few characters: a host, a URL, a device's id.
  public var target: String {
    switch self {
    case .icmp(let host, _): host
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .http(let check): check.url
    case .dns(let check): check.name
    case .tls(let check):
      check.host.contains(":") ? "[\(check.host)]:\(check.port)" : "\(check.host):\(check.port)"
    case .presence(let device): device
    case .internet(let targets): targets.joined(separator: ",")
    }
  }
}

/// An HTTP request and how its answer is taken.
public struct HTTPCheck: Hashable, Sendable {
  /// `http://…` or `https://…`.
  public var url: String
  /// The method, in capitals.
  public var method: String
  /// Fields of the request, in order.
  public var headers: [HeaderField]
  /// The request's body, if any.
  public var body: String?
  /// How many redirects are followed, 0–10; where it is 0, a redirect is the answer.
  public var redirects: Int
  /// Whether redirects to other hosts are followed, too; else the check fails by them.
  public var followsOtherHosts: Bool
  /// Whether the certificate has to be trusted.
  public var verifiesCertificate: Bool

  /// A field of a request.
  public struct HeaderField: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// Its value.
    public var value: String

    /// Memberwise initialiser.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A GET that follows redirects on its host.
  public init(
    url: String,
    method: String = "GET",
    headers: [HeaderField] = [],
    body: String? = nil,
    redirects: Int = 5,
    followsOtherHosts: Bool = false,
    verifiesCertificate: Bool = true
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.redirects = redirects
    self.followsOtherHosts = followsOtherHosts
    self.verifiesCertificate = verifiesCertificate
  }
}

extension HTTPCheck {
  /// The URL for names and messages, which go to others: without its query, which may have a token in it.
  package var shownURL: String { String(url.prefix { $0 != "?" && $0 != "#" }) }
}

/// A DNS query.
public struct DNSCheck: Hashable, Sendable {
  /// The name that is looked up.
  public var name: String
  /// The record's type: `A`, `AAAA`, `MX` and others.
  public var record: String
  /// The resolver, as `HOST` or `HOST:PORT`; the system's where it is `nil`.
  public var resolver: String?
  /// What has to be among the answers; any answer is right where it is empty.
  public var expected: [String]
  /// Whether the answer has to be signed and valid.
  public var requiresDNSSEC: Bool

  /// A query of the system's resolver.
  public init(
    name: String,
    record: String = "A",
    resolver: String? = nil,
    expected: [String] = [],
    requiresDNSSEC: Bool = false
  ) {
    self.name = name
    self.record = record
    self.resolver = resolver
    self.expected = expected
    self.requiresDNSSEC = requiresDNSSEC
  }
}

/// A TLS handshake.
public struct TLSCheck: Hashable, Sendable {
  /// A name or an address.
  public var host: String
  /// The port.
  public var port: UInt16
  /// The name that is asked for and that the certificate has to have; the host's where it is `nil`.
  public var serverName: String?
  /// The protocol that TLS is begun in: `smtp`, `imap`, …; none where it is `nil`.
  public var startTLS: String?
  /// Degraded when fewer days than that are left.
  public var minimumDays: Int
  /// Whether the chain has to be trusted.
  public var verifiesCertificate: Bool

  /// A handshake that has to show a trusted certificate with two weeks left.
  public init(
    host: String,
    port: UInt16 = 443,
    serverName: String? = nil,
    startTLS: String? = nil,
    minimumDays: Int = 14,
    verifiesCertificate: Bool = true
  ) {
    self.host = host
    self.port = port
    self.serverName = serverName
    self.startTLS = startTLS
    self.minimumDays = minimumDays
    self.verifiesCertificate = verifiesCertificate
  }
}
