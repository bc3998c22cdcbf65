import Diagnostics
import Home
import LinuxNetwork
import Model
import Networking
package import Server
import Wire

extension ToolRegistry {
  /// Limits memory: all ports of four hosts.
  private static let mostPorts = 4 * 65_536

  package static let portsOptions = [
    ToolOption(PortScan.Options.Parameters.hosts), ToolOption(PortScan.Options.Parameters.ports),
    ToolOption(PortScan.Options.Parameters.udp), ToolOption(PortScan.Options.Parameters.versions),
    ToolOption(PortScan.Options.Parameters.rate),
  ]

  /// `ports`: the open ports of hosts.
  var ports: ServedTool {
    typealias Parameters = PortScan.Options.Parameters
    return ServedTool("ports", Self.portsOptions) { arguments throws(ToolFailure) in
      let transport: TransportProtocol = arguments[Parameters.udp] ? .udp : .tcp
      let rate = arguments[Parameters.rate]
      if transport == .udp, rate != nil { throw .unacceptable(Message(.errorRateOfUdp)) }
      let ports = try ToolFailure.translating { () throws(DiagnosticError) in
        try PortList(parsing: arguments[Parameters.ports])
      }
      let hosts = arguments[Parameters.hosts]
      guard hosts.count * ports.ports.count <= Self.mostPorts else {
        throw .unacceptable(Message(.errorPortCount, ["most": "\(Self.mostPorts)"]))
      }
      let options = PortScan.Options(
        transport: transport,
        ports: ports,
        rate: rate,
        readsVersions: arguments[Parameters.versions],
        // A run has two minutes; of more than 32 hosts, some wait for others.
        mostUDPTime: .seconds(hosts.count > 32 ? 35 : 100)
      )
      return { onProgress throws(ToolFailure) in
        let (targets, unknown) = try await targets(hosts)
        let printers = await home.snapshot().devices.printers("knows")
        let tool = PortScan(
          targets,
          unknown: unknown,
          options,
          isPrinter: { printers[$0] },
          in: environment.namespace,
          on: environment.group
        )
        return try await tool.serve(onProgress)
      }
    }
  }

  package static let certOptions = [
    ToolOption(CertificateDiagnostic.Options.Parameters.host),
    ToolOption(CertificateDiagnostic.Options.Parameters.port),
    ToolOption(CertificateDiagnostic.Options.Parameters.startTLS),
    ToolOption(CertificateDiagnostic.Options.Parameters.serverName),
    ToolOption(CertificateDiagnostic.Options.Parameters.minimumDays),
    ToolOption(CertificateDiagnostic.Options.Parameters.ciphers),
    ToolOption(CertificateDiagnostic.Options.Parameters.timeout),
  ]

  /// `cert`: a server's certificate.
  var cert: ServedTool {
    typealias Parameters = CertificateDiagnostic.Options.Parameters
    return ServedTool("cert", Self.certOptions) { arguments throws(ToolFailure) in
      let startTLS = arguments[Parameters.startTLS]
      let (host, given) = Self.split(arguments[Parameters.host])
      let port = arguments[Parameters.port] ?? given ?? startTLS?.port ?? 443
      // A printer prints whatever it receives there.
      guard !PortSweeper.isSpared(port: port) else {
        throw .refused(Message(.errorPrinted, ["port": "\(port)"]))
      }
      let name = arguments[Parameters.serverName]
      let minimumDays = arguments[Parameters.minimumDays]
      let listsCiphers = arguments[Parameters.ciphers]
      let timeout = arguments[Parameters.timeout] / .seconds(1)
      return { onProgress throws(ToolFailure) in
        let target = try await target(host)
        // A device's name may be no valid host name.
        let isName = IPAddress(host) == nil && CertificateDiagnostic.Options.isServerName(host)
        let tool = CertificateDiagnostic(
          CertificateDiagnostic.Options(
            "\(Self.bracketed(target.address)):\(port)",
            startTLS: startTLS,
            serverName: name ?? (isName ? host : nil),
            minimumDays: minimumDays,
            listsCiphers: listsCiphers,
            timeout: timeout
          ),
          roots: .system(),
          streams: SystemStreams(for: .tls, on: environment.group),
          now: { .now }
        )
        return try await tool.serve(onProgress) { $0.host = target.host }
      }
    }
  }
}
