import Discovery
import Model
import Networking
import Wire

struct DeviceTable {
  let style: Style

  static let columns = [
    TextTable.Column(title: "ADDRESS", minimum: 15, maximum: 45, importance: 9, isWhole: true),
    TextTable.Column(title: "NAME", minimum: 12, maximum: 40, importance: 8),
    TextTable.Column(title: "KIND", minimum: 10, maximum: 10, importance: 7),
    TextTable.Column(title: "VENDOR", minimum: 10, maximum: 24, importance: 5),
    TextTable.Column(title: "MODEL", minimum: 8, maximum: 24, importance: 3),
    TextTable.Column(title: "MAC", minimum: 17, maximum: 17, importance: 6, isWhole: true),
    TextTable.Column(title: "LINK", minimum: 4, maximum: 6, importance: 1),
    TextTable.Column(title: "SERVICES", minimum: 8, maximum: 48, importance: 2),
    TextTable.Column(title: "", minimum: 3, maximum: 14, importance: 4),
  ]

  func lines(_ devices: [Device], width: Int?) -> [String] {
    guard !devices.isEmpty else { return [] }
    var table = TextTable(columns: Self.columns)
    table.rows = devices.map(row)
    return table.lines(width: width, header: style.bold)
  }

  func row(_ device: Device) -> [TextTable.Cell] {
    let isPrivate = device.evidence.mac?.isLocallyAdministered == true
    let vendor = device.verdict.vendor
    return [
      TextTable.Cell(device.knownIP?.description),
      TextTable.Cell(device.verdict.name ?? device.hostname, style: style.bold),
      TextTable.Cell(device.verdict.category == .unknown ? nil : device.verdict.category.title) {
        style.category($0, device.verdict.category)
      },
      vendor == nil && isPrivate
        ? TextTable.Cell("(private MAC)", style: style.dim) : TextTable.Cell(vendor),
      TextTable.Cell(device.verdict.model),
      TextTable.Cell(device.evidence.mac?.description, style: style.dim),
      TextTable.Cell(device.link?.medium.rawValue, style: style.dim),
      TextTable.Cell(Self.services(of: device), style: style.dim),
      TextTable.Cell(Self.note(on: device), style: style.dim),
    ]
  }

  private static func note(on device: Device) -> String? {
    if device.isSelf { return "this machine" }
    if device.state == .unconfirmed { return "unconfirmed" }
    return device.isGateway ? "gateway" : nil
  }

  /// `_airplay._tcp` is `airplay`; other open ports by number.
  private static func services(of device: Device) -> String {
    var names: [String] = []
    for service in device.evidence.services {
      let name = service.type.split(separator: ".").first ?? ""
      let plain = String(name.hasPrefix("_") ? name.dropFirst() : name)
      if !plain.isEmpty, !names.contains(plain) { names.append(plain) }
    }
    let announced = Set(device.evidence.services.compactMap(\.port))
    for port in device.ports where !announced.contains(port.port) {
      let name = port.service ?? String(port.port)
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: " ")
  }
}

extension Category {
  var title: String {
    switch self {
    case .tvMedia: "TV & media"
    case .smartHome: "smart home"
    default: rawValue
    }
  }
}

extension DeviceTable {
  /// The same for stored devices, with the time each was last seen.
  func lines(_ devices: [InventoryDevice], now: Timestamp, width: Int?) -> [String] {
    guard !devices.isEmpty else { return [] }
    let place = Self.columns.count - 1
    var columns = Self.columns
    let lastSeen = TextTable.Column(title: "LAST SEEN", minimum: 10, maximum: 12, importance: 6)
    columns.insert(lastSeen, at: place)
    var table = TextTable(columns: columns)
    table.rows = devices.map { remembered in
      var row = row(remembered.named)
      let time = RelativeTime.words(remembered.device.lastSeen, now: now)
      row.insert(TextTable.Cell(time), at: place)
      row[place + 1] = TextTable.Cell(Self.note(on: remembered), style: style.dim)
      return row
    }
    return table.lines(width: width, header: style.bold)
  }

  private static func note(on remembered: InventoryDevice) -> String? {
    if remembered.marks.isHidden { return "hidden" }
    if remembered.device.isSelf { return "this machine" }
    if remembered.device.isGateway { return "gateway" }
    return remembered.isNew ? "new" : nil
  }
}

extension InventoryDevice {
  /// The device with the user's name and category.
  var named: Device {
    var named = device
    named.verdict.name = name
    named.verdict.category = category
    return named
  }
}

/// The summary of a scan on standard error.
struct ScanSummary {
  let result: ScanResult
  let isVerbose: Bool

  var lines: [String] {
    var lines = [headline]
    for network in result.networks {
      guard let reason = network.skipped, isVerbose || network.cidr != nil else { continue }
      let cidr = network.cidr.map { " \($0)" } ?? ""
      let kind = reason.isWarning ? "warning: not scanned" : "not scanned"
      lines.append("\(kind): \(network.interface)\(cidr), \(reason)")
    }
    for failure in result.failures where isVerbose || !failure.isMinor {
      let source = "\(failure.source.rawValue) on \(failure.interface)"
      lines.append("warning: \(source): \(failure.failure.words)")
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
      // Once per network, also with several addresses in it.
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: ", ")
    let interrupted = result.interrupted ? ", interrupted" : ""
    return "\(present) device\(present == 1 ? "" : "s") in"
      + " \(Seconds.text(result.duration)) on \(networks)\(interrupted)"
  }
}
