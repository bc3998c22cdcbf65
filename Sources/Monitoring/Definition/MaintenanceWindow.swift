public import Model

/// When a monitor is worked on: nothing that it does then is told, or counted.
public struct MaintenanceWindow: Hashable, Sendable {
  /// When it is.
  public var when: When
  /// Why, if the user said so.
  public var note: String?

  /// When a window is; weekly ones and those of a cron line are in local time, also over the changes of
  /// daylight saving.
  public enum When: Hashable, Sendable {
    /// From one moment to another.
    case once(from: Timestamp, to: Timestamp)
    /// On those days, Monday is 1, from that minute of the day for so many minutes.
    case weekly(days: Set<Int>, startMinute: Int, minutes: Int)
    /// At each moment that the five fields of a cron line name, for so many minutes.
    case cron(String, minutes: Int)
  }

  /// Memberwise initialiser.
  public init(_ when: When, note: String? = nil) {
    self.when = when
    self.note = note
  }
}
