import Diagnostics
import HomeNet
import Net
import Server
import Wire

extension ToolBench {
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
        ToolOption("recursion", .flag, standard: .flag(true)),
        ToolOption("dnssec", .flag, standard: .flag(false)),
      ]
    ) { answers throws(ToolFailure) in
      let name = answers.text("name") ?? ""
      let subject: DNSSubject
      do throws(DiagnosticError) {
        subject = try DNSSubject(name)
      } catch {
        throw ToolFailure(error)
      }
      let types = (answers.text("types") ?? "").split { " ,".contains($0) }.map(String.init)
      for type in types where !DNSOptions.isType(type) || DNSType(named: type) == .axfr {
        throw .unacceptable("'\(type)' is no record type that can be asked for here")
      }
      let transport = answers.text("transport").flatMap(DNSTransport.init(rawValue:)) ?? .udp
      let timeout = answers.number("timeout") ?? 3
      let wantsRecursion = answers.flag("recursion")
      let wantsSecurity = answers.flag("dnssec")
      let servers = answers.texts("servers")
      return { tell throws(ToolFailure) in
        var named: [String] = []
        for server in servers {
          named.append(try await nameServer(server, transport, for: subject))
        }
        let options = DNSOptions(
          name,
          types: types,
          servers: named,
          transport: transport,
          timeout: timeout,
          wantsRecursion: wantsRecursion,
          wantsSecurity: wantsSecurity
        )
        return try await DNSDiagnostic(options).serve(tell)
      }
    }
  }

  /// Where name servers are (RFC 1035, RFC 7858, RFC 6762): what listens elsewhere may take bytes of
  /// the asker's choice for commands.
  private static let nameServerPorts: Set<UInt16> = [53, 853, 5353]

  /// A name server that may be asked, by its address: what it was allowed for is what is asked.
  private func nameServer(
    _ text: String,
    _ transport: DNSTransport,
    for subject: DNSSubject
  ) async throws(ToolFailure) -> String {
    let (host, given) = Self.split(text)
    let port = given ?? transport.port
    guard !PortSweeper.isSpared(port: port) else {
      throw .refused("what is sent to port \(port) gets printed")
    }
    guard !subject.hasControlCharacters || Self.nameServerPorts.contains(port) else {
      throw .refused("a name with control characters is asked at ports 53, 853 and 5353 alone")
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
      return { tell throws(ToolFailure) in
        try await WhoisDiagnostic(WhoisDiagnostic.Options(subject), network: .system).serve(tell)
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
          if case .domain = try RegistrySubject(subject) {
            throw .usage("'\(subject)' is neither an address nor AS and a number")
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
      return { tell throws(ToolFailure) in
        let tool = ASNDiagnostic(
          options,
          origins: CymruOrigins.system,
          statistics: RoutingStatistics(),
          registry: .system
        )
        return try await tool.serve(tell)
      }
    }
  }
}
