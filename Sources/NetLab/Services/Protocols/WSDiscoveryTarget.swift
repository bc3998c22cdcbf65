import Networking
public import Wire

extension DatagramService {
  /// A target of WS-Discovery: a camera, a Windows computer, a printer.
  ///
  /// - Parameters:
  ///   - uuid: its endpoint reference.
  ///   - types: what it is, with the usual prefixes: `dn:NetworkVideoTransmitter`.
  ///   - scopes: where it belongs.
  ///   - path: where it describes itself, after the address: `:5357/…`.
  ///   - address: its own.
  /// - Returns: the port that answers probes.
  public static func wsDiscovery(
    uuid: String,
    types: [String],
    scopes: [String] = [],
    path: String,
    address: IPv4Address
  ) -> DatagramService {
    DatagramService(
      port: WSDiscovery.port,
      groups: [.v4(WSDiscovery.ipv4Group)]
    ) { datagram in
      guard let probe = try? WSDiscoveryMessage(parsing: datagram.payload), probe.kind == .probe
      else { return [] }
      let wanted = probe.matches.flatMap(\.types)
      guard wanted.isEmpty || wanted.contains(where: types.contains) else { return [] }
      // Asked alone, it knows the address that it has where it lives now.
      let asked = datagram.destination.flatMap { $0.scope == .multicast ? nil : $0.v4 }
      let match = WSDiscoveryMessage.Match(
        endpoint: "urn:uuid:\(uuid)",
        types: types,
        scopes: scopes,
        locations: ["http://\(asked ?? address)\(path)"]
      )
      let answer = WSDiscoveryMessage(
        .probeMatches,
        id: "urn:uuid:\(uuid.dropLast(4))beef",
        relatesTo: probe.id,
        matches: [match]
      )
      return [answer.serialised]
    }
  }
}
