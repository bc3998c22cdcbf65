import Diagnostics
import Server
import Wire

extension ToolRegistry {
  /// `dns`: what name servers say of a name.
  var names: ServedTool {
    ServedTool(
      "dns",
      [
        ToolOption("name", .text(longest: 512), isRequired: true),
        ToolOption("types", .text(longest: 255)),
        ToolOption("servers", .hosts(most: 8)),
        ToolOption("transport", .choice(["udp", "tcp", "tls"]), standard: .text("udp")),
        ToolOption("timeout", .seconds(0.5...10), standard: .number(3)),
        ToolOption("class", .choice(["IN", "CH", "HS"]), standard: .text("IN")),
        ToolOption("recursion", .flag, standard: .flag(true)),
        ToolOption("dnssec", .flag, standard: .flag(false)),
        ToolOption("trace", .flag, standard: .flag(false)),
        ToolOption("name_servers", .flag, standard: .flag(false)),
        ToolOption("nsid", .flag, standard: .flag(false)),
      ]
    ) { answers throws(ToolFailure) in
      let name = answers.text("name") ?? ""
      do throws(DiagnosticError) {
        _ = try DNSSubject(name)
      } catch {
        throw ToolFailure(error)
      }
      let types = (answers.text("types") ?? "").split { " ,".contains($0) }.map(String.init)
      for type in types where !DNSOptions.isType(type) {
        throw .unacceptable("'\(type)' is not a record type that can be asked for here")
      }
      let transport = answers.text("transport").flatMap(DNSTransport.init(rawValue:)) ?? .udp
      let timeout = answers.number("timeout") ?? 3
      let wantsRecursion = answers.flag("recursion")
      let wantsSecurity = answers.flag("dnssec")
      let wantsTrace = answers.flag("trace")
      let wantsZoneServers = answers.flag("name_servers")
      let wantsIdentifier = answers.flag("nsid")
      let recordClass = answers.text("class")
      let servers = answers.texts("servers")
      return { onProgress throws(ToolFailure) in
        var named: [String] = []
        for server in servers {
          named.append(try await nameServer(server, transport))
        }
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
        // A zone may name any address as its server's.
        let carrier = ConfinedDNSCarrier(policy: try await targetPolicy())
        return try await DNSDiagnostic(options, carrier: carrier).serve(onProgress)
      }
    }
  }

  /// The ports that name servers use: those of RFC 1035, RFC 7858 and RFC 6762, and the two that
  /// guides to Pi-hole and AdGuard Home choose for a resolver behind them.
  private static let nameServerPorts: Set<UInt16> = [53, 853, 5053, 5335, 5353]

  /// A name server that may be asked, by its address: what it was allowed for is what is asked.
  ///
  /// Only at a name server's port. A program that reads lines would take parts of a query for
  /// commands, and no check of the name prevents that: on the wire each label begins with its length,
  /// and a length of 10 or 13 is a line end, one of 32 a space.
  private func nameServer(
    _ text: String,
    _ transport: DNSTransport
  ) async throws(ToolFailure) -> String {
    let (host, given) = Self.split(text)
    let port = given ?? transport.port
    guard Self.nameServerPorts.contains(port) else {
      let ports = Self.nameServerPorts.sorted().map(String.init).joined(separator: ", ")
      throw .refused(
        "the server asks name servers at ports \(ports) only; 'homenet dns' asks at any port"
      )
    }
    let target = try await target(host)
    let address = target.address.v4 == nil ? "[\(target.address)]" : "\(target.address)"
    let isNamed = transport == .tls && IPAddress(host) == nil
    return "\(transport.rawValue)://\(address):\(port)" + (isNamed ? "#\(host)" : "")
  }

  /// `whois`: whose something is.
  var whois: ServedTool {
    ServedTool("whois", [ToolOption("subject", .text(longest: 255), isRequired: true)]) {
      answers throws(ToolFailure) in
      let subject = answers.text("subject") ?? ""
      do throws(DiagnosticError) {
        _ = try RegistrySubject(subject)
      } catch {
        throw ToolFailure(error)
      }
      return { onProgress throws(ToolFailure) in
        try await WhoisDiagnostic(WhoisDiagnostic.Options(subject), network: .system).serve(
          onProgress
        )
      }
    }
  }

  /// `asn`: which systems of the Internet addresses belong to.
  var systems: ServedTool {
    ServedTool(
      "asn",
      [
        ToolOption("subjects", .hosts(most: 64), isRequired: true),
        ToolOption("rpki", .flag, standard: .flag(true)),
        ToolOption("prefixes", .flag, standard: .flag(false)),
      ]
    ) { answers throws(ToolFailure) in
      let subjects = answers.texts("subjects")
      for subject in subjects {
        do throws(DiagnosticError) {
          switch try RegistrySubject(subject) {
          case .address, .system: break
          case .domain, .network:
            throw .usage("'\(subject)' is neither an IP address nor an AS number")
          }
        } catch {
          throw ToolFailure(error)
        }
      }
      let options = ASNDiagnostic.Options(
        subjects,
        wantsRPKI: answers.flag("rpki"),
        wantsPrefixes: answers.flag("prefixes")
      )
      return { onProgress throws(ToolFailure) in
        let tool = ASNDiagnostic(
          options,
          origins: CymruOrigins.system,
          statistics: RoutingStatistics(),
          registry: .system
        )
        return try await tool.serve(onProgress)
      }
    }
  }
}
