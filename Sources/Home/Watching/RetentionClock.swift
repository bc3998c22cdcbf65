package import Model

/// The time by which the age of a history is judged: the clock's, as far as that is trusted.
///
/// A clock that is years ahead would have all of the history dropped as too old. So a leap of more than
/// ``longestLeap`` is not believed at once: by such a clock the trusted time goes on with the time that
/// the watch runs, twice as fast, so that a home that was off for a season catches up. A clock that is
/// ahead of the trusted time by less costs as many days of the oldest history, no more.
package struct RetentionClock: Hashable, Sendable {
  /// The latest time that was trusted; `nil` before the first look without a history.
  package private(set) var trusted: Timestamp?
  /// The clock at the last look.
  private var lastLook: Timestamp?
  /// For how long the clock has been behind the trusted time, in milliseconds.
  private var behind: Int64 = 0

  /// The longest leap of the clock that is believed at once, in milliseconds: a home that was off for a
  /// month.
  package static let longestLeap = 30 * HistoryTime.day
  /// How long the watch can have run between two looks, in milliseconds; the rest is a clock that was set,
  /// or a pause.
  private static let longestStep = HistoryRecorder.longestPause
  /// How long a clock that is behind has to run to be believed: it was the earlier one that was ahead.
  private static let longestBehind = HistoryTime.day

  /// A clock of which that time was trusted last, or until which there is a history; a time that no clock
  /// can have given rightly is none.
  package init(trusted: Timestamp?) {
    self.trusted = trusted.flatMap { time in
      time >= ClockCorrection.earliest && time.milliseconds < Self.latest ? time : nil
    }
  }

  /// The year 9000, in milliseconds: a greater number of a damaged file is cut to the end of 9999.
  private static let latest: Int64 = 221_845_392_000_000

  /// Looks at the clock, at least once in five minutes while the watch runs; returns the time by which
  /// age is to be judged, `nil` where nothing may be dropped.
  package mutating func look(at now: Timestamp) -> Timestamp? {
    let ran = lastLook.map { min(max(now.elapsed(since: $0), 0), Self.longestStep) } ?? 0
    lastLook = now
    guard now >= ClockCorrection.earliest else { return nil }
    guard let before = trusted else {
      trusted = now
      return now
    }
    let leap = now.elapsed(since: before)
    guard leap >= 0 else {
      behind += ran
      if behind >= Self.longestBehind {
        trusted = now
        behind = 0
      }
      return now
    }
    behind = 0
    let after = leap <= Self.longestLeap ? now : before.advanced(by: 2 * ran)
    trusted = after
    return after
  }
}
