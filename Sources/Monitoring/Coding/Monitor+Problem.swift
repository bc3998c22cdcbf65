import Model

extension Monitor {
  /// As many conditions, parents and windows as it may have.
  package static let mostItems = 64

  /// What is wrong with its settings, the first of it; `nil` where nothing is.
  ///
  /// Whether its parents exist and don't depend on it takes all monitors: `parentProblem` of them says it.
  public func problem() -> MonitoringError? {
    var check = FieldCheck()
    check.id(id)
    check.name(name)
    self.check.examine(&check)
    check.count(conditions.count, of: "conditions", most: Self.mostItems)
    check.range(interval, of: "interval_s", Self.intervals)
    check.range(timeout, of: "timeout_s", Self.timeouts)
    check.require(timeout < interval, "timeout_s", .problemTimeout)
    downAfter.examine(&check, "down_after")
    upAfter.examine(&check, "up_after")
    if let limit = degraded.roundTripMs {
      check.range(limit, of: "degraded.rtt_ms", 0...60_000)
    }
    if let limit = degraded.loss { check.range(limit, of: "degraded.loss", 0...1) }
    if let limit = degraded.timesUsual { check.range(limit, of: "degraded.times_usual", 1...1000) }
    check.count(parents.count, of: "parents", most: Self.mostItems)
    check.require(id.isEmpty || !parents.contains(id), "parents", .problemOwnParent)
    check.require(Set(parents).count == parents.count, "parents", .problemTwice)
    check.count(maintenance.count, of: "maintenance", most: Self.mostItems)
    for (index, window) in maintenance.enumerated() {
      window.examine(&check, "maintenance[\(index)]")
    }
    return check.problem
  }
}

extension Quorum {
  fileprivate func examine(_ check: inout FieldCheck, _ key: String) {
    check.range(n, of: "\(key).n", 1...Self.most)
    check.range(m, of: "\(key).m", 1...max(1, n))
  }
}

extension MaintenanceWindow {
  fileprivate func examine(_ check: inout FieldCheck, _ key: String) {
    switch when {
    case .once(let from, let to):
      check.require(from < to, "\(key).to", .problemWindowEnd)
    case .weekly(let days, let startMinute, let minutes):
      check.require(
        !days.isEmpty && days.isSubset(of: Set(1...7)),
        "\(key).days",
        .fieldEmpty
      )
      check.require((0..<1440).contains(startMinute), "\(key).start", .fieldMinute)
      check.range(minutes, of: "\(key).minutes", 1...Self.mostMinutes)
    case .cron(let line, let minutes):
      if let problem = Self.problem(of: line) {
        check.note("\(key).cron", .problemCron, ["problem": .message(problem)])
      }
      check.range(minutes, of: "\(key).minutes", 1...Self.mostMinutes)
    }
    if let note {
      check.length(note, of: "\(key).note", most: 500)
      check.plain(note, of: "\(key).note")
    }
  }
}

extension LocalHours {
  func examine(_ check: inout FieldCheck, _ key: String) {
    check.require(!days.isEmpty && days.isSubset(of: Set(1...7)), "\(key).days", .fieldEmpty)
    check.require((0..<1440).contains(startMinute), "\(key).from", .fieldMinute)
    check.require((0...1440).contains(endMinute), "\(key).to", .fieldMinute)
  }
}

extension Collection<Monitor> {
  /// Monitors that depend on each other in a circle, each a parent of the one before, the first one again at
  /// the end; `nil` where there is no circle.
  public var parentCycle: [Monitor]? {
    let monitors = Dictionary(map { ($0.id, $0) }) { first, _ in first }
    var finished: Set<String> = []
    for start in monitors.keys.sorted() where !finished.contains(start) {
      // The way from `start` to where we are, and which of each one's parents comes next.
      var way: [(id: String, next: Int)] = [(start, 0)]
      var isOnWay: Set<String> = [start]
      while let (id, next) = way.last {
        guard let parents = monitors[id]?.parents, next < parents.count else {
          finished.insert(id)
          isOnWay.remove(id)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let parent = parents[next]
        if isOnWay.contains(parent) {
          let circle = way.map(\.id).drop { $0 != parent } + [parent]
          return circle.compactMap { monitors[$0] }
        }
        guard monitors[parent] != nil, !finished.contains(parent) else { continue }
        way.append((parent, 0))
        isOnWay.insert(parent)
      }
    }
    return nil
  }

  /// That a monitor depends on one that there isn't, or that some depend on each other in a circle.
  public var parentProblem: MonitoringError? {
    let ids = Set(map(\.id))
    for monitor in self {
      guard let unknown = monitor.parents.first(where: { !ids.contains($0) }) else { continue }
      let id = String(unknown.unicodeScalars.prefix(64))
      return .unacceptable(
        key: "parents",
        Message(.problemNoParent, ["monitor": monitor.name, "id": id])
      )
    }
    guard let circle = parentCycle else { return nil }
    var names = circle.prefix(10).map(\.name)
    if circle.count > 10 { names.append("…") }
    return .unacceptable(key: "parents", Message(.problemCircle, ["names": .texts(names)]))
  }
}

/// What is wrong with a monitor's settings.
extension MessageTemplate {
  static let problemTimeout = MessageTemplate(
    "monitor.problem_timeout",
    "timeout_s has to be less than interval_s."
  )
  static let problemOwnParent = MessageTemplate(
    "monitor.problem_own_parent",
    "A monitor can't depend on itself."
  )
  static let problemTwice = MessageTemplate(
    "monitor.problem_twice",
    "{key} may have each entry only once."
  )
  static let problemWindowEnd = MessageTemplate(
    "monitor.problem_window_end",
    "{key} has to be later than the beginning."
  )
  static let problemCron = MessageTemplate("monitor.problem_cron", "{key}: {problem}")
  static let problemNoParent = MessageTemplate(
    "monitor.problem_no_parent",
    "{monitor} depends on a monitor that there isn't: {id}."
  )
  static let problemCircle = MessageTemplate(
    "monitor.problem_circle",
    "Monitors may not depend on each other in a circle: {names| → }."
  )
}
