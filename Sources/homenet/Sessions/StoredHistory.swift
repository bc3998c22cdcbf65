import Glibc
import Home
import Model
import Storage

/// The history that `homenet serve` stores; can be read while it runs.
struct StoredHistory: Sendable {
  let directory: String

  /// The most changes that are listed at once: they are kept in memory until they are printed.
  static let mostChanges = 100_000

  /// The changes that match, ascending by number: the last `count` ones, or with `after` in the query the
  /// first ones of a single answer.
  func changes(_ query: ChangeQuery, count: Int) throws(Failure) -> [HomeChange] {
    guard query.after == nil else { return try read(query) }
    var query = query
    var pages: [[HomeChange]] = []
    var total = 0
    while total < count {
      query.limit = min(count - total, ChangeQuery.mostChanges)
      let page = try read(query)
      pages.append(page)
      total += page.count
      guard let first = page.first, page.count == query.limit else { break }
      query.before = first.seq
    }
    return Array(pages.reversed().joined())
  }

  /// The number of the last change, or of the last one before a moment; 0 where there is none.
  func lastNumber(until time: Timestamp? = nil) throws(Failure) -> UInt64 {
    try read(ChangeQuery(until: time, limit: 1)).last?.seq ?? 0
  }

  /// Whose history the slots' is; slots of merged entries lead to the device that they became part of.
  func owners() throws(Failure) -> HistoryOwners {
    let devices = try reading { () throws(StoreError) in try SQLiteInventoryStore.read(directory) }
    return HistoryOwners(devices)
  }

  /// Whether the directory is there.
  var isThere: Bool { access(directory, F_OK) == 0 }

  /// The home as it was at that moment, in order of slot.
  func devices(at time: Timestamp, now: Timestamp) throws(Failure) -> [PastDevice] {
    try reading { () throws(StoreError) in
      let reader = try SQLiteHistoryReader(directory: directory)
      return HomeAtMoment.devices(
        profiles: try reader.profiles(at: time),
        transitions: try reader.presence(of: nil, from: time, to: time),
        at: time,
        heartbeat: HomeAtMoment.heartbeat(try reader.lastHeartbeat(), now: now)
      )
    }
  }

  private func read(_ query: ChangeQuery) throws(Failure) -> [HomeChange] {
    try reading { () throws(StoreError) in
      try SQLiteHistoryReader(directory: directory).changes(query)
    }
  }

  private func reading<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(Backups.offer(for: error, in: directory).message, .unable)
    }
  }
}
