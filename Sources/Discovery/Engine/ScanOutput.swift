public import Model
public import Networking
public import Wire

/// What a running scan produces, as it happens.
public enum ScanOutput: Sendable {
  /// A new observation.
  case observation(Observation)
  /// The address (without zone) belongs to an excluded device and is not listed.
  case excluded(IPAddress)
  /// The progress, at most four times a second.
  case progress(ScanProgress)
  /// A source failed on an interface; the others continue.
  case failure(Source, interface: String, LocalFailure)
  /// The active part is over; a lasting scan continues to listen.
  case swept
  /// Probing of a host began (`true`) or ended; only in lasting scans.
  case asking(IPAddress, Bool)
  /// A step for the log, if the plan wants steps.
  case step(ScanStep)
}

/// A scan's progress.
public struct ScanProgress: Hashable, Sendable {
  /// Addresses probed at least once.
  public var asked: Int
  /// Addresses to probe.
  public var total: Int
  /// The sources that still make active probes.
  public var active: [Source]

  /// Memberwise initialiser.
  public init(asked: Int, total: Int, active: [Source]) {
    self.asked = asked
    self.total = total
    self.active = active
  }
}

/// Limits progress output to four times a second.
struct ProgressMeter: Sendable {
  /// Addresses asked so far.
  var asked = 0
  private let total: Int
  private var last: ScanProgress?
  private var lastAt: MonotonicTime?

  /// The shortest time between two lines.
  private static let gap: Duration = .milliseconds(250)

  init(total: Int) {
    self.total = total
  }

  /// The progress to output now, if any: the first, changes at intervals, and the last.
  mutating func progress(
    active: @autoclosure () -> [Source],
    now: MonotonicTime,
    isLast: Bool
  ) -> ScanProgress? {
    if let lastAt, !isLast, now < lastAt + Self.gap { return nil }
    let current = ScanProgress(asked: min(asked, total), total: total, active: active())
    guard current != last else { return nil }
    last = current
    lastAt = now
    return current
  }
}
