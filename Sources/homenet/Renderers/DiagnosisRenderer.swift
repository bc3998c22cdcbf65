import Diagnostics
import Networking

/// A diagnosis on a terminal, step by step as they are taken, until the report takes its place.
final class DiagnosisRenderer: Sendable {
  private struct State {
    var steps: [ConnectionStep.Kind: ConnectionStep] = [:]
    var lines = 0
  }

  private let text: ConnectionText
  private let kinds: [ConnectionStep.Kind]
  private let isShown = StandardStream.output.canMoveCursor
  private let state = Lock(State())

  init(_ text: ConnectionText, kinds: [ConnectionStep.Kind]) {
    self.text = text
    self.kinds = kinds
  }

  /// Takes a step as it was found.
  @Sendable func show(_ step: ConnectionStep) {
    guard isShown else { return }
    state.withLock { state in
      state.steps[step.kind] = step
      let (columns, rows) = StandardStream.output.size
      let lines = kinds.flatMap { kind in
        state.steps[kind].map { text.lines($0, width: columns - 1) } ?? [text.waiting(kind)]
      }
      let fitted = LiveTableRenderer.fitted(lines, to: max(1, rows - 1))
      let up = state.lines > 0 ? "\u{1B}[\(state.lines)A" : ""
      let frame = fitted.map { $0 + "\u{1B}[K\r\n" }.joined()
      StandardStream.output.write("\u{1B}[?2026h" + up + frame + "\u{1B}[J\u{1B}[?2026l")
      state.lines = fitted.count
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
}
