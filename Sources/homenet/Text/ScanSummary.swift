import Discovery
import Model
import Networking
import Wire

/// What is said of a scan once it is over.
struct ScanSummary {
  let result: ScanResult
  let isVerbose: Bool

  /// The lines, the most important first.
  var lines: [String] {
    var lines = [headline]
    for network in result.networks {
      guard let reason = network.skipped, isVerbose || network.cidr != nil else { continue }
      let cidr = network.cidr.map { " \($0)" } ?? ""
      let kind = reason.isWarning ? "warning: not scanned" : "not scanned"
      lines.append("\(kind): \(network.interface)\(cidr), \(reason)")
    }
    for trouble in result.troubles where isVerbose || !trouble.isMinor {
      lines.append(
        "warning: \(trouble.source.rawValue) on \(trouble.interface): \(trouble.failure.words)"
      )
    }
    let lost = result.traffic.lostOutputs
    if lost > 0 {
      lines.append(
        "warning: \(lost) finding\(lost == 1 ? "" : "s") came faster than they could be taken, and are missing"
      )
    }
    if isVerbose {
      let counters = result.counters
      lines.append(
        "sent \(counters.packetsSent) packets and made \(counters.tcpConnections) connections, at"
          + " most \(counters.peakSockets) at a time; \(counters.updates) updates"
      )
    }
    return lines
  }

  /// As in: `31 devices in 7.4 s on 192.168.1.0/24 (eth0)`.
  private var headline: String {
    let present = result.devices.count { $0.state == .present }
    let networks = result.networks
      .filter { $0.skipped == nil || $0.skipped == .notSwept }
      .map { "\($0.cidr?.description ?? "IPv6") (\($0.interface))" }
      // Once also where this machine has several addresses there.
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: ", ")
    let interrupted = result.interrupted ? ", interrupted" : ""
    return "\(present) device\(present == 1 ? "" : "s") in"
      + " \(Seconds.text(result.duration)) on \(networks)\(interrupted)"
  }
}
