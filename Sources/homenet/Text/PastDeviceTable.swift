import Home
import Model

/// Devices as they were at a moment, as a table and as CSV.
struct PastDeviceTable {
  let style: Style

  private static let columns = [
    TextTable.Column(title: "ADDRESS", minimum: 15, maximum: 45, importance: 9, isWhole: true),
    TextTable.Column(title: "NAME", minimum: 12, maximum: 40, importance: 8),
    TextTable.Column(title: "STATE", minimum: 7, maximum: 7, importance: 7),
    TextTable.Column(title: "KIND", minimum: 10, maximum: 10, importance: 6),
    TextTable.Column(title: "VENDOR", minimum: 10, maximum: 24, importance: 4),
    TextTable.Column(title: "MODEL", minimum: 8, maximum: 24, importance: 3),
    TextTable.Column(title: "MAC", minimum: 17, maximum: 17, importance: 5, isWhole: true),
    TextTable.Column(title: "", minimum: 3, maximum: 14, importance: 2),
  ]

  func lines(_ devices: [PastDevice], width: Int?) -> [String] {
    guard !devices.isEmpty else { return [] }
    var table = TextTable(columns: Self.columns)
    table.rows = devices.map(row)
    return table.lines(width: width, header: style.bold)
  }

  private func row(_ device: PastDevice) -> [TextTable.Cell] {
    let profile = device.profile
    return [
      TextTable.Cell(profile.ip),
      TextTable.Cell(profile.name ?? profile.hostname, style: style.bold),
      TextTable.Cell(device.presence.rawValue) { state in
        device.presence == .present ? style.good(state) : style.dim(state)
      },
      TextTable.Cell(profile.category == .unknown ? nil : profile.category.title) {
        style.category($0, profile.category)
      },
      TextTable.Cell(profile.vendor),
      TextTable.Cell(profile.model),
      TextTable.Cell(profile.mac, style: style.dim),
      TextTable.Cell(Self.note(on: profile), style: style.dim),
    ]
  }

  private static func note(on profile: DeviceProfile) -> String? {
    if profile.isHidden { return "hidden" }
    if profile.isSelf { return "this machine" }
    return profile.isGateway ? "gateway" : nil
  }

  /// The columns of CSV: those of `homenet devices` that the history holds.
  private static let csvColumns = [
    "ip", "mac", "name", "hostname", "category", "vendor", "model", "os", "state", "ports",
    "services", "id", "slot", "note", "hidden",
  ]

  static func csvLines(_ devices: [PastDevice]) -> [String] {
    [csvColumns.joined(separator: ",")]
      + devices.map { fields(of: $0).map(\.escaped).joined(separator: ",") }
  }

  private static func fields(of device: PastDevice) -> [CSVField] {
    let profile = device.profile
    return [
      .text(profile.ip), CSVField(profile.mac), CSVField(profile.name), CSVField(profile.hostname),
      .text(profile.category.rawValue), CSVField(profile.vendor), CSVField(profile.model),
      CSVField(profile.os), .text(device.presence.rawValue), CSVField(list: profile.ports),
      CSVField(list: profile.services), .text(profile.id), CSVField(device.slot),
      CSVField(profile.note), CSVField(profile.isHidden),
    ]
  }
}
