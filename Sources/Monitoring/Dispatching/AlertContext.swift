public import Model

/// What the alert dispatcher needs to know of the present; it keeps none of it.
public struct AlertContext: Sendable {
  /// The rules, in the order in which they are asked.
  public var rules: [AlertRule]
  /// The channels.
  public var channels: [AlertChannel]
  /// What is muted.
  public var mutes: [Mute]
  /// The local time that hours are in.
  public var localTime: LocalTime
  /// The parents that are down now, by the monitor that depends on them.
  public var deadParents: [String: Set<String>]
  /// The monitors that weren't checked often enough since a parent came back to count as up again.
  ///
  /// They are as silent as behind the dead parent, or they would all be reported down as it comes back.
  public var recovering: Set<String>
  /// The parents that weren't checked since the start, by the monitor that depends on them.
  public var uncheckedParents: [String: Set<String>]
  /// When the program started: parents are waited for at most ``longestParentWait`` from then.
  public var started: Timestamp
  /// The monitors that are in maintenance now.
  public var inMaintenance: Set<String>
  /// How many monitors depend on a monitor, by its id, where that is known.
  public var dependents: [String: Int]
  /// The incidents that the user has acknowledged.
  public var acknowledged: Set<Int64>
  /// The first failed checks of the incidents that last, by the ids of their monitors.
  public var failingSince: [String: Timestamp] = [:]
  /// The page's address, if one is known.
  public var url: String?

  /// How long after a start openings wait for their parents' first checks.
  public static let longestParentWait = Duration.seconds(120)

  /// A context in which nothing is withheld.
  public init(
    rules: [AlertRule],
    channels: [AlertChannel],
    mutes: [Mute] = [],
    localTime: LocalTime = .utc,
    deadParents: [String: Set<String>] = [:],
    recovering: Set<String> = [],
    uncheckedParents: [String: Set<String>] = [:],
    started: Timestamp = .never,
    inMaintenance: Set<String> = [],
    dependents: [String: Int] = [:],
    acknowledged: Set<Int64> = [],
    url: String? = nil
  ) {
    self.rules = rules
    self.channels = channels
    self.mutes = mutes
    self.localTime = localTime
    self.deadParents = deadParents
    self.recovering = recovering
    self.uncheckedParents = uncheckedParents
    self.started = started
    self.inMaintenance = inMaintenance
    self.dependents = dependents
    self.acknowledged = acknowledged
    self.url = url
  }

  /// Until when something is muted; `nil` where it isn't.
  func muted(monitor: String?, device: String?, at now: Timestamp) -> Timestamp? {
    mutes.filter { mute in
      guard now < mute.until else { return false }
      return switch mute.subject {
      case .everything: true
      case .monitor(let id): id == monitor
      case .device(let id): id == device
      }
    }.map(\.until).max()
  }
}

/// Times as the dispatcher and the outbox reckon with them.
enum AlertTime {
  /// The moment that much later.
  static func adding(_ duration: Duration, to time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds.addingWithLimit(milliseconds(duration)))
  }

  /// The next full minute, when hours may begin or end.
  static func nextMinute(after time: Timestamp) -> Timestamp {
    let past = (time.milliseconds % 60_000 + 60_000) % 60_000
    return Timestamp(milliseconds: time.milliseconds + 60_000 - past)
  }

  /// The whole milliseconds of a duration, at most some thousand years.
  static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let bounded = min(max(seconds, -longest), longest)
    return bounded * 1000 + attoseconds / 1_000_000_000_000_000
  }

  private static let longest: Int64 = 400_000_000_000
}

extension Int64 {
  /// The sum, or the greatest or least number where there is none.
  fileprivate func addingWithLimit(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
