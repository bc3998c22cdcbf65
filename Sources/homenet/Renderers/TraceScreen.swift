import Diagnostics
import Networking

/// What a terminal shows of a running trace, and what keys change of that.
struct TraceScreen {
  /// What a key asks of the trace itself.
  enum Effect: Equatable {
    case none, quit, reset
    case pause(Bool)
  }

  var title = ""
  /// Whether keys are taken: a line says which then.
  var takesKeys = false
  private(set) var isPaused = false
  private(set) var showsNames = true
  private(set) var showsHelp = false
  private var method: PathMethod?
  private var hops: [Int: TraceHop] = [:]
  private var end: Int?

  /// Takes a hop as it stands.
  mutating func take(_ progress: TraceProgress) {
    if let method, method != progress.method { clear() }
    method = progress.method
    if progress.isEnd { end = min(end ?? .max, progress.hop.number) }
    hops[progress.hop.number] = progress.hop
  }

  private mutating func clear() { (hops, end) = ([:], nil) }

  /// Takes a key.
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

  /// The lines, at most so many.
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
