internal import Wire

extension DNSServer {
  /// The server that a person named: `192.0.2.1`, `[2001:db8::1]:5353`, `ns.example`,
  /// `tcp://…`, `tls://192.0.2.1#name.in.its.certificate`, `https://host/path`.
  ///
  /// A name is asked of the system.
  ///
  /// - Parameters:
  ///   - text: The server, which may begin with `@`.
  ///   - transport: How it is asked where the text doesn't say.
  ///   - port: Where it listens where the text doesn't say; `nil` for the transport's own.
  /// - Returns: The server.
  /// - Throws: That it is none, or that its name doesn't resolve.
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
        throw .usage("'\(text)' is not a URL")
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
      throw .usage("'\(scheme)' is not one of udp, tcp, tls and https")
    }
    return (transport, String(text[range.upperBound...]))
  }
}
