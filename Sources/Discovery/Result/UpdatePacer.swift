/// Decides when the next update goes out: soon at first, then ever calmer.
///
/// A person sees the first devices at once, a slow reader is not flooded, and a default scan of 15 s
/// makes at most 50 updates. Pure: times are durations since the scan's start.
package struct UpdatePacer: Sendable {
  /// How many updates have gone out.
  private(set) var count = 0
  /// When the change came that the next update will carry.
  private var pendingSince: Duration?
  /// When the last updates went out, oldest first; at most `perSecond` of them.
  private var recent: [Duration] = []

  /// No more than that many in any second.
  static let perSecond = 4
  /// How long a first change waits for others to come along; a sweep's answers come within 20 ms.
  static let gathering = Duration.milliseconds(25)

  /// A pacer that has sent nothing yet.
  package init() {}

  /// Something new begins: its first updates are quick again, within what any second may hold.
  package mutating func beginAnew() { count = 0 }

  /// Notes that something has changed.
  package mutating func noteChange(at now: Duration) {
    if pendingSince == nil { pendingSince = now }
  }

  /// When the next update is due; `nil` if nothing has changed.
  package var due: Duration? {
    guard let pendingSince else { return nil }
    var due = pendingSince + Self.gathering
    if let last = recent.last { due = max(due, last + gap) }
    if recent.count == Self.perSecond { due = max(due, recent[0] + .seconds(1)) }
    return due
  }

  /// Notes that an update went out.
  package mutating func noteUpdate(at now: Duration) {
    count += 1
    pendingSince = nil
    recent.append(now)
    if recent.count > Self.perSecond { recent.removeFirst() }
  }

  /// The least time between two updates: 2 quick ones, 16 more at 4 a second, then fewer, so that
  /// 15 s hold 2 + 16 + 22 and the final one.
  private var gap: Duration {
    switch count {
    case ..<2: .milliseconds(40)
    case ..<18: .milliseconds(250)
    case ..<48: .milliseconds(500)
    default: .seconds(1)
    }
  }
}
