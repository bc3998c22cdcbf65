import Discovery
import Model

/// How a scan stands, on one line of a terminal's standard error.
struct StatusLine {
  let stream: StandardStream
  let isShown: Bool
  private var known: Set<String> = []

  /// A line that is shown only to a person, and only if wanted.
  init(_ stream: StandardStream = .error, isQuiet: Bool) {
    self.stream = stream
    isShown = !isQuiet && stream.canMoveCursor
  }

  /// Replaces the line.
  mutating func show(_ update: ScanUpdate) {
    known.formUnion(update.changed.map(\.id))
    known.subtract(update.removed)
    guard isShown else { return }
    let text = Self.text(devices: known.count, update)
    stream.write("\r" + DisplayText.truncated(text, to: stream.size.columns - 1) + "\u{1B}[K")
  }

  /// Wipes the line.
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
