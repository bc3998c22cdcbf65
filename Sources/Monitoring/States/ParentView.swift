public import Model

/// What of a monitor's trouble its parents explain.
public struct ParentView: Hashable, Sendable {
  /// The parents that are down and were when the monitor's trouble began: they are the cause.
  public var deadParents: [String]
  /// The parents of which that is not known yet: nothing is said of the monitor until it is.
  public var uncheckedParents: [String]

  /// Memberwise initialiser.
  public init(deadParents: [String] = [], uncheckedParents: [String] = []) {
    self.deadParents = deadParents
    self.uncheckedParents = uncheckedParents
  }

  /// Looks at the parents of a monitor that is down.
  ///
  /// The monitor may have been asked before its parent when both died of one cause. So a parent explains
  /// it also where its first failed check came as much later as its checks are apart, and a parent that
  /// wasn't asked since, or is just failing, is not known yet. Nobody waits for that longer than the
  /// parent needs to go down.
  /// - Parameters:
  ///   - child: The monitor's id.
  ///   - from: When its incident began: the first failed check.
  ///   - decided: When it went down.
  ///   - now: The present.
  ///   - start: When the program began to check.
  ///   - graph: Which monitor depends on which.
  ///   - states: How the monitors are, by id; what is missing is no monitor.
  public init(
    of child: String,
    from: Timestamp,
    decided: Timestamp,
    now: Timestamp,
    start: Timestamp,
    graph: ParentGraph,
    states: [String: ParentState]
  ) {
    self.init()
    for parent in graph.parents(of: child) {
      guard let state = states[parent] else { continue }
      switch state.effect(from: from, decided: decided, now: now, start: start) {
      case .explains: deadParents.append(parent)
      case .notKnown: uncheckedParents.append(parent)
      case .none: break
      }
    }
  }
}

/// How a parent is, as far as its children have to know.
public struct ParentState: Hashable, Sendable {
  /// Its state.
  public var state: MonitorState
  /// The first failed check of its incident, while it is down.
  public var downFrom: Timestamp?
  /// When it was last checked.
  public var checked: Timestamp?
  /// Whether its last checks leave open that it is going down.
  public var isSuspect: Bool
  /// The time from one of its checks to the result of the next, in milliseconds.
  public var stepMs: Int64
  /// The longest time that it needs to go down, in milliseconds.
  public var decisionMs: Int64

  /// Children wait no longer for a parent, however seldom it is checked.
  public static let mostDecisionMs: Int64 = 15 * 60_000

  /// Memberwise initialiser.
  public init(
    state: MonitorState,
    downFrom: Timestamp? = nil,
    checked: Timestamp? = nil,
    isSuspect: Bool = false,
    stepMs: Int64,
    decisionMs: Int64
  ) {
    self.state = state
    self.downFrom = downFrom
    self.checked = checked
    self.isSuspect = isSuspect
    self.stepMs = stepMs
    self.decisionMs = decisionMs
  }

  /// The state of a monitor.
  public init(of monitor: Monitor, _ tracker: MonitorTracker) {
    let timeout = monitor.timeout.trackerMs
    let step = monitor.interval.trackerMs + timeout
    self.init(
      state: tracker.state,
      downFrom: tracker.downFrom,
      checked: tracker.checked,
      isSuspect: tracker.isSuspect,
      stepMs: step,
      // The last place for another method's answer.
      decisionMs: min(step * Int64(monitor.downAfter.size + 1) + timeout, Self.mostDecisionMs)
    )
  }

  enum Effect {
    case explains, notKnown, none
  }

  func effect(from: Timestamp, decided: Timestamp, now: Timestamp, start: Timestamp) -> Effect {
    switch state {
    case .paused: return .none
    case .down:
      guard isCurrent(start) else { break }
      guard let downFrom else { return .explains }
      return downFrom.milliseconds <= from.milliseconds + stepMs ? .explains : .none
    case .unknown: break
    case .up, .degraded:
      if !isSuspect, isCurrent(max(start, from)) { return .none }
    }
    return now.milliseconds - decided.milliseconds < decisionMs ? .notKnown : .none
  }

  private func isCurrent(_ time: Timestamp) -> Bool { checked.map { $0 >= time } ?? false }
}

extension Duration {
  /// In milliseconds, between 0 and a day, as intervals and timeouts are.
  fileprivate var trackerMs: Int64 {
    let bounded = min(max(self, .zero), Monitor.intervals.upperBound)
    return bounded.components.seconds * 1000
      + bounded.components.attoseconds / 1_000_000_000_000_000
  }
}
