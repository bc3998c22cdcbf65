import Model
internal import Networking
internal import Wire

/// The target of a diagnosis as it was typed: a host, a host and port, or a URL.
struct ConnectionTarget: Hashable {
  /// As typed.
  var text: String
  /// The host part as typed: a name or an address.
  var host: String
  /// The host in ASCII (Punycode), for resolvers.
  var name: String
  /// The ports to try, the best first.
  var ports: [UInt16]
  /// Whether the URL's scheme demands TLS; `nil` where the port decides.
  var wantsTLS: Bool?

  /// Ports of implicit TLS (IANA's registry and common use).
  private static let tlsPorts: Set<UInt16> = [443, 465, 636, 853, 990, 993, 995, 5061, 8443, 8883]

  /// Parses a target; throws `usage`.
  init(_ text: String) throws(DiagnosticError) {
    self.text = text
    var rest = text[...]
    var implied: [UInt16] = [443, 80]
    for (scheme, port) in [("https://", UInt16(443)), ("http://", 80)]
    where text.lowercased().hasPrefix(scheme) {
      rest = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      implied = [port]
      wantsTLS = scheme == "https://"
    }
    // 0 stands for no port given.
    let parts = try HostAndPort(String(rest), port: 0)
    host = parts.host
    ports = parts.port == 0 ? implied : [parts.port]
    guard !host.isEmpty, host.utf8.count <= 253,
      host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
    else { throw .usage(Message(.errorNoHost, ["text": text])) }
    if let address = IPAddress(host) {
      if address.lacksZone { throw .lacksZone(address) }
      name = host
    } else {
      name = try HostNameASCII.inASCII(host)
    }
  }

  /// The host's address, where it is a literal.
  var address: IPAddress? { IPAddress(host) }

  /// Whether TLS is expected on a port.
  func speaksTLS(_ port: UInt16) -> Bool { wantsTLS ?? Self.tlsPorts.contains(port) }
}

extension ConnectionReach {
  /// The reach of an address from a machine with this configuration.
  init(_ address: IPAddress, _ configuration: NetworkConfiguration) {
    let interfaces = configuration.interfaces
    if address.scope == .loopback || interfaces.have(address) {
      self = .itself
    } else {
      self = address.scope == .linkLocal || interfaces.reach(address) ? .near : .beyond
    }
  }
}
