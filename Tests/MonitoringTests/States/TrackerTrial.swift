import Model

@testable import Monitoring

/// A monitor and its tracker, checked once a minute unless told otherwise; another method confirms at once, or as told.
struct TrackerTrial {
  var monitor: Monitor
  var tracker = MonitorTracker()
  var now = TrackerTrial.start
  var minutesApart: Int64 = 1
  var usualP95Ms: Double?
  /// What another method says when it is asked; nobody asks it where it is `nil`.
  var confirmation: Confirmation? = .noOther
  /// What followed from the checks.
  var changes: [TrackerChange] = []
  /// How often another method was asked.
  var confirmed = 0

  static let start = Timestamp(milliseconds: 1_772_323_200_000)
  static let lost = CheckResult(.failed("no answer"))

  init(
    _ check: MonitorCheck = .icmp(host: "192.0.2.1"),
    downAfter: Quorum = Quorum(3, of: 3),
    upAfter: Quorum = Quorum(2, of: 2),
    degraded: DegradedLimits = DegradedLimits()
  ) {
    monitor = Monitor(
      id: "m",
      name: "M",
      check: check,
      downAfter: downAfter,
      upAfter: upAfter,
      degraded: degraded
    )
  }

  /// `U` passes, `D` fails, `?` couldn't be asked, `c` passes with a certificate that soon ends.
  mutating func check(_ results: String, ms: Double = 5) {
    for letter in results {
      switch letter {
      case "U": note(CheckResult(.passed, roundTripMs: ms))
      case "D": note(Self.lost)
      case "?": note(CheckResult(.unknown("no descriptors")))
      case "c": note(CheckResult(.degraded("10 days left"), roundTripMs: ms))
      default: preconditionFailure("no such result: \(letter)")
      }
    }
  }

  mutating func note(_ result: CheckResult) {
    pass(minutes: minutesApart)
    take(tracker.note(result, at: now, of: monitor, usualP95Ms: usualP95Ms))
  }

  mutating func pass(minutes: Int64 = 1) {
    now = Timestamp(milliseconds: now.milliseconds + minutes * 60_000)
  }

  mutating func interrupt() {
    pass()
    take(tracker.interrupt(at: now, because: "no link"))
  }

  mutating func confirm(_ confirmation: Confirmation) {
    take(tracker.note(confirmation, at: now, of: monitor))
  }

  mutating func take(_ step: TrackerStep) {
    switch step {
    case .nothing: break
    case .confirm:
      confirmed += 1
      guard let confirmation else { return }
      take(tracker.note(confirmation, at: now, of: monitor))
    case .changed(let change): changes.append(change)
    }
  }

  /// The states that were gone through.
  var states: [MonitorState] { changes.map(\.now) }
  /// How often an incident began.
  var opened: Int { changes.count(where: \.opensIncident) }
  /// How often one ended.
  var ended: Int { changes.count(where: \.endsIncident) }
  /// When the n-th check of a trial is made that has nothing but checks.
  static func minute(_ n: Int64) -> Timestamp {
    Timestamp(milliseconds: start.milliseconds + n * 60_000)
  }
}
