import Discovery
package import Home
import Model

/// A year as a watch would have handed it to its store: a batch a day, with every check.
///
/// The demo's own year has single checks of the last days only, for nothing older is kept. A store that
/// gets all of them, and seals, sums up and drops them day by day, is as after a true year.
package struct YearReplay: Sequence, IteratorProtocol {
  private let links: [Int: YearLink]
  private let lossy: Range<Timestamp>
  private let end: Timestamp
  private var changes: ArraySlice<HomeChange>
  private var transitions: ArraySlice<PresenceTransition>
  private var versions: ArraySlice<ProfileVersion>
  private var readers: [(slot: Int, reader: YearStateReader)]
  private var day: Int64
  private var random: SplitMix64

  /// Milliseconds between two checks of a device.
  private let step: Int

  /// The days of that year; its changes have the numbers after that one, and each device is checked so
  /// often.
  package init(
    _ year: DemoYear,
    after seq: UInt64 = 0,
    everyMinutes minutes: Int = 5,
    seed: UInt64 = 1
  ) {
    step = Swift.max(minutes, 1) * Int(YearCalendar.minute)
    links = year.links
    lossy = year.lossy
    end = year.history.time
    var numbered = year.history.changes
    for index in numbered.indices { numbered[index].seq += seq }
    changes = numbered[...]
    transitions = year.history.transitions[...]
    versions = year.history.versions[...]
    readers = Dictionary(grouping: year.history.transitions, by: \.slot)
      .sorted { $0.key < $1.key }
      .map { (slot: $0.key, reader: YearStateReader($0.value)) }
    day = HistoryTime.dayNumber(of: transitions.first?.since ?? end)
    random = SplitMix64(seed: seed)
  }

  /// How many batches are still to come.
  package var daysLeft: Int { Int(Swift.max(HistoryTime.dayNumber(of: end) - day + 1, 0)) }

  /// The next day; the last one ends with the year.
  package mutating func next() -> HistoryBatch? {
    guard daysLeft > 0 else { return nil }
    let begin = day * HistoryTime.day
    day += 1
    let until = Swift.min(Timestamp(milliseconds: day * HistoryTime.day), end)
    var batch = HistoryBatch(time: until)
    let isLast = daysLeft == 0
    batch.changes = Self.take(from: &changes) { isLast || $0.time < until }
    batch.transitions = Self.take(from: &transitions) { isLast || $0.since < until }
    batch.versions = Self.take(from: &versions) { isLast || $0.since < until }
    for index in readers.indices {
      let slot = readers[index].slot
      guard let link = links[slot] else { continue }
      // Each device has seconds of its own.
      let first = begin + Int64(slot % 60) * HistoryTime.second
      for time in stride(from: first, to: until.milliseconds, by: step) {
        let moment = Timestamp(milliseconds: time)
        let outcome: RoundTripSample.Outcome
        switch readers[index].reader.state(at: moment) {
        case .present:
          outcome = link.outcome(
            of: random.next(),
            isLossy: link.isRadio && lossy.contains(moment)
          )
        case .unknown: outcome = .unknown
        case .asleep, .away, nil: continue
        }
        batch.samples[slot, default: []].append(
          RoundTripSample(time: moment, outcome: outcome)
        )
      }
    }
    return batch
  }

  private static func take<Row>(
    from slice: inout ArraySlice<Row>,
    while isPart: (Row) -> Bool
  ) -> [Row] {
    let part = slice.prefix(while: isPart)
    slice = slice[part.endIndex...]
    return Array(part)
  }
}
