import Discovery
import Home
import Model

/// The round trips of a device in the year, which get coarser the older they are.
struct YearRoundTrips {
  /// Those of times that are over.
  private(set) var past = PastRoundTrips()
  /// Those of the last hours, which are still open.
  private(set) var open: [RoundTripSample] = []

  private let link: YearLink
  private let lossy: Range<Timestamp>
  private var random: SplitMix64

  /// Between two checks.
  private static let step: Int64 = 5 * YearCalendar.minute
  /// How many days, today's included, have single checks, and how many summaries of hours: fewer than
  /// are kept, so that nothing is dropped at once.
  private static let sampleDays: Int64 = 14
  private static let hourlyDays: Int64 = 89
  /// The hours of universal time at which a day is looked at.
  private static let looks: [Int64] = [3, 9, 15, 21]
  private static let checksOfHour = 12

  /// The round trips to a device with those transitions of presence, until the end of the year; the
  /// losses are high in `lossy`.
  init(
    over link: YearLink,
    _ transitions: [PresenceTransition],
    until now: Timestamp,
    lossy: Range<Timestamp>,
    _ random: SplitMix64
  ) {
    self.link = link
    self.lossy = lossy
    self.random = random
    guard let first = transitions.first?.since else { return }
    let today = HistoryTime.dayNumber(of: now)
    let firstDay = HistoryTime.dayNumber(of: first)
    let hourlyFrom = max(today - Self.hourlyDays + 1, firstDay)
    let samplesFrom = max(today - Self.sampleDays + 1, firstDay)
    var reader = YearStateReader(transitions)
    if firstDay < hourlyFrom {
      for day in firstDay..<hourlyFrom { addDay(day, &reader) }
    }
    if hourlyFrom < samplesFrom {
      for hour in (hourlyFrom * 24)..<(samplesFrom * 24) { addHour(hour, &reader) }
    }
    addSamples(from: samplesFrom * HistoryTime.day, until: now, &reader)
  }

  private mutating func addDay(_ day: Int64, _ reader: inout YearStateReader) {
    var (seen, unknown) = (0, 0)
    let checks = Self.checksOfHour * 24 / Self.looks.count
    for hour in Self.looks {
      let time = Timestamp(milliseconds: day * HistoryTime.day + hour * HistoryTime.hour)
      switch reader.state(at: time) {
      case .present: seen += checks
      case .unknown: unknown += checks
      case .asleep, .away, nil: continue
      }
    }
    let time = Timestamp(milliseconds: day * HistoryTime.day)
    past.daily[day] = summary(seen, unknown: unknown, at: time)
  }

  private mutating func addHour(_ hour: Int64, _ reader: inout YearStateReader) {
    let time = Timestamp(milliseconds: hour * HistoryTime.hour + HistoryTime.hour / 2)
    switch reader.state(at: time) {
    case .present: past.hourly[hour] = summary(Self.checksOfHour, unknown: 0, at: time)
    case .unknown: past.hourly[hour] = summary(0, unknown: Self.checksOfHour, at: time)
    case .asleep, .away, nil: break
    }
  }

  private mutating func addSamples(
    from begin: Int64,
    until now: Timestamp,
    _ reader: inout YearStateReader
  ) {
    // An hour is closed some minutes after its end; two hours are as good as rows.
    let openFrom = HistoryTime.hourNumber(of: now) - 1
    // The last check was two minutes ago.
    let last = now.milliseconds - 2 * YearCalendar.minute
    guard begin <= last else { return }
    var time = last - (last - begin) / Self.step * Self.step
    while time <= last {
      let moment = Timestamp(milliseconds: time)
      time += Self.step
      let outcome: RoundTripSample.Outcome
      switch reader.state(at: moment) {
      case .present: outcome = check(at: moment)
      case .unknown: outcome = .unknown
      case .asleep, .away, nil: continue
      }
      let sample = RoundTripSample(time: moment, outcome: outcome)
      if HistoryTime.hourNumber(of: moment) >= openFrom {
        open.append(sample)
      } else {
        past.samples.append(sample)
      }
    }
  }

  private func isLossy(_ time: Timestamp) -> Bool { link.isRadio && lossy.contains(time) }

  private mutating func check(at time: Timestamp) -> RoundTripSample.Outcome {
    link.outcome(of: random.next(), isLossy: isLossy(time))
  }

  /// What came of so many checks of a device that was there.
  private mutating func summary(_ n: Int, unknown: Int, at time: Timestamp) -> RoundTripSummary? {
    guard n + unknown > 0 else { return nil }
    guard n > 0 else { return RoundTripSummary(n: 0, lost: 0, unknown: unknown, roundTrips: nil) }
    let bits = random.next()
    let (one, two, three) = (share(bits), share(bits >> 16), share(bits >> 32))
    let isLossy = isLossy(time)
    let mean = Double(n) * link.loss * (isLossy ? 25 : 1)
    let lost = min(Int(mean * 2 * one + share(bits >> 48)), n - 1)
    let middle = link.ms * (1 + 0.08 * two) * (isLossy ? 2.2 : 1)
    let nearlyAll = middle * 1.12 + link.jitter * 0.5 * three
    return RoundTripSummary(
      n: n,
      lost: lost,
      unknown: unknown,
      roundTrips: RoundTripSummary.RoundTrips(
        min: middle * 0.88,
        p50: middle,
        p95: nearlyAll,
        max: nearlyAll + link.jitter * (0.2 + 0.8 * one)
      )
    )
  }
}

/// A number from 0 to 1 of the lowest 16 bits.
private func share(_ bits: UInt64) -> Double { Double(bits & 0xFFFF) / 65_536 }

/// What the link to a device does to packets.
struct YearLink: Hashable, Sendable {
  /// The usual round trip in milliseconds.
  var ms: Double
  /// How much longer it is at times.
  var jitter: Double
  /// The share of checks that is lost.
  var loss: Double
  /// Whether it is a radio link.
  var isRadio: Bool

  /// The link of a device that is reached so.
  init(_ reach: SimulatedDevice.Reach, _ random: inout some RandomNumberGenerator) {
    let share = Double.random(in: 0..<1, using: &random)
    switch reach {
    case .cable, .link:
      self.init(ms: 0.25 + 0.4 * share, jitter: 0.6, loss: 0.0003, isRadio: false)
    case .radio:
      self.init(ms: 2.5 + 6 * share, jitter: 35, loss: 0.004, isRadio: true)
    case .tunnel:
      self.init(ms: 29 + 4 * share, jitter: 18, loss: 0.008, isRadio: false)
    }
  }

  /// What came of a check, by a random number; on a radio link more is lost and later while the radio is
  /// bad.
  func outcome(of bits: UInt64, isLossy: Bool) -> RoundTripSample.Outcome {
    // Shares of one number of 64 bits.
    let (one, two, three) = (share(bits), share(bits >> 16), share(bits >> 32))
    guard one >= loss * (isLossy ? 25 : 1) else { return .lost }
    var ms = ms * (0.9 + 0.3 * two) * (isLossy ? 2.2 : 1)
    // A station that dozed answers later.
    if three < 0.08 { ms += jitter * three * 12 }
    return .answered(ms: ms)
  }

  private init(ms: Double, jitter: Double, loss: Double, isRadio: Bool) {
    self.ms = ms
    self.jitter = jitter
    self.loss = loss
    self.isRadio = isRadio
  }
}
