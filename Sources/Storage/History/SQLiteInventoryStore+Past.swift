internal import GRDB
package import Home
internal import Model

extension SQLiteInventoryStore {
  /// Adds round trips of times that are over, by slot, in one transaction.
  ///
  /// They are kept as if they had been measured then: hours sealed, hours and days summed up.
  package func append(past roundTrips: [Int: PastRoundTrips]) throws(StoreError) {
    try noting {
      try queue.write { database in
        for (slot, past) in roundTrips.sorted(by: { $0.key < $1.key }) {
          try past.insert(of: slot, in: database)
        }
      }
    }
  }
}

extension PastRoundTrips {
  /// Writes the rows of a device.
  fileprivate func insert(of slot: Int, in database: Database) throws {
    var hourly = hourly
    let hours = Dictionary(grouping: samples) { HistoryTime.hourNumber(of: $0.time) }
    for (hour, samples) in hours {
      try RoundTripSample.seal(samples, of: slot, hour: hour, in: database)
      hourly[hour] = RoundTripSummary(samples.map(\.outcome))
    }
    var daily = daily
    let days = Dictionary(grouping: hourly) { HistoryTime.span(24, of: $0.key) }
    for (day, hours) in days {
      let parts = hours.sorted { $0.key < $1.key }.map(\.value)
      daily[day] = RoundTripSummary(merging: parts)
    }
    for (hour, summary) in hourly.sorted(by: { $0.key < $1.key }) {
      try summary.write(.hourly, of: slot, span: hour, in: database)
    }
    for (day, summary) in daily.sorted(by: { $0.key < $1.key }) {
      try summary.write(.daily, of: slot, span: day, in: database)
    }
  }
}
