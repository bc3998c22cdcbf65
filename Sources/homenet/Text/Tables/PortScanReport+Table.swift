import Diagnostics
import LinuxNetwork
import Model
import Wire

extension PortScanReport: TabularReport {
  static let columns = [
    "host", "address", "host_state", "port", "protocol", "state", "reason", "service",
    "service_method", "version",
  ]

  /// A row for each port that is listed; one without a port for a host that has none, or is unknown.
  var rows: [[CSVField]] {
    hosts.flatMap(rows)
      + unknown.map { host in
        [CSVField(host.host), .unknown, CSVField(host.code)]
          + Array(repeating: .unknown, count: Self.columns.count - 3)
      }
  }

  private func rows(_ host: Host) -> [[CSVField]] {
    let state = host.isUp.map { $0 ? "up" : "down" }
    let ports = host.ports.map(Optional.some)
    return (ports.isEmpty ? [nil] : ports).map { port in
      [
        CSVField(host.host), CSVField(host.address.description), CSVField(state),
        CSVField(port?.port), CSVField(port?.transport.rawValue), CSVField(port?.state.rawValue),
        CSVField((port?.reason ?? host.absence)?.rawValue), CSVField(port?.service),
        CSVField(port?.serviceMethod?.rawValue), CSVField(port?.version),
      ]
    }
  }
}
