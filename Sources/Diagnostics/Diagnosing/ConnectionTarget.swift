internal import Networking
internal import Wire

/// The target of a diagnosis as it was typed: a host, a host and port, or a URL.
struct ConnectionTarget: Hashable {
  /// As it was asked for.
  var text: String
  /// A name as it was given, or an address.
  var host: String
  /// The name as resolvers have it, in ASCII; the same where it is one, or an address.
  var name: String
  /// The ports to try, the best first.
  var ports: [UInt16]
  /// Whether TLS is wanted, as the URL's scheme has it; `nil` where the port must tell.
  var wantsTLS: Bool?

  /// Where TLS is spoken from the first byte on (IANA's registry, and what is customary).
  private static let tlsPorts: Set<UInt16> = [443, 465, 636, 853, 990, 993, 995, 5061, 8443, 8883]

  /// Reads it.
  ///
  /// - Throws: That it is none of them.
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
    // 0 is no port: it stands for none named.
    let parts = try HostAndPort(String(rest), port: 0)
    host = parts.host
    ports = parts.port == 0 ? implied : [parts.port]
    guard !host.isEmpty, host.utf8.count <= 253,
      host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
    else { throw .usage("'\(text)' is neither a host's name nor an address") }
    if let address = IPAddress(host) {
      if address.lacksZone { throw .lacksZone(address) }
      name = host
    } else {
      name = try HostNameASCII.inASCII(host)
    }
  }

  /// Its address, where it is one.
  var address: IPAddress? { IPAddress(host) }

  /// Whether a server that accepts on that port is to speak TLS.
  func speaksTLS(_ port: UInt16) -> Bool { wantsTLS ?? Self.tlsPorts.contains(port) }
}

extension ConnectionReach {
  /// How far an address is from a machine with that network.
  init(_ address: IPAddress, _ configuration: NetworkConfiguration) {
    let interfaces = configuration.interfaces
    if address.scope == .loopback || interfaces.have(address) {
      self = .itself
    } else {
      self = address.scope == .linkLocal || interfaces.reach(address) ? .near : .beyond
    }
  }
}
