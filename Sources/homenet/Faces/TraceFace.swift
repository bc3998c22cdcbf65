import Diagnostics
import Synchronization
import Wire

/// A trace on a terminal, hop by hop as it stands, until the report takes its place.
final class TraceFace: Sendable {
  private struct State {
    var title = ""
    var hops: [Int: TraceHop] = [:]
    var end: Int?
    var lines = 0
    var drawnAt: ContinuousClock.Instant?
  }

  private let text: TraceText
  private let isShown = StandardStream.output.canMoveCursor
  private let state = Mutex(State())

  init(_ text: TraceText) {
    self.text = text
  }

  /// Says whom it is to.
  func begin(_ target: TargetHost) {
    let title = TraceText.title(host: target.host, address: target.address.description)
    state.withLock { $0.title = title }
  }

  /// How often it is drawn at most.
  private static let pace = Duration.milliseconds(100)

  /// Takes a hop as it stands.
  func show(_ progress: TraceProgress) {
    guard isShown else { return }
    state.withLock { state in
      if progress.isEnd { state.end = min(state.end ?? .max, progress.hop.number) }
      state.hops[progress.hop.number] = progress.hop
      let now = ContinuousClock.now
      if let drawnAt = state.drawnAt, drawnAt.duration(to: now) < Self.pace { return }
      state.drawnAt = now
      draw(&state)
    }
  }

  /// Takes everything off the terminal again.
  func clear() {
    state.withLock { state in
      guard state.lines > 0 else { return }
      StandardStream.output.write("\u{1B}[\(state.lines)A\u{1B}[J")
      state.lines = 0
    }
  }

  private func draw(_ state: inout State) {
    let (columns, rows) = StandardStream.output.size
    let last = state.end ?? state.hops.values.filter { !$0.isSilent }.map(\.number).max() ?? 0
    let hops = state.hops.values.filter { $0.number <= last }.sorted { $0.number < $1.number }
    let title = DisplayText.wrapped(state.title, to: columns - 1)
    let lines = title + text.table(hops, width: columns - 1)
    let fitted = LiveTable.fitted(lines, to: max(1, rows - 1))
    let up = state.lines > 0 ? "\u{1B}[\(state.lines)A" : ""
    let frame = fitted.map { $0 + "\u{1B}[K\r\n" }.joined()
    StandardStream.output.write("\u{1B}[?2026h" + up + frame + "\u{1B}[J\u{1B}[?2026l")
    state.lines = fitted.count
  }
}
