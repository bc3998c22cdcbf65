public import Model

extension MaintenanceWindow {
  /// As many minutes as a window of a week's day or of a cron line lasts at most: a week.
  public static let mostMinutes = 7 * 1440

  /// Whether the window is open at a moment; when it begins it is, when it ends it isn't.
  ///
  /// A window begins at a local time and lasts so many minutes by the clock that nobody sets: one at 02:30 for
  /// an hour lasts an hour on the days when clocks are set, too, and takes place once.
  public func contains(_ time: Timestamp, in local: LocalTime) -> Bool {
    spanEnd(at: time, in: local) != nil
  }

  /// The first moment after that one at which the window opens or closes.
  ///
  /// `nil` where it does neither within the next five years, or is open for more than
  /// ten thousand spans that follow one another, as `* * * * *` is.
  public func nextChange(after time: Timestamp, in local: LocalTime) -> Timestamp? {
    guard var end = spanEnd(at: time, in: local) else { return nextStart(after: time, in: local) }
    for _ in 0..<mostSpans {
      guard let further = spanEnd(at: end, in: local) else { return end }
      end = further
    }
    return nil
  }

  /// What is wrong with a cron line, naming the field; `nil` where nothing is.
  public static func problem(of cron: String) -> Message? {
    do throws(CronProblem) {
      _ = try CronExpression(cron)
      return nil
    } catch {
      return error.message
    }
  }

  /// As many spans that follow one another as are looked at.
  private var mostSpans: Int {
    switch when {
    case .once: 1
    // One a day, each lasting a week at most: after two weeks it is open always.
    case .weekly: 15
    case .cron: 10_000
    }
  }

  /// When the span in which a moment lies ends; `nil` where it lies in none.
  private func spanEnd(at time: Timestamp, in local: LocalTime) -> Timestamp? {
    switch when {
    case .once(let from, let to):
      return from <= time && time < to ? to : nil
    case .weekly(let days, let startMinute, let minutes):
      let length = Self.milliseconds(minutes)
      let today = LocalClock(local.reading(at: time)).day
      // A window that began so many days ago may still be open.
      let reach = length / LocalClock.dayLength + 2
      var latest: Timestamp?
      for day in (today - reach)...(today + 1) {
        guard let from = Self.start(on: day, of: days, startMinute, in: local) else { continue }
        let to = Timestamp(milliseconds: from.milliseconds + length)
        guard from <= time, time < to else { continue }
        latest = max(latest ?? to, to)
      }
      return latest
    case .cron(let text, let minutes):
      guard let cron = try? CronExpression(text) else { return nil }
      let length = Self.milliseconds(minutes)
      let earliest = Timestamp(milliseconds: time.milliseconds - length)
      guard let from = cron.next(after: earliest, until: time, in: local) else { return nil }
      return Timestamp(milliseconds: from.milliseconds + length)
    }
  }

  /// When the next span after a moment begins.
  private func nextStart(after time: Timestamp, in local: LocalTime) -> Timestamp? {
    switch when {
    case .once(let from, let to):
      return time < from && from < to ? from : nil
    case .weekly(let days, let startMinute, let minutes):
      guard minutes > 0 else { return nil }
      let today = LocalClock(local.reading(at: time)).day
      for day in today...(today + 8) {
        guard let from = Self.start(on: day, of: days, startMinute, in: local) else { continue }
        if from > time { return from }
      }
      return nil
    case .cron(let text, let minutes):
      guard minutes > 0, let cron = try? CronExpression(text) else { return nil }
      return cron.next(after: time, in: local)
    }
  }

  private static func start(
    on day: Int64,
    of days: Set<Int>,
    _ minute: Int,
    in local: LocalTime
  ) -> Timestamp? {
    let clock = LocalClock(day: day, minute: min(max(minute, 0), 1439))
    return days.contains(clock.weekday) ? local.moment(clock) : nil
  }

  private static func milliseconds(_ minutes: Int) -> Int64 {
    Int64(min(max(minutes, 0), mostMinutes)) * LocalClock.minuteLength
  }
}

extension Collection<MaintenanceWindow> {
  /// Whether one of the windows is open at a moment.
  public func isOpen(at time: Timestamp, in local: LocalTime) -> Bool {
    contains { $0.contains(time, in: local) }
  }

  /// The first moment after that one at which the first of them opens or the last of them closes; `nil` as
  /// for a single window.
  public func nextChange(after time: Timestamp, in local: LocalTime) -> Timestamp? {
    let isOpenNow = isOpen(at: time, in: local)
    var moment = time
    // Windows that overlap close one after another; few do.
    for _ in 0..<1000 {
      let changes = compactMap { $0.nextChange(after: moment, in: local) }
      guard let next = changes.min() else { return nil }
      if isOpen(at: next, in: local) != isOpenNow { return next }
      moment = next
    }
    return nil
  }
}
