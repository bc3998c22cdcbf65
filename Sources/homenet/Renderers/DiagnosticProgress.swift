import Diagnostics
import Model
import Networking

/// The steps of a running diagnosis on a terminal, until the report replaces them.
final class ConnectionRenderer: Sendable {
  private struct State {
    var steps: [ConnectionStep.Kind: ConnectionStep] = [:]
    var frame = InPlaceFrame()
  }

  private let text: ConnectionText
  private let kinds: [ConnectionStep.Kind]
  private let isShown = StandardStream.output.canMoveCursor
  private let state = Lock(State())

  init(_ text: ConnectionText, kinds: [ConnectionStep.Kind]) {
    self.text = text
    self.kinds = kinds
  }

  @Sendable func show(_ step: ConnectionStep) {
    guard isShown else { return }
    state.withLock { state in
      state.steps[step.kind] = step
      let (columns, rows) = StandardStream.output.size
      let lines = kinds.flatMap { kind in
        state.steps[kind].map { text.lines($0, width: columns - 1) } ?? [text.waiting(kind)]
      }
      state.frame.draw(LiveTableRenderer.fitted(lines, to: max(1, rows - 1)))
    }
  }

  func clear() { state.withLock { $0.frame.clear() } }
}

/// Lines redrawn in place on standard output.
struct InPlaceFrame {
  /// The number of lines of the last frame.
  private var count = 0

  /// Replaces the last frame.
  mutating func draw(_ lines: [String]) {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    let frame = lines.map { $0 + "\u{1B}[K\r\n" }.joined()
    // Mode 2026: the terminal shows the whole frame at once.
    StandardStream.output.write("\u{1B}[?2026h" + up + frame + "\u{1B}[J\u{1B}[?2026l")
    count = lines.count
  }

  /// Erases the last frame.
  mutating func clear() {
    guard count > 0 else { return }
    StandardStream.output.write("\u{1B}[\(count)A\u{1B}[J")
    count = 0
  }

  /// Leaves the last frame on the terminal; the next is drawn from the cursor on.
  mutating func abandon() { count = 0 }
}

/// The progress of a port scan on standard error: found ports, and a percentage below them.
final class PortsProgressLine: Sendable {
  private let isShown = StandardStream.error.canMoveCursor
  private let stream = StandardStream.error

  @Sendable func show(_ progress: PortScan.Progress) {
    guard isShown else { return }
    var text = "\r"
    for found in progress.found {
      text += "\(found.address) \(found.port)/\(found.transport.rawValue) open\u{1B}[K\n"
    }
    text += "\(Int(progress.progress * 100)) %\u{1B}[K"
    stream.write(text)
  }

  func clear() {
    if isShown { stream.write("\r\u{1B}[K") }
  }
}

/// The number of accepted cipher suites, on standard error.
final class CiphersProgressLine: Sendable {
  private let isShown = StandardStream.error.canMoveCursor

  @Sendable func show(_ progress: CertificateProgress) {
    guard isShown, case .ciphers(let version, let accepted) = progress else { return }
    StandardStream.error.write("\r\(version): \(accepted) suites accepted\u{1B}[K")
  }

  func clear() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
  }
}
