import Diagnostics
import LinuxNetwork
import Model
import Server
import Wire

extension ToolRegistry {
  /// All ports of four hosts: each costs some bytes while it is asked.
  private static let mostPorts = 4 * 65_536

  /// `ports`: the open ports of hosts.
  var ports: ServedTool {
    ServedTool(
      "ports",
      [
        ToolOption("hosts", .hosts(most: 64), isRequired: true),
        ToolOption("ports", .text(longest: 2048), standard: .text("top1000")),
        ToolOption("udp", .flag, standard: .flag(false)),
        ToolOption("versions", .flag, standard: .flag(true)),
        ToolOption("rate", .integer(1...100_000)),
      ]
    ) { answers throws(ToolFailure) in
      let transport: TransportProtocol = answers.flag("udp") ? .udp : .tcp
      let rate = answers.number("rate")
      if transport == .udp, rate != nil {
        throw .unacceptable("rate is for TCP, not for udp")
      }
      let ports: PortList
      do throws(DiagnosticError) {
        ports = try PortList(parsing: answers.text("ports") ?? "top1000")
      } catch {
        throw ToolFailure(error)
      }
      let hosts = answers.texts("hosts")
      guard hosts.count * ports.ports.count <= Self.mostPorts else {
        throw .unacceptable("too many at once; at most \(Self.mostPorts) ports over all hosts")
      }
      let readsVersions = answers.flag("versions")
      // A run of a tool has two minutes; of more hosts than this some are asked after the others.
      let mostUDPTime = Duration.seconds(hosts.count > 32 ? 35 : 100)
      return { onProgress throws(ToolFailure) in
        let (targets, unknown) = try await targets(hosts)
        let printers = await printers()
        let tool = PortScan(
          targets,
          unknown: unknown,
          PortScan.Options(
            transport: transport,
            ports: ports,
            rate: rate,
            readsVersions: readsVersions,
            mostUDPTime: mostUDPTime
          ),
          isPrinter: { printers[$0] },
          in: environment.namespace,
          on: environment.group
        )
        return try await tool.serve(onProgress)
      }
    }
  }

  /// `cert`: a server's certificate.
  var certificate: ServedTool {
    ServedTool(
      "cert",
      [
        ToolOption("host", .host, isRequired: true),
        ToolOption("port", .integer(1...65_535)),
        ToolOption("starttls", .choice(StartTLS.allCases.map(\.rawValue))),
        ToolOption("server_name", .host),
        ToolOption("min_days", .integer(0...3650)),
        ToolOption("ciphers", .flag, standard: .flag(false)),
        ToolOption("timeout", .seconds(0.5...30), standard: .number(5)),
      ]
    ) { answers throws(ToolFailure) in
      let startTLS = answers.text("starttls").flatMap(StartTLS.init(rawValue:))
      let (host, given) = Self.split(answers.text("host") ?? "")
      let port =
        answers.integer("port").flatMap(UInt16.init(exactly:)) ?? given ?? startTLS?.port ?? 443
      // Whatever comes there, a printer prints it.
      guard !PortSweeper.isSpared(port: port) else {
        throw .refused("what is sent to port \(port) gets printed")
      }
      let name = answers.text("server_name")
      let minimumDays = answers.integer("min_days")
      let listsCiphers = answers.flag("ciphers")
      let timeout = answers.number("timeout") ?? 5
      return { onProgress throws(ToolFailure) in
        let target = try await target(host)
        let address = target.address
        // Devices are called otherwise than hosts may be, too.
        let isName = IPAddress(host) == nil && CertificateDiagnostic.Options.isServerName(host)
        let tool = CertificateDiagnostic(
          CertificateDiagnostic.Options(
            address.v4 == nil ? "[\(address)]:\(port)" : "\(address):\(port)",
            startTLS: startTLS,
            serverName: name ?? (isName ? host : nil),
            minimumDays: minimumDays,
            listsCiphers: listsCiphers,
            timeout: timeout
          ),
          roots: .system(),
          streams: SystemStreams(on: environment.group),
          now: { .now }
        )
        return try await tool.serve(onProgress) { $0.host = target.host }
      }
    }
  }
}
