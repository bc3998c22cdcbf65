/// How a monitor is.
public enum MonitorState: String, Hashable, Sendable, Codable, CaseIterable {
  /// It answers as it should.
  case up
  /// It answers, but slowly, with losses, or something soon ends.
  case degraded
  /// It doesn't answer, as another method confirms.
  case down
  /// Not known, for a reason of our own; also before the first checks.
  case unknown
  /// The user paused it.
  case paused
}

extension MonitorState {
  /// Its place in a list, the worst first.
  public var rank: Int {
    switch self {
    case .down: 0
    case .degraded: 1
    case .unknown: 2
    case .up: 3
    case .paused: 4
    }
  }
}
