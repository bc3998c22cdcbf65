import Discovery
import Model

/// A table on a terminal whose lines appear and fill in place while the scan runs.
///
/// It is drawn on the alternate screen, so that any change of size is mended by drawing again; the
/// final table is then printed where the command was typed.
struct LiveTableRenderer: ScanRenderer {
  private let output = StandardStream.output
  private let table: DeviceTable
  private let statusStream: StandardStream?
  private var devices: [String: Device] = [:]
  private var last: ScanUpdate?
  private var isOnAlternateScreen = false

  init(isQuiet: Bool) {
    table = DeviceTable(style: Style(isColoured: StandardStream.output.wantsColour))
    statusStream = !isQuiet && StandardStream.error.canMoveCursor ? .error : nil
  }

  mutating func show(_ update: ScanUpdate) {
    for id in update.removed { devices[id] = nil }
    for device in update.changed { devices[device.id] = device }
    last = update
    redraw()
  }

  mutating func redraw() {
    guard let last else { return }
    if !isOnAlternateScreen {
      output.write("\u{1B}[?1049h\u{1B}[?25l")
      isOnAlternateScreen = true
    }
    let (columns, rows) = output.size
    let sorted = devices.values.sorted { $0.ip < $1.ip }
    // The last row is the status line's; the last column stays free, lest the terminal wrap.
    let lines = Self.fitted(table.lines(sorted, width: columns - 1), to: rows - 1)
    let frame = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    output.write("\u{1B}[?2026h\u{1B}[H" + frame + "\u{1B}[J\u{1B}[?2026l")
    let status = DisplayText.truncated(
      StatusLine.text(devices: devices.count, last),
      to: columns - 1
    )
    statusStream?.write("\u{1B}[\(rows);1H" + status + "\u{1B}[K")
  }

  mutating func finish(_ result: ScanResult) throws {
    if isOnAlternateScreen { output.write("\u{1B}[?25h\u{1B}[?1049l") }
    for line in table.lines(result.devices, width: output.size.columns) { output.writeLine(line) }
  }

  /// The lines that fit, and how many more there are.
  static func fitted(_ lines: [String], to rows: Int) -> [String] {
    guard lines.count > rows, rows > 1 else { return lines }
    return lines.prefix(rows - 1) + ["… and \(lines.count - rows + 1) more"]
  }
}
