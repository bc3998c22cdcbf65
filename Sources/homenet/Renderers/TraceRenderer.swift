import Diagnostics
import Networking
import Wire

/// A trace on a terminal, hop by hop as it stands, until the report takes its place.
final class TraceRenderer: Sendable {
  private struct State {
    var screen = TraceScreen()
    var lines = 0
    var drawnAt: ContinuousClock.Instant?
    var isOver = false
  }

  private let text: TraceText
  private let control: TraceControl
  private let isShown = StandardStream.output.canMoveCursor
  private let state = Lock(State())

  init(_ text: TraceText, control: TraceControl) {
    self.text = text
    self.control = control
  }

  /// Sets the title from the target.
  func begin(_ target: TargetHost) {
    let title = TraceText.title(host: target.host, address: target.address.description)
    state.withLock { $0.screen.title = title }
  }

  /// What keys do; `nil` where nothing is shown.
  var keys: KeyCommands? {
    guard isShown else { return nil }
    return KeyCommands(
      begin: { self.state.withLock { $0.screen.takesKeys = true } },
      press: press,
      redraw: {
        self.state.withLock { state in
          // What was drawn before is the shell's by now.
          state.lines = 0
          self.draw(&state)
        }
      }
    )
  }

  /// How often it is drawn at most.
  private static let pace = Duration.milliseconds(100)

  /// Takes a hop as it stands.
  func show(_ progress: TraceProgress) {
    guard isShown else { return }
    state.withLock { state in
      state.screen.take(progress)
      let now = ContinuousClock.now
      if let drawnAt = state.drawnAt, drawnAt.duration(to: now) < Self.pace { return }
      state.drawnAt = now
      draw(&state)
    }
  }

  /// Takes everything off the terminal again.
  func clear() {
    state.withLock { state in
      state.isOver = true
      guard state.lines > 0 else { return }
      StandardStream.output.write("\u{1B}[\(state.lines)A\u{1B}[J")
      state.lines = 0
    }
  }

  private func press(_ key: Character) -> KeyCommands.Effect {
    state.withLock { state in
      switch state.screen.press(key) {
      case .quit: return .quit
      case .pause(let isPaused): control.isPaused = isPaused
      case .reset: control.reset()
      case .none: break
      }
      draw(&state)
      return .none
    }
  }

  private func draw(_ state: inout State) {
    guard !state.isOver else { return }
    let (columns, rows) = StandardStream.output.size
    let lines = state.screen.lines(text, columns: columns - 1, rows: max(1, rows - 1))
    let up = state.lines > 0 ? "\u{1B}[\(state.lines)A" : ""
    let frame = lines.map { $0 + "\u{1B}[K\r\n" }.joined()
    StandardStream.output.write("\u{1B}[?2026h" + up + frame + "\u{1B}[J\u{1B}[?2026l")
    state.lines = lines.count
  }
}
