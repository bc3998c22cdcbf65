import Model

extension YearOutage {
  /// A night, a power cut or an unplugged cable, by its date and how many minutes it lasted.
  private struct Kind {
    var date: YearDate
    var minutes: Int64
    var isNetworkLost = false
  }

  private static let kinds: [Kind] = [
    // The access to the network failed.
    Kind(date: YearDate(1, 20, 10, 30), minutes: 72, isNetworkLost: true),
    // Three nights on which the machine that watches slept.
    Kind(date: YearDate(2, 10, 23, 40), minutes: 430),
    Kind(date: YearDate(2, 11, 23, 35), minutes: 425),
    Kind(date: YearDate(2, 12, 23, 50), minutes: 418),
    // A power cut, of which a laptop with a battery sees that the network is gone.
    Kind(date: YearDate(6, 21, 20, 5), minutes: 47, isNetworkLost: true),
    // A longer one.
    Kind(date: YearDate(11, 3, 14, 10), minutes: 85),
  ]

  /// How soon it is told that the network is lost.
  private static let telling: Int64 = 30_000

  /// The outages of the year, ascending.
  static func all(in calendar: YearCalendar) -> [YearOutage] {
    kinds.compactMap { kind in
      calendar.time(kind.date).map { from in
        YearOutage(
          from: from,
          to: from.later(by: kind.minutes * YearCalendar.minute),
          isNetworkLost: kind.isNetworkLost
        )
      }
    }
    .sorted { $0.from < $1.from }
  }

  /// What is told of it, with its times.
  var told: [(time: Timestamp, told: YearTold)] {
    guard isNetworkLost else { return [] }
    let seconds = (to.milliseconds - from.milliseconds) / 1000
    return [
      (from.later(by: Self.telling), YearTold(kind: .ownNetworkLost, sources: [.interface])),
      (to, YearTold(kind: .ownNetworkBack, was: String(seconds), sources: [.interface])),
    ]
  }
}
