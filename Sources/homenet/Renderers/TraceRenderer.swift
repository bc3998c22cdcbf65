import Diagnostics
import Networking
import Wire

/// The hops of a running trace on a terminal, until the report replaces them.
final class TraceRenderer: Sendable {
  private struct State {
    var screen = TraceScreen()
    var frame = InPlaceFrame()
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

  func begin(_ target: TargetHost) {
    let title = TraceText.title(host: target.host, address: target.address.description)
    state.withLock { $0.screen.title = title }
  }

  /// The key commands; `nil` without a terminal.
  var keys: KeyCommands? {
    guard isShown else { return nil }
    return KeyCommands(
      begin: { self.state.withLock { $0.screen.takesKeys = true } },
      press: press,
      redraw: {
        self.state.withLock { state in
          // The shell has written below the last frame.
          state.frame.abandon()
          self.draw(&state)
        }
      }
    )
  }

  /// The least time between two frames.
  private static let pace = Duration.milliseconds(100)

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

  func clear() {
    state.withLock { state in
      state.isOver = true
      state.frame.clear()
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
    state.frame.draw(state.screen.lines(text, columns: columns - 1, rows: max(1, rows - 1)))
  }
}

/// The screen of a running trace as a pure value: hops, and display options that keys change.
struct TraceScreen {
  /// The effect of a key on the trace.
  enum Effect: Equatable {
    case none, quit, reset
    case pause(Bool)
  }

  var title = ""
  /// Whether keys are read; the footer lists them then.
  var takesKeys = false
  private(set) var isPaused = false
  private(set) var showsNames = true
  private(set) var showsHelp = false
  private var method: PathMethod?
  private var hops: [Int: TraceHop] = [:]
  private var end: Int?

  mutating func take(_ progress: TraceProgress) {
    if let method, method != progress.method { clear() }
    method = progress.method
    if progress.isEnd { end = min(end ?? .max, progress.hop.number) }
    hops[progress.hop.number] = progress.hop
  }

  private mutating func clear() { (hops, end) = ([:], nil) }

  mutating func press(_ key: Character) -> Effect {
    switch key {
    case "q": return .quit
    case "p":
      isPaused.toggle()
      return .pause(isPaused)
    case " " where isPaused:
      isPaused = false
      return .pause(false)
    case "r":
      clear()
      return .reset
    case "n": showsNames.toggle()
    case "h", "?": showsHelp.toggle()
    default: break
    }
    return .none
  }

  func lines(_ text: TraceText, columns: Int, rows: Int) -> [String] {
    let last = end ?? hops.values.filter { !$0.isSilent }.map(\.number).max() ?? 0
    let shown = hops.values.filter { $0.number <= last }.sorted { $0.number < $1.number }
    let head = DisplayText.wrapped(titleLine, to: columns)
    let foot = footer.map { text.style.dim(DisplayText.truncated($0, to: columns)) }
    let body = head + text.table(shown, width: columns, showsNames: showsNames)
    return LiveTableRenderer.fitted(body, to: max(1, rows - foot.count)) + foot
  }

  private var titleLine: String {
    switch method {
    case .icmp?: title + " (echoes)"
    case .tcp?: title + " (TCP connects)"
    case .udp?, nil: title
    }
  }

  private var footer: [String] {
    guard takesKeys else { return [] }
    let state = isPaused ? "Paused. " : ""
    guard showsHelp else { return [state + "Keys: q quit, p pause, r reset, n names, h help"] }
    return [
      "q      end it, and print the report",
      "p      pause; p or space goes on",
      "r      forget what was counted so far",
      "n      show or hide names",
      "h, ?   show or hide this help",
      state + "Ctrl-C ends it as q does",
    ]
  }
}
