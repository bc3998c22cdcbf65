import Diagnostics
import LinuxNetwork
import Model
import Wire

struct PortsText {
  let style: Style

  /// Each host's ports in a table, then what is to be known of the rest.
  func lines(_ timed: TimedReport<PortScanReport>, width: Int?) -> [String] {
    var lines: [String] = []
    for host in timed.report.hosts {
      if !lines.isEmpty { lines.append("") }
      lines += describe(host, width: width)
    }
    for one in timed.report.unknown {
      if !lines.isEmpty { lines.append("") }
      lines.append(style.bold(DisplayText.safe(one.host)))
      lines.append(style.bad("not asked") + ": " + DisplayText.safe(one.because))
    }
    let seconds = Seconds.text(timed.duration)
    lines.append("")
    lines.append(style.dim(timed.isInterrupted ? "interrupted after \(seconds)" : "in \(seconds)"))
    return lines
  }

  private func describe(_ host: PortScanReport.Host, width: Int?) -> [String] {
    let address = host.address.description
    let name = DisplayText.safe(host.host)
    var lines = [style.bold(name == address ? address : "\(name) (\(address))")]
    if host.isUp == false {
      lines.append(absence(host.absence))
    } else if !host.ports.isEmpty {
      lines += table(host, width: width)
    }
    if let failure = host.failureWords {
      lines.append(style.bad("this machine failed: ") + DisplayText.safe(failure))
    }
    if host.isUp != false { lines.append(counts(host)) }
    return lines
      + host.spared.map { spared in
        style.dim("not asked: \(Self.ranges(spared.ports)): \(DisplayText.safe(spared.because))")
      }
  }

  private func absence(_ reason: PortReason?) -> String {
    reason == .networkUnreachable
      ? style.bad("it can't be reached") + ": a router says that there is no route to it"
      : style.bad("no host has this address") + ": no answer to ARP or NDP, or a router says so"
  }

  private func table(_ host: PortScanReport.Host, width: Int?) -> [String] {
    var table = TextTable(columns: [
      TextTable.Column(title: "PORT", minimum: 9, maximum: 9, importance: 9, isWhole: true),
      TextTable.Column(title: "STATE", minimum: 8, maximum: 13, importance: 8, isWhole: true),
      TextTable.Column(title: "SERVICE", minimum: 6, maximum: 20, importance: 7, isWhole: true),
      TextTable.Column(title: "VERSION", minimum: 10, maximum: 80, importance: 6),
      TextTable.Column(title: "REASON", minimum: 7, maximum: 16, importance: 5, isWhole: true),
    ])
    for port in host.ports {
      let paint: (String) -> String =
        switch port.state {
        case .open: style.good
        case .closed: style.dim
        case .filtered, .unknown, .openOrFiltered: style.warning
        }
      table.rows.append([
        TextTable.Cell("\(port.port)/\(port.transport.rawValue)"),
        TextTable.Cell(port.state.rawValue, style: paint),
        // As nmap marks what it guesses by the number.
        TextTable.Cell(port.service.map { port.serviceMethod == .table ? $0 + "?" : $0 }),
        TextTable.Cell(port.version),
        TextTable.Cell(port.reason.rawValue, style: style.dim),
      ])
    }
    return table.lines(width: width, header: style.dim)
  }

  /// As in: `3 open, 996 closed, 1 filtered; expected to miss 0.0012 % of open ports`.
  private func counts(_ host: PortScanReport.Host) -> String {
    let asked = host.open + host.closed + host.filtered + host.openOrFiltered + host.unknown
    guard asked + host.unasked > 0 else { return "no port was asked" }
    var parts = ["\(host.open) open", "\(host.closed) closed", "\(host.filtered) filtered"]
    if host.openOrFiltered > 0 { parts.append("\(host.openOrFiltered) open|filtered") }
    if host.unknown > 0 { parts.append("\(host.unknown) unknown") }
    if host.unasked > 0 { parts.append("\(host.unasked) not asked yet") }
    var line = parts.joined(separator: ", ")
    if let waited = host.waited, waited >= .seconds(1) {
      line += "; waited \(Seconds.text(waited)) since the host sends one ICMP error a second"
    }
    if let missed = host.expectedMissRate {
      line +=
        missed == 0
        ? "; none missed" : "; expected to miss \(Self.percent(missed)) of open ports"
      if missed > 0, host.loss == nil { line += ", if 1 % is lost: nothing answered" }
    }
    if let loss = host.loss, loss >= 0.001 { line += " (\(Self.percent(loss)) of probes lost)" }
    return line
  }

  /// A share in percent, with two digits that mean something.
  static func percent(_ share: Double) -> String {
    var scale = 1.0
    while share * 100 * scale < 10, scale < 1e9 { scale *= 10 }
    let value = (share * 100 * scale).rounded() / scale
    var text = "\(value)"
    if let exponent = text.firstIndex(of: "e") {
      // 6e-05 becomes 0.00006.
      let power = Int(text[text.index(after: exponent)...]).map(abs) ?? 0
      let digits = text[..<exponent].filter { $0 != "." }
      let trimmed = digits.hasSuffix("0") && digits.count > 1 ? digits.dropLast() : digits[...]
      text = "0." + String(repeating: "0", count: max(0, power - 1)) + trimmed
    } else if text.hasSuffix(".0") {
      text = String(text.dropLast(2))
    }
    return text + " %"
  }

  /// As in: `22, 80–90`; the first few only where there are many.
  static func ranges(_ ports: [UInt16]) -> String {
    var parts: [String] = []
    var start: UInt16?
    var last: UInt16 = 0
    func close() {
      guard let start else { return }
      parts.append(start == last ? "\(start)" : "\(start)–\(last)")
    }
    for port in ports {
      if start == nil || port != last &+ 1 {
        close()
        start = port
      }
      last = port
    }
    close()
    return parts.count <= 8
      ? parts.joined(separator: ", ")
      : parts.prefix(8).joined(separator: ", ") + " and more (\(ports.count) ports)"
  }
}

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
