import Model

/// The five fields of a cron line: minute, hour, day of the month, month, day of the week.
///
/// They mean what crontab(5) says: `*`, lists, ranges, steps after `*` or a range, names of months and days,
/// 0 and 7 for Sunday. Where both the day of the month and the day of the week are restricted, one of them
/// has to match; a field that begins with `*` counts as unrestricted for that, as cron has it.
struct CronExpression: Hashable, Sendable {
  private let minutes: CronField.Values
  private let hours: CronField.Values
  private let days: CronField.Values
  private let months: CronField.Values
  private let weekdays: CronField.Values

  /// As many characters as a line has at most.
  static let mostCharacters = 200

  /// Reads five fields, separated by spaces or tabs.
  init(_ text: String) throws(CronProblem) {
    guard text.utf8.count <= Self.mostCharacters else { throw .tooLong }
    let fields = text.split { $0 == " " || $0 == "\t" }
    guard fields.count == CronField.all.count else { throw .wrongCount(fields.count) }
    minutes = try CronField.minute.values(fields[0])
    hours = try CronField.hour.values(fields[1])
    days = try CronField.day.values(fields[2])
    months = try CronField.month.values(fields[3])
    weekdays = try CronField.weekday.values(fields[4])
    guard hasDates else { throw .never }
  }

  /// Whether there is a date that the fields match: the 31st of February never comes.
  private var hasDates: Bool {
    if !days.isStarred && !weekdays.isStarred { return true }
    return (1...12).contains { month in
      let length = CivilMonth.greatestLength(of: month)
      return months.contains(month) && (1...length).contains { days.contains($0) }
    }
  }

  /// Whether a line names single hours.
  ///
  /// If not, it counts hours as they pass: in one that the clock shows twice it runs twice, and for one that
  /// the clock leaves out it doesn't run.
  private var namesHours: Bool { !hours.isFull }
}

/// What is wrong with a cron line.
enum CronProblem: Error, Hashable {
  /// It has too many characters.
  case tooLong
  /// It has that many fields.
  case wrongCount(Int)
  /// That isn't a number or a name of the field.
  case noValue(CronField, String)
  /// That range ends before it begins.
  case backwards(CronField, String)
  /// That step is none, or stands where none may.
  case noStep(CronField, String)
  /// No date has that day and that month.
  case never
}

// MARK: The next occurrence

extension CronExpression {
  /// As far ahead as the next occurrence is looked for: five years, so that a 29th of February is found.
  static let mostDays: Int64 = 5 * 366

  /// The first moment after that one at which the line matches, until the end of another one; by default for
  /// five years.
  ///
  /// Days and months that don't match are passed over without asking the time zone. A line that names hours
  /// runs once a day for a local time that exists twice or not at all, as ``LocalTime`` has it; one with `*`
  /// as the hour follows the clock, minute by minute.
  func next(after time: Timestamp, until: Timestamp? = nil, in local: LocalTime) -> Timestamp? {
    let start = LocalClock(local.reading(at: time))
    let horizon = Timestamp(milliseconds: time.milliseconds + Self.mostDays * LocalClock.dayLength)
    let last = min(until ?? horizon, horizon)
    // The clock may be set back in between: a day more than it shows then.
    let lastDay = LocalClock(local.reading(at: last)).day + 1
    let next =
      namesHours
      ? nextOfNamedHours(after: time, from: start.nextMinute, lastDay, local)
      : nextOfAnyHour(after: time, from: start.nextMinute, lastDay, local)
    return next.flatMap { $0 <= last ? $0 : nil }
  }

  private func nextOfNamedHours(
    after time: Timestamp,
    from start: LocalClock,
    _ lastDay: Int64,
    _ local: LocalTime
  ) -> Timestamp? {
    var clock = start
    // Where clocks were set back, minutes that the clock shows again lie in the past: a day's at most.
    for _ in 0..<1500 {
      guard let match = match(from: clock, lastDay) else { return nil }
      let moment = local.moment(match)
      if moment > time { return moment }
      clock = match.nextMinute
    }
    return nil
  }

  private func nextOfAnyHour(
    after time: Timestamp,
    from start: LocalClock,
    _ lastDay: Int64,
    _ local: LocalTime
  ) -> Timestamp? {
    var (moment, clock) = (time, start)
    // Each step leads to a day that matches, or over a moment at which clocks are set.
    for _ in 0..<(4 * Self.mostDays) {
      let reading = local.reading(at: moment)
      let today = LocalClock(reading).day
      let next = match(from: clock, lastDay)
      let isToday = next?.day == today
      let midnight = LocalClock(day: today + 1, minute: 0).milliseconds
      let ahead = next.map { $0.milliseconds - reading } ?? .max
      let until = isToday ? ahead : midnight - reading
      let candidate = Timestamp(milliseconds: moment.milliseconds + until)
      if let change = local.firstChange(after: moment, until: candidate) {
        moment = change
      } else if isToday {
        return candidate
      } else if let back = setBack(after: moment, midnight: candidate, to: today, local),
        ahead >= back.milliseconds - moment.milliseconds
      {
        moment = back
      } else if let next {
        // Clocks aren't set before midnight; later on, days that don't match are passed over.
        let isTomorrow = next.day == today + 1
        moment = isTomorrow ? candidate : local.moment(LocalClock(day: next.day, minute: 0))
      } else {
        return nil
      }
      clock = LocalClock(local.reading(at: moment)).roundedUp
    }
    return nil
  }

  /// The moment after midnight at which clocks are set back to the day before, where they are.
  private func setBack(
    after time: Timestamp,
    midnight: Timestamp,
    to day: Int64,
    _ local: LocalTime
  ) -> Timestamp? {
    let last = Timestamp(milliseconds: midnight.milliseconds + Self.mostSetBack)
    guard let change = local.firstChange(after: time, until: last),
      LocalClock(local.reading(at: change)).day <= day
    else { return nil }
    return change
  }

  /// Three hours, in milliseconds: as far as clocks are set back, and more.
  private static let mostSetBack: Int64 = 3 * 60 * LocalClock.minuteLength

  /// The first minute from that one on that matches, by the calendar alone.
  private func match(from clock: LocalClock, _ lastDay: Int64) -> LocalClock? {
    var (day, minute) = (clock.day, clock.minute)
    while day <= lastDay {
      let date = CivilMonth(ofDay: day)
      guard months.contains(date.month) else {
        (day, minute) = (date.nextMonth, 0)
        continue
      }
      if matches(date, day), let match = minuteOfDay(from: minute) {
        return LocalClock(day: day, minute: match)
      }
      (day, minute) = (day + 1, 0)
    }
    return nil
  }

  private func matches(_ date: CivilMonth, _ day: Int64) -> Bool {
    let isDay = days.contains(date.day)
    let isWeekday = weekdays.contains(LocalClock(day: day, minute: 0).weekday % 7)
    return days.isStarred || weekdays.isStarred ? isDay && isWeekday : isDay || isWeekday
  }

  private func minuteOfDay(from minute: Int) -> Int? {
    var (hour, least) = (minute / 60, minute % 60)
    while let next = hours.first(from: hour) {
      if next > hour { least = 0 }
      if let match = minutes.first(from: least) { return next * 60 + match }
      (hour, least) = (next + 1, 0)
    }
    return nil
  }
}
