import Glibc
import HomeNet

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
