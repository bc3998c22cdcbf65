import Model

extension DeviceTable {
  /// The same for devices that are remembered, with when each was last seen.
  func lines(_ devices: [InventoryDevice], now: Timestamp, width: Int?) -> [String] {
    guard !devices.isEmpty else { return [] }
    let place = Self.columns.count - 1
    var columns = Self.columns
    columns.insert(
      TextTable.Column(title: "LAST SEEN", minimum: 10, maximum: 12, importance: 6),
      at: place
    )
    var table = TextTable(columns: columns)
    table.rows = devices.map { remembered in
      var row = row(remembered.named)
      row.insert(TextTable.Cell(PastTime.words(remembered.device.lastSeen, now: now)), at: place)
      // An address is known of everybody who was ever heard.
      if remembered.device.addresses.isEmpty { row[0] = TextTable.Cell(nil) }
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
  /// The device by the name and of the kind that the user gave it.
  var named: Device {
    var named = device
    named.verdict.name = name
    named.verdict.category = category
    return named
  }
}
