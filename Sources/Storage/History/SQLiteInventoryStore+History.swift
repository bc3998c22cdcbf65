internal import GRDB
public import Home
public import Model

/// The history beside the inventory, in the same file.
extension SQLiteInventoryStore: HistoryStore {
  /// Adds all of the batch in one transaction, or nothing of it.
  public func append(_ batch: HistoryBatch) throws(StoreError) {
    try noting { try queue.write { try batch.insert(in: $0) } }
  }

  /// The changes that match, ascending by number.
  public func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange] {
    try noting { try queue.read { try query.fetch($0) } }
  }

  /// The transitions of presence in that time, and for each device the last one before.
  public func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition] {
    try noting { try queue.read { try PresenceTransition.fetch($0, of: slot, from: from, to: to) } }
  }

  /// The versions of profiles that held at that moment, by slot.
  public func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile] {
    try noting { try queue.read { try DeviceProfile.fetchAll($0, at: time) } }
  }

  /// The samples of a device in spans of `step` milliseconds.
  ///
  /// They are exact as far as single samples are kept, percentiles within 2 %. What is older is told by
  /// the summaries of hours and days, each counted where it begins: counts, least and greatest are exact
  /// still, percentiles of more than one summary are the mean of theirs, weighted by how many checks
  /// were answered.
  public func samples(
    of slot: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try noting {
      try queue.read { try SamplePoint.fetch($0, of: slot, from: from, to: to, step: step) }
    }
  }

  /// When the history was last known to be going on.
  public func lastHeartbeat() throws(StoreError) -> Timestamp? {
    try noting { try queue.read { try HistoryBatch.fetchHeartbeat($0) } }
  }

  /// The greatest slot that anything is kept of.
  public func greatestSlot() throws(StoreError) -> Int? {
    try noting { try queue.read { try HistoryBatch.fetchGreatestSlot($0) } }
  }

  /// Seals an hour, sums up a day, drops some rows that are too old, or makes the day's backup.
  public func maintain(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Bool {
    if try seal(now: now) { return true }
    if try sweep(policy, now: now) > 0 { return true }
    try backUpDaily(policy, now: now)
    return false
  }

  /// Seals the oldest closed hour, or sums up the oldest closed day, in one transaction; returns whether
  /// there was one.
  public func seal(now: Timestamp) throws(StoreError) -> Bool {
    try noting { try queue.write { try HistorySealing.step($0, now: now) } }
  }

  /// Drops some rows that are older than the policy says, in one transaction; returns how many, 0 where
  /// there are none.
  public func sweep(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Int {
    let retention = HistoryRetention(policy: policy, now: now)
    return try noting { try queue.write { try retention.step($0) } }
  }
}

extension HistoryBatch {
  static func fetchHeartbeat(_ database: Database) throws -> Timestamp? {
    let milliseconds = try Int64.fetchOne(database, sql: "SELECT heartbeat FROM history_state")
    return milliseconds.map(Timestamp.init(milliseconds:))
  }

  static func fetchGreatestSlot(_ database: Database) throws -> Int? {
    let tables = ["change", "presence", "profile", "sample", "hourly", "daily"]
    return try tables.compactMap { table in
      try Int.fetchOne(database, sql: "SELECT MAX(slot) FROM \(table)")
    }.max()
  }
}
