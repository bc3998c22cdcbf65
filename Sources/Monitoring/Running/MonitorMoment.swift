public import Model
public import Networking

/// A moment by both clocks: schedules go by the monotonic one, what is told by the other.
public struct MonitorMoment: Hashable, Sendable {
  /// The time of day, which may leap.
  public var wall: Timestamp
  /// The time since some start, which goes on while the machine sleeps.
  public var monotonic: MonotonicTime

  /// Memberwise initialiser.
  public init(wall: Timestamp, monotonic: MonotonicTime) {
    self.wall = wall
    self.monotonic = monotonic
  }
}

/// What monitoring needs of time.
public protocol MonitorClock: Sendable {
  /// The present moment.
  func now() -> MonitorMoment
  /// Returns at that moment, or at once where the task is cancelled.
  func sleep(until time: MonotonicTime) async
}
