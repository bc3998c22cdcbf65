internal import Networking

/// When which host is sent its next packet: all in turn, a little apart, so that many at once are no
/// burst.
struct PingSchedule: Sendable {
  private let targets: Int
  private let count: Int
  private let interval: Duration
  private let step: Duration
  /// How many hosts are asked however close together.
  private static let fewHosts = 256
  /// The least time between packets to more hosts than that: an address that nobody has takes a place in
  /// the neighbour table for three seconds, and the table has 1,024.
  private static let leastStep = Duration.milliseconds(5)
  private var base = MonotonicTime(nanoseconds: 0)
  private var target = 0
  private var sequence = 0

  init(targets: Int, _ options: PingOptions) {
    self.targets = targets
    count = options.count ?? .max
    interval =
      targets > Self.fewHosts
      ? max(options.interval, Self.leastStep * targets) : options.interval
    step = min(.milliseconds(10), interval / max(1, targets))
  }

  /// Whether everybody has been sent everything.
  var isOver: Bool { targets == 0 || sequence >= count }

  /// When the next is due.
  var nextTime: MonotonicTime? { isOver ? nil : base + step * target }

  /// Starts the clock.
  mutating func begin(at now: MonotonicTime) { base = now }

  /// Takes the next one, if it is due.
  mutating func next(at now: MonotonicTime) -> (target: Int, sequence: Int)? {
    guard let time = nextTime, time <= now else { return nil }
    // A machine that slept does not send what it missed all at once.
    if now - time > max(interval, .seconds(1)) { base = base + (now - time) }
    let due = (target, sequence)
    target += 1
    if target == targets {
      target = 0
      sequence += 1
      base = base + interval
    }
    return due
  }
}
