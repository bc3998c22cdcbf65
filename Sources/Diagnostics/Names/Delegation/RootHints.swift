public import Wire

/// Where the name servers of the root are (RFC 8109): where a walk begins.
public struct RootHints: Hashable, Sendable {
  /// A server of the root.
  public struct Server: Hashable, Sendable {
    /// Its name.
    public var name: DNSName
    /// Its addresses.
    public var addresses: [IPAddress]
  }

  /// The servers.
  public var servers: [Server]
  /// Whether they are the Internet's: then nobody's own network is asked for what they lead to.
  public var areInternets: Bool

  /// Servers at those addresses, in place of the Internet's.
  public init(addresses: [IPAddress]) {
    servers = addresses.map { Server(name: .root, addresses: [$0]) }
    areInternets = false
  }

  private init(_ table: [(letter: String, v4: String, v6: String)]) {
    servers = table.compactMap { letter, v4, v6 in
      DNSName("\(letter).root-servers.net").map { name in
        Server(name: name, addresses: [v4, v6].compactMap { IPAddress($0) })
      }
    }
    areInternets = true
  }

  /// The Internet's, as IANA lists them (https://www.internic.net/domain/named.root, 2024).
  public static let internet = RootHints([
    ("a", "198.41.0.4", "2001:503:ba3e::2:30"), ("b", "170.247.170.2", "2801:1b8:10::b"),
    ("c", "192.33.4.12", "2001:500:2::c"), ("d", "199.7.91.13", "2001:500:2d::d"),
    ("e", "192.203.230.10", "2001:500:a8::e"), ("f", "192.5.5.241", "2001:500:2f::f"),
    ("g", "192.112.36.4", "2001:500:12::d0d"), ("h", "198.97.190.53", "2001:500:1::53"),
    ("i", "192.36.148.17", "2001:7fe::53"), ("j", "192.58.128.30", "2001:503:c27::2:30"),
    ("k", "193.0.14.129", "2001:7fd::1"), ("l", "199.7.83.42", "2001:500:9f::42"),
    ("m", "202.12.27.33", "2001:dc3::35"),
  ])
}
