import Model
import Wire

/// Devices as a table for people.
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

  /// The header and a line a device, each within the width; as wide as needed if it is `nil`.
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
      TextTable.Cell(device.ip.description),
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
  /// The category in words.
  var title: String {
    switch self {
    case .tvMedia: "TV & media"
    case .smartHome: "smart home"
    default: rawValue
    }
  }
}
