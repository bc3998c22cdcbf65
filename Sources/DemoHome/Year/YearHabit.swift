import Model

/// How a device of the demo's year lives: with whom it goes out, when it rests, when it visits.
///
/// Without any of these it is always there.
struct YearHabit: Sendable {
  /// Somebody who lives in the home.
  enum Person: Hashable, Sendable, CaseIterable {
    case anna, ben
  }

  /// Why somebody is out.
  enum Purpose: Hashable, Sendable {
    case work, errand, holiday
  }

  /// When it sleeps while it is at home.
  enum Rest: Sendable {
    case never
    /// From late in the evening to the morning.
    case atNight
    /// Whenever it is not used: on workdays and on weekends it is used once, with that probability,
    /// beginning at one of those minutes of the day, for so many minutes.
    case betweenUses(
      workday: Double,
      weekend: Double,
      begins: ClosedRange<Int>,
      lasts: ClosedRange<Int>
    )
  }

  /// When it comes; it is away otherwise.
  struct Visits: Sendable {
    /// How probable a visit is, by the day of the week, 0 for Monday.
    var chances: [Int: Double]
    /// At which minute of the day it comes.
    var begins: ClosedRange<Int>
    /// How many minutes it stays.
    var lasts: ClosedRange<Int>
    /// The date of its only visit, whatever the probabilities.
    var only: YearDate?
  }

  /// Whom it goes out with.
  var person: Person?
  /// How probable that is, by what for.
  var goesAlong: [Purpose: Double] = [:]
  var rest = Rest.never
  var visits: Visits?
  /// How often it is gone for half an hour, on each day.
  var departures = 0

  /// Always there.
  static let always = YearHabit()

  /// A phone goes wherever its person goes.
  static func phone(of person: Person) -> YearHabit {
    YearHabit(
      person: person,
      goesAlong: [.work: 1, .errand: 1, .holiday: 1],
      rest: .atNight
    )
  }

  /// Comes on those days of the week.
  static func visits(
    _ chances: [Int: Double],
    begins: ClosedRange<Int>,
    lasts: ClosedRange<Int>
  ) -> YearHabit {
    YearHabit(visits: Visits(chances: chances, begins: begins, lasts: lasts))
  }

  /// Comes once.
  static func visitsOnce(_ date: YearDate, lasts: ClosedRange<Int>) -> YearHabit {
    YearHabit(
      visits: Visits(
        chances: [:],
        begins: date.minute...date.minute,
        lasts: lasts,
        only: date
      )
    )
  }
}

/// When somebody is out.
struct YearOuting: Sendable {
  var purpose: YearHabit.Purpose
  /// The local day on which it begins, and its minute.
  var day: Int64
  var leaves: Int
  /// Minutes until the return.
  var lasts: Int

  /// The outings of a person in the year, ascending.
  static func all(
    of person: YearHabit.Person,
    in calendar: YearCalendar,
    _ random: inout some RandomNumberGenerator
  ) -> [YearOuting] {
    var outings: [YearOuting] = []
    var day = calendar.days.lowerBound
    while day <= calendar.days.upperBound {
      if let length = holiday(on: day, in: calendar) {
        let leaves = Int.random(in: 540...600, using: &random)
        let lasts = Int(length) * 1440 + Int.random(in: 300...480, using: &random)
        outings.append(YearOuting(purpose: .holiday, day: day, leaves: leaves, lasts: lasts))
        day += length + 1
        continue
      }
      if let outing = person.outing(on: day, in: calendar, &random) { outings.append(outing) }
      day += 1
    }
    return outings
  }

  /// How many days a holiday lasts that begins on that day: two weeks in August, a week after
  /// Christmas.
  private static func holiday(on day: Int64, in calendar: YearCalendar) -> Int64? {
    let holidays: [(YearDate, Int64)] = [(YearDate(8, 8), 14), (YearDate(12, 27), 7)]
    for (date, length) in holidays {
      guard let first = calendar.time(date), calendar.time(day, date.minute) == first,
        day + length < calendar.days.upperBound
      else { continue }
      return length
    }
    return nil
  }
}

extension YearHabit.Person {
  /// The days of the week on which the person works elsewhere, 0 for Monday.
  private var workdays: Set<Int> {
    switch self {
    case .anna: [0, 1, 3]
    case .ben: [0, 1, 2, 3, 4]
    }
  }

  /// When the person goes to work, in minutes of the day.
  private var begins: ClosedRange<Int> {
    switch self {
    case .anna: 485...520
    case .ben: 440...475
    }
  }

  /// The person's outing on a day: to work, or on a weekend somewhere.
  fileprivate func outing(
    on day: Int64,
    in calendar: YearCalendar,
    _ random: inout some RandomNumberGenerator
  ) -> YearOuting? {
    if calendar.isWeekend(day) {
      guard Double.random(in: 0..<1, using: &random) < 0.5 else { return nil }
      return YearOuting(
        purpose: .errand,
        day: day,
        leaves: Int.random(in: 600...900, using: &random),
        lasts: Int.random(in: 60...300, using: &random)
      )
    }
    guard workdays.contains(calendar.weekday(day)),
      // Ill, or at home for the plumber.
      Double.random(in: 0..<1, using: &random) < 0.93
    else { return nil }
    return YearOuting(
      purpose: .work,
      day: day,
      leaves: Int.random(in: begins, using: &random),
      lasts: Int.random(in: 500...600, using: &random)
    )
  }
}
