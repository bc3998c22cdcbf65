public import Model

/// Hours of the week in local time.
public struct LocalHours: Hashable, Sendable {
  /// The days on which they begin; Monday is 1.
  public var days: Set<Int>
  /// The minute of the day that they begin at.
  public var startMinute: Int
  /// The minute of the day that they end at; the next day's where it is not greater.
  public var endMinute: Int

  /// Memberwise initialiser; by default on all days.
  public init(days: Set<Int> = Set(1...7), startMinute: Int, endMinute: Int) {
    self.days = days
    self.startMinute = startMinute
    self.endMinute = endMinute
  }
}

extension LocalHours {
  /// Whether a moment lies in these hours; where they begin it does, where they end it doesn't.
  public func contains(_ time: Timestamp, in local: LocalTime) -> Bool {
    spanEnd(at: time, in: local) != nil
  }

  /// The first moment, from that one on, that is not in these hours.
  ///
  /// Hours that follow one another without a break are one: those of all days from 00:00 to 00:00 never end.
  /// What waits for the end of such hours isn't held for ever: at least once in about a week a day's end
  /// counts.
  public func end(after time: Timestamp, in local: LocalTime) -> Timestamp {
    var end = time
    for _ in 0..<Self.mostSpans {
      guard let further = spanEnd(at: end, in: local) else { return end }
      end = further
    }
    return end
  }

  /// As many spans that follow one another as are looked at: those of a week, and one.
  private static let mostSpans = 8

  /// When the span in which a moment lies ends; the latest one, if it lies in several.
  private func spanEnd(at time: Timestamp, in local: LocalTime) -> Timestamp? {
    let today = LocalClock(local.reading(at: time)).day
    let start = min(max(startMinute, 0), 1440)
    let end = min(max(endMinute, 0), 1440)
    var latest: Timestamp?
    // Tomorrow's, too: where clocks are set back over midnight, the day begins twice.
    for day in (today - 1)...(today + 1) {
      let from = LocalClock(day: day, minute: start)
      guard days.contains(from.weekday) else { continue }
      let to = LocalClock(day: end > start ? day : day + 1, minute: end)
      let last = local.moment(to)
      guard local.moment(from) <= time, time < last else { continue }
      latest = max(latest ?? last, last)
    }
    return latest
  }
}
