internal import GRDB
public import Home
public import Model
import Networking

/// The history beside the inventory, in the same file.
extension SQLiteInventoryStore: HistoryStore {
  /// Adds all of the batch in one transaction, or nothing of it.
  public func append(_ batch: HistoryBatch) throws(StoreError) {
    try noting { try queue.write { try batch.insert(in: $0) } }
  }

  /// Keeps those devices and adds that history, all of it in one transaction or nothing: slots of a
  /// history without its devices would be given to others.
  ///
  /// The round trips are those of hours and days, the hours first.
  public func add(
    _ devices: [StoredDevice],
    with history: HistoryBatch?,
    roundTrips: [SummedRoundTrips] = []
  ) throws(StoreError) {
    try noting {
      try queue.write { database in
        for device in devices { try device.upsert(in: database) }
        try history?.insert(in: database)
        for summed in roundTrips { try summed.insert(in: database) }
      }
    }
  }

  /// The changes that match, ascending by number.
  public func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange] {
    try reading { try query.fetch($0) }
  }

  /// The transitions of presence in that time, and for each device the last one before.
  public func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition] {
    try reading { try PresenceTransition.fetch($0, of: slot, from: from, to: to) }
  }

  /// The versions of profiles that held at that moment, by slot.
  public func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile] {
    try reading { try DeviceProfile.fetchAll($0, at: time) }
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
    try reading { try SamplePoint.fetch($0, of: slot, from: from, to: to, step: step) }
  }

  /// When the history was last known to be going on.
  public func lastHeartbeat() throws(StoreError) -> Timestamp? {
    try reading { try HistoryBatch.fetchHeartbeat($0) }
  }

  /// What was learned of how long devices are silent, by slot.
  public func silences() throws(StoreError) -> [Int: [UInt8]] {
    try reading { try HistoryBatch.fetchSilences($0) }
  }

  /// The greatest slot that anything is kept of.
  public func greatestSlot() throws(StoreError) -> Int? {
    try reading { try HistoryBatch.fetchGreatestSlot($0) }
  }

  /// Notes that all that is kept of those slots is to be dropped, and drops some thousand rows; ``maintain(_:now:)``
  /// drops the rest.
  public func forget(_ slots: Set<Int>) throws(StoreError) {
    guard !slots.isEmpty else { return }
    try noting { try queue.write { try HistoryForgetting.mark(slots, $0) } }
    for _ in 0..<Self.mostForgettingSteps {
      guard try dropForgotten() else { return }
    }
  }

  /// As many steps as are done at once: each takes milliseconds, and readers wait meanwhile.
  private static let mostForgettingSteps = 8

  /// Drops some rows of forgotten devices, in one transaction; returns whether there may be more.
  func dropForgotten() throws(StoreError) -> Bool {
    try noting(unless: false) { try queue.write { try HistoryForgetting.step($0) } }
  }

  /// Drops what was forgotten, seals an hour, sums up a day, or drops some rows that are too old.
  public func maintain(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Bool {
    if try dropForgotten() { return true }
    if try seal(now: now) { return true }
    let trusted = retentionClock.withLock { $0.look(at: now) }
    if let trusted, lastSweep.withLock({ $0?.isPast(policy, now: now) ?? true }) {
      if try sweep(policy, now: trusted) > 0 { return true }
      lastSweep.withLock { $0 = Sweep(policy: policy, time: now) }
      keepTrustedTime()
    }
    return false
  }

  /// Keeps the trusted time for the next start; where that can't be written, an earlier one serves.
  func keepTrustedTime() {
    let clock = retentionClock.withLock { $0 }
    try? queue.write { try clock.save($0) }
  }

  /// A look at everything that is kept, which found nothing too old.
  struct Sweep<Policy: Equatable & Sendable>: Sendable {
    var policy: Policy
    var time: Timestamp

    /// Whether it was so an hour ago, or by another policy: a look takes several queries for each device
    /// that ever was.
    func isPast(_ policy: Policy, now: Timestamp) -> Bool {
      self.policy != policy || abs(now.milliseconds - time.milliseconds) >= HistoryTime.hour
    }
  }

  /// Seals the oldest closed hour, or sums up the oldest closed day, in one transaction; returns whether
  /// there was one.
  public func seal(now: Timestamp) throws(StoreError) -> Bool {
    let sealing = HistorySealing(tables: .devices)
    return try noting(unless: false) { try queue.write { try sealing.step($0, now: now) } }
  }

  /// Drops some rows that are older than the policy says, in one transaction; returns how many, 0 where
  /// there are none.
  public func sweep(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Int {
    let retention = HistoryRetention(policy: policy, now: now)
    return try noting(unless: 0) { try queue.write { try retention.step($0) } }
  }
}

extension HistoryBatch {
  static func fetchHeartbeat(_ database: Database) throws -> Timestamp? {
    let milliseconds = try Int64.fetchOne(database, sql: "SELECT heartbeat FROM history_state")
    return milliseconds.map(Timestamp.init(milliseconds:))
  }

  static func fetchGreatestSlot(_ database: Database) throws -> Int? {
    var tables = ["change", "presence", "profile", "sample", "hourly", "daily"]
    // A file of an earlier version has none.
    if try database.tableExists("forgotten") { tables.append("forgotten") }
    return try tables.compactMap { table in
      // A damaged file must not take all slots that there are.
      try Int.fetchOne(
        database,
        sql: "SELECT MAX(slot) FROM \(table) WHERE slot < ?",
        arguments: [Int64(1) << 32]
      )
    }.max()
  }
}
