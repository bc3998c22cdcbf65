import Diagnostics
import LinuxNetwork
import Server
import Wire

extension ToolRegistry {
  /// `diagnose`: what is wrong with this machine's network, or with the way to a host.
  var diagnosis: ServedTool {
    ServedTool("diagnose", [ToolOption("host", .host), ToolOption("port", .integer(1...65_535))]) {
      answers throws(ToolFailure) in
      let (host, given) = Self.split(answers.text("host") ?? "")
      let port = answers.integer("port").flatMap(UInt16.init(exactly:)) ?? given
      if let port, PortSweeper.isSpared(port: port) {
        throw .refused("what is sent to port \(port) gets printed")
      }
      return { onProgress throws(ToolFailure) in
        if host.isEmpty {
          let connection = ConnectionEnvironment(
            network: try network(for: "can't diagnose", isPublic: false)
          )
          return try await ConnectionDiagnostic(nil, environment: connection).serve(onProgress)
        }
        let target = try await target(host)
        var connection = ConnectionEnvironment(network: try network(for: "can't diagnose"))
        // The address that was allowed is the one that is asked, whatever the name says next.
        connection.lookUp = { _, _ in .success([target.address]) }
        let isName =
          IPAddress(target.host) == nil && CertificateDiagnostic.Options.isServerName(target.host)
        let address = target.address
        let place =
          isName ? target.host : address.v4 == nil ? "[\(address)]" : address.description
        let text = port.map { "\(place):\($0)" } ?? place
        return try await ConnectionDiagnostic(text, environment: connection).serve(onProgress)
      }
    }
  }
}
