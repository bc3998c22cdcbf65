import Home
import Model

/// What is recorded of a home of sixty devices, with the time at which it is: the changes that a served
/// home tells of.
struct HomeFeed: Sendable {
  /// A change of the home, as it reaches the history.
  struct Entry: Sendable {
    /// Seconds since the start.
    var second: Int64
    var change: HomeChange
  }

  let entries: [Entry]
  /// Where the record contradicts what truly happened in the home.
  let failures: [String]
  /// The devices whose coming and going is told by day.
  let watched: [String]
  /// The devices whose coming and going is told, but for the night, which is told in the morning.
  let quiet: [String]

  /// The trackers and the recorder live in the home for those days.
  init(seed: UInt64, days: Int) throws(StoreError) {
    var year = try SimulatedYear<TrackerWatch>(
      .whole,
      seed: seed,
      days: days,
      store: MemoryHistoryStore(),
      keepsChanges: true
    )
    try year.live()
    entries = year.recorded.map { Entry(second: Int64($0.minute) * 60, change: $0.change) }
    failures =
      year.score.falseAways.map { "false away: " + $0 } + year.score.late.map { "late: " + $0 }
    let busy = Self.busyDevices(entries, days: days)
    watched = Array(busy.prefix(2))
    quiet = Array(busy.dropFirst(2).prefix(3))
  }

  /// The id of the device that a change is of.
  static func device(of change: HomeChange) -> String? { change.slot.map { "device-\($0)" } }

  /// The devices that come and go most, but at most twice a day: more would fill a channel's outage.
  private static func busyDevices(_ entries: [Entry], days: Int) -> [String] {
    var counts: [Int: Int] = [:]
    for entry in entries where entry.change.kind == .left || entry.change.kind == .returned {
      guard let slot = entry.change.slot else { continue }
      counts[slot, default: 0] += 1
    }
    let found = counts.filter { $0.value <= 4 * days }.sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    return found.map { "device-\($0.key)" }
  }
}
