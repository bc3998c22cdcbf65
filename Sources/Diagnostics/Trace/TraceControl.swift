import Net

/// Pauses a trace that is under way, and has it count anew.
public final class TraceControl: Sendable {
  private struct State {
    var isPaused = false
    var resets = 0
  }

  private let state = Lock(State())

  /// One that changes nothing yet.
  public init() {}

  /// Whether the next round has to wait.
  public var isPaused: Bool {
    get { state.withLock(\.isPaused) }
    set { state.withLock { $0.isPaused = newValue } }
  }

  /// Forgets what was counted so far, but for names.
  public func reset() { state.withLock { $0.resets += 1 } }

  /// How often it was reset.
  var resets: Int { state.withLock(\.resets) }
}
