import Discovery
import Glibc
import Model

/// Shows the updates and the result of a scan.
protocol ScanRenderer {
  /// `false` after EPIPE: the scan is ended.
  var hasReader: Bool { get }
  mutating func show(_ update: ScanUpdate)
  /// Called after the terminal was resized.
  mutating func redraw()
  mutating func finish(_ result: ScanResult) throws
}

extension ScanRenderer {
  var hasReader: Bool { true }

  mutating func redraw() {}
}

/// Prints the status line during the scan, and the result at its end.
struct ResultRenderer: ScanRenderer {
  let format: OutputFormat
  var status: StatusLine
  let output = StandardStream.output

  mutating func show(_ update: ScanUpdate) {
    status.show(update)
  }

  mutating func finish(_ result: ScanResult) throws {
    status.clear()
    let error = output.write(try lines(result).map { $0 + "\n" }.joined())
    // EPIPE is no failure: the reader has closed the pipe.
    if error != 0, error != EPIPE {
      throw Failure("can't write the result: \(String(cString: strerror(error)))", .unable)
    }
  }

  private func lines(_ result: ScanResult) throws -> [String] {
    switch format {
    case .json: [try JSONText.encode(result)]
    case .csv: CSVText.lines(result.devices)
    case .text:
      DeviceTable(style: Style(isColoured: output.wantsColour))
        .lines(result.devices, width: output.tableWidth)
    }
  }
}

/// Prints one JSON line per update, and one at the end.
struct WatchRenderer: ScanRenderer {
  var status: StatusLine
  private(set) var hasReader = true
  private var progress = ScanProgress(asked: 0, total: 0, active: [])

  init(status: StatusLine) {
    self.status = status
  }

  mutating func show(_ update: ScanUpdate) {
    guard let line = try? JSONText.encode(WatchLine(update)) else { return }
    status.clear()
    if StandardStream.output.writeLine(line) == EPIPE { hasReader = false }
    status.show(update)
    progress = update.progress
  }

  mutating func finish(_ result: ScanResult) throws {
    status.clear()
    let line = try JSONText.encode(WatchLine(last: result, progress: progress))
    StandardStream.output.writeLine(line)
  }
}

/// A table that is redrawn during the scan, on the alternate screen: a resize needs only a redraw.
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
    // The last row is for the status; the last column stays free against wrapping.
    let lines = Self.fitted(table.lines(sorted, width: columns - 1), to: rows - 1)
    let frame = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    output.write("\u{1B}[?2026h\u{1B}[H" + frame + "\u{1B}[J\u{1B}[?2026l")
    let text = StatusLine.text(devices: devices.count, last)
    let status = DisplayText.truncated(text, to: columns - 1)
    statusStream?.write("\u{1B}[\(rows);1H" + status + "\u{1B}[K")
  }

  mutating func finish(_ result: ScanResult) throws {
    if isOnAlternateScreen { output.write("\u{1B}[?25h\u{1B}[?1049l") }
    for line in table.lines(result.devices, width: output.size.columns) { output.writeLine(line) }
  }

  /// The lines that fit, the last replaced by the number of hidden ones.
  static func fitted(_ lines: [String], to rows: Int) -> [String] {
    guard lines.count > rows, rows > 1 else { return lines }
    return lines.prefix(rows - 1) + ["… and \(lines.count - rows + 1) more"]
  }
}

/// The progress of a scan, on one line of standard error.
struct StatusLine {
  private let stream = StandardStream.error
  private let isShown: Bool
  private var known: Set<String> = []

  /// Shown only on a terminal, and not with `--quiet`.
  init(isQuiet: Bool) {
    isShown = !isQuiet && stream.canMoveCursor
  }

  mutating func show(_ update: ScanUpdate) {
    known.formUnion(update.changed.map(\.id))
    known.subtract(update.removed)
    guard isShown else { return }
    let text = Self.text(devices: known.count, update)
    stream.write("\r" + DisplayText.truncated(text, to: stream.size.columns - 1) + "\u{1B}[K")
  }

  func clear() {
    if isShown { stream.write("\r\u{1B}[K") }
  }

  /// As in: `12 devices · 254 of 254 addresses asked · mdns, ssdp at work · 3.2 s`.
  static func text(devices: Int, _ update: ScanUpdate) -> String {
    var parts = ["\(devices) device\(devices == 1 ? "" : "s")"]
    if update.progress.total > 0 {
      parts.append("\(update.progress.asked) of \(update.progress.total) addresses asked")
    }
    let active = update.progress.active.map(\.rawValue)
    parts.append(active.isEmpty ? "listening" : active.joined(separator: ", ") + " at work")
    parts.append(Seconds.text(update.elapsed))
    return parts.joined(separator: " · ")
  }
}
