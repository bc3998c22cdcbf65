import Diagnostics
import Discovery

struct DoctorText {
  let style: Style

  /// A line per capability, with remedies, then the skipped networks.
  func lines(_ diagnosis: DoctorReport) -> [String] {
    var lines: [String] = []
    for check in diagnosis.checks {
      let mark =
        check.works
        ? style.good("works   ")
        : check.isOptional ? style.warning("does not") : style.bad("does not")
      let title = DisplayText.padded(check.capability.title, to: 16)
      lines.append("\(title) \(mark)  \(DisplayText.safe(check.because))")
      if let fix = check.fix {
        lines.append(String(repeating: " ", count: 27) + style.dim("fix: \(fix)"))
      }
    }
    if let container = diagnosis.container { lines += ["", style.warning(container)] }
    let skipped = diagnosis.networks.filter { $0.skipped != nil }
    if !skipped.isEmpty {
      lines += ["", "Not scanned unless named with --network:"]
      for network in skipped {
        let cidr = network.cidr.map { " \($0)" } ?? ""
        let reason = network.skipped?.description ?? ""
        lines.append("  " + DisplayText.safe("\(network.interface)\(cidr): \(reason)"))
      }
    }
    return lines
  }
}

extension DoctorReport.Capability {
  var title: String {
    switch self {
    case .interface: "Interface"
    case .neighbourTable: "Neighbour table"
    case .icmpDatagram: "ICMP datagram"
    case .raw: "Raw sockets"
    case .dhcp: "DHCP"
    case .vendors: "Makers' names"
    case .multicast: "Multicast"
    case .resolver: "Resolver"
    }
  }
}
