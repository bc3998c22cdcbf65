import Diagnostics
import Model
package import Server
import Wire

extension ToolRegistry {
  package static let dnsOptions = [
    ToolOption(DNSOptions.Parameters.name), ToolOption(DNSOptions.Parameters.types),
    ToolOption(DNSOptions.Parameters.servers), ToolOption(DNSOptions.Parameters.transport),
    ToolOption(DNSOptions.Parameters.timeout), ToolOption(DNSOptions.Parameters.recordClass),
    ToolOption(DNSOptions.Parameters.recursion), ToolOption(DNSOptions.Parameters.dnssec),
    ToolOption(DNSOptions.Parameters.trace), ToolOption(DNSOptions.Parameters.nameServers),
    ToolOption(DNSOptions.Parameters.nsid),
  ]

  /// `dns`: records of a name.
  var dns: ServedTool {
    typealias Parameters = DNSOptions.Parameters
    return ServedTool("dns", Self.dnsOptions) { arguments throws(ToolFailure) in
      let name = arguments[Parameters.name]
      try ToolFailure.translating { () throws(DiagnosticError) in _ = try DNSSubject(name) }
      let types = (arguments[Parameters.types] ?? "").split { " ,".contains($0) }.map(String.init)
      for type in types where !DNSOptions.isType(type) {
        throw .unacceptable(Message(.errorTypeNotServed, ["type": "\(type)"]))
      }
      let transport = arguments[Parameters.transport]
      let timeout = arguments[Parameters.timeout] / .seconds(1)
      let wantsRecursion = arguments[Parameters.recursion]
      let wantsSecurity = arguments[Parameters.dnssec]
      let wantsTrace = arguments[Parameters.trace]
      let wantsZoneServers = arguments[Parameters.nameServers]
      let wantsIdentifier = arguments[Parameters.nsid]
      let recordClass = arguments[Parameters.recordClass]
      let servers = arguments[Parameters.servers]
      return { onProgress throws(ToolFailure) in
        var named: [String] = []
        for server in servers { named.append(try await nameServer(server, transport)) }
        var options = DNSOptions(
          name,
          types: types,
          servers: named,
          transport: transport,
          timeout: timeout,
          wantsRecursion: wantsRecursion,
          wantsSecurity: wantsSecurity,
          wantsTrace: wantsTrace
        )
        options.wantsZoneServers = wantsZoneServers
        options.wantsIdentifier = wantsIdentifier
        options.recordClass = recordClass
        // A zone may give any address for its servers.
        let carrier = ConfinedDNSCarrier(policy: try await targetPolicy())
        return try await DNSDiagnostic(options, carrier: carrier).serve(onProgress)
      }
    }
  }

  /// The ports that name servers use: those of RFC 1035, RFC 7858 and RFC 6762, and the two that
  /// guides to Pi-hole and AdGuard Home choose for a resolver behind them.
  private static let nameServerPorts: Set<UInt16> = [53, 853, 5053, 5335, 5353]

  /// A name server by the address that the policy allowed, at a name server's port only.
  ///
  /// A line-based service would take parts of a query for commands, and checking the name doesn't help:
  /// labels begin with their length, and a length of 10 or 13 is a line end, one of 32 a space.
  private func nameServer(
    _ text: String,
    _ transport: DNSTransport
  ) async throws(ToolFailure) -> String {
    let (host, given) = Self.split(text)
    let port = given ?? transport.port
    guard Self.nameServerPorts.contains(port) else {
      let ports = Self.nameServerPorts.sorted().map(String.init)
      throw .refused(
        Message(.errorNameServerPorts, ["ports": .texts(ports)])
      )
    }
    let target = try await target(host)
    let address = Self.bracketed(target.address)
    let isNamed = transport == .tls && IPAddress(host) == nil
    return "\(transport.rawValue)://\(address):\(port)" + (isNamed ? "#\(host)" : "")
  }

  package static let whoisOptions = [ToolOption(WhoisDiagnostic.Options.Parameters.subject)]

  /// `whois`: registrations.
  var whois: ServedTool {
    ServedTool("whois", Self.whoisOptions) { arguments throws(ToolFailure) in
      let subject = arguments[WhoisDiagnostic.Options.Parameters.subject]
      try ToolFailure.translating { () throws(DiagnosticError) in _ = try RegistrySubject(subject) }
      return { onProgress throws(ToolFailure) in
        let options = WhoisDiagnostic.Options(subject)
        return try await WhoisDiagnostic(options, network: .system).serve(onProgress)
      }
    }
  }

  package static let asnOptions = [
    ToolOption(ASNDiagnostic.Options.Parameters.subjects),
    ToolOption(ASNDiagnostic.Options.Parameters.rpki),
    ToolOption(ASNDiagnostic.Options.Parameters.prefixes),
  ]

  /// `asn`: the autonomous systems of addresses.
  var asn: ServedTool {
    typealias Parameters = ASNDiagnostic.Options.Parameters
    return ServedTool("asn", Self.asnOptions) { arguments throws(ToolFailure) in
      let subjects = arguments[Parameters.subjects]
      for subject in subjects {
        let parsed = try ToolFailure.translating { () throws(DiagnosticError) in
          try RegistrySubject(subject)
        }
        switch parsed {
        case .address, .system: break
        case .domain, .network:
          throw .unacceptable(Message(.errorNoSystem, ["text": subject]))
        }
      }
      let options = ASNDiagnostic.Options(
        subjects,
        wantsRPKI: arguments[Parameters.rpki],
        wantsPrefixes: arguments[Parameters.prefixes]
      )
      return { onProgress throws(ToolFailure) in
        try await ASNDiagnostic.system(options).serve(onProgress)
      }
    }
  }
}
