import DemoHome
import Home
import Identification
import Model
import Storage

/// The simulated past of the demo home: a year of history, made where its store has none.
struct DemoPast {
  let directory: String
  let identifier: Identifier

  /// Whether the store has no history yet; false where it can't be read.
  var isMissing: Bool {
    do throws(StoreError) {
      return try SQLiteHistoryReader(directory: directory).lastHeartbeat() == nil
    } catch {
      return false
    }
  }

  /// Makes a year that ends now, and stores it.
  ///
  /// What prevents that also prevents the watch from storing anything, which says so.
  func make(of home: DemoHome, now: Timestamp) {
    do {
      let store = try SQLiteInventoryStore(directory: directory)
      guard try store.lastHeartbeat() == nil else { return }
      let year = DemoYear(
        of: DemoYear.Home(
          home.home,
          hasLinkAddresses: home.isNamespaced,
          stored: try store.load(),
          greatestSlot: try store.greatestSlot()
        ),
        until: now,
        identifier: identifier,
        localOffset: LocalTime.offset(at:)
      )
      try write(year, to: store)
    } catch {
      return
    }
  }

  private func write(_ year: DemoYear, to store: SQLiteInventoryStore) throws(StoreError) {
    // Before the changes: their numbers are not given again, whatever happens then.
    let reservation = try store.reserve(
      UInt64(year.history.changes.count),
      epoch: .random(in: 1...UInt64.max)
    )
    var history = year.history
    for index in history.changes.indices { history.changes[index].seq += reservation.after }
    try store.save(year.devices)
    try store.append(past: year.roundTrips)
    // Last, for it proves that there is a history.
    try store.append(history)
  }
}
