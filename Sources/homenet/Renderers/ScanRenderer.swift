import Glibc
import Discovery

/// What shows a scan to its reader, while it runs and when it is over.
protocol ScanRenderer {
  /// Whether the output still has a reader; without one, the scan is ended.
  var hasReader: Bool { get }
  /// Something changed.
  mutating func show(_ update: ScanUpdate)
  /// The terminal changed its size.
  mutating func redraw()
  /// It is over.
  mutating func finish(_ result: ScanResult) throws
}

extension ScanRenderer {
  var hasReader: Bool { true }

  mutating func redraw() {}
}

/// Prints the whole result at the end, in one of the formats; the status meanwhile.
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
    // A reader that has seen enough is no failure; a full disk is.
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

/// Prints one JSON line an update, and one at the end.
struct WatchRenderer: ScanRenderer {
  var status: StatusLine
  private(set) var hasReader = true
  private var progress = ScanProgress(asked: 0, total: 0, active: [])

  init(status: StatusLine) {
    self.status = status
  }

  mutating func show(_ update: ScanUpdate) {
    // Devices are plain values, of which nothing fails to be written.
    guard let line = try? JSONText.encode(WatchLine(update)) else { return }
    status.clear()
    if StandardStream.output.writeLine(line) == EPIPE { hasReader = false }
    status.show(update)
    progress = update.progress
  }

  mutating func finish(_ result: ScanResult) throws {
    status.clear()
    StandardStream.output.writeLine(
      try JSONText.encode(WatchLine(last: result, progress: progress))
    )
  }
}
