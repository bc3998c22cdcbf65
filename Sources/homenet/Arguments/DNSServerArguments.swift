/// Servers as they were typed after `dns`: what they say themselves, which options then don't.
struct DNSServerArguments {
  private struct Server {
    /// `udp`, `tcp`, `tls` or `https`; `nil` where it doesn't say.
    var scheme: String?
    var hasPort: Bool
  }

  private let servers: [Server]

  /// Parses servers as they were typed, with or without `@`.
  init(_ words: [String]) {
    servers = words.map(Self.read)
  }

  /// Whether each says how it is asked, and none that it is so.
  func allSayOtherwise(than transport: String) -> Bool {
    !servers.isEmpty && servers.allSatisfy { $0.scheme != nil && $0.scheme != transport }
  }

  /// Whether each says its port.
  var allSayWhere: Bool { !servers.isEmpty && servers.allSatisfy(\.hasPort) }

  /// Whether all are asked by HTTPS; `standard` for those that don't say.
  func allByHTTPS(unlessSaid standard: Bool) -> Bool {
    !servers.isEmpty && servers.allSatisfy { $0.scheme.map { $0 == "https" } ?? standard }
  }

  /// Whether none is asked by datagrams; `standard` for those that don't say, and the system's own.
  func noneByDatagram(unlessSaid standard: Bool) -> Bool {
    guard !servers.isEmpty else { return !standard }
    return servers.allSatisfy { $0.scheme.map { $0 != "udp" } ?? !standard }
  }

  private static func read(_ word: String) -> Server {
    var rest = word.drop { $0 == "@" }
    var scheme: String?
    if let range = rest.firstRange(of: "://") {
      scheme = rest[..<range.lowerBound].lowercased()
      rest = rest[range.upperBound...]
    }
    // What a certificate is for, and a URL's path, say nothing of ports.
    rest = rest.prefix { $0 != "#" && $0 != "/" }
    // Behind the bracket of an address of IPv6, or behind the only colon.
    let colons = rest.count { $0 == ":" }
    let hasPort = rest.hasPrefix("[") ? rest.contains("]:") : colons == 1
    return Server(scheme: scheme, hasPort: hasPort)
  }
}
