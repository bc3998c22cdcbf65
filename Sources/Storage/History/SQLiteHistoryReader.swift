internal import GRDB
public import Home
public import Model

/// The history in a directory, for reading while another process may be writing it.
///
/// What is not there reads as empty. Calls block on the disk.
public final class SQLiteHistoryReader: HistoryStore {
  private let path: String
  /// `nil` where there is no history yet.
  private let queue: DatabaseQueue?

  /// Opens what is there and changes nothing.
  public init(directory: String) throws(StoreError) {
    let path = StoreDirectory.database(in: directory)
    self.path = path
    guard try StoreDirectory.isReadable(path) else {
      queue = nil
      return
    }
    do throws(StoreError) {
      queue = try Self.open(path, as: path)
    } catch .readOnly {
      // The log's index can't be created there, so no other process writes either.
      queue = try Self.open(path, as: StoreDirectory.immutableURI(of: path))
    } catch .diskFull {
      // Nor on a full disk; there a log would have the last changes.
      guard !StoreDirectory.isFilled(path + "-wal") else { throw .diskFull(path: path) }
      queue = try Self.open(path, as: StoreDirectory.immutableURI(of: path))
    }
  }

  private static func open(
    _ path: String,
    as location: String
  ) throws(StoreError) -> DatabaseQueue? {
    try StoreError.translating(at: path) {
      let configuration = SQLiteInventoryStore.configuration(readonly: true)
      let queue = try DatabaseQueue(path: location, configuration: configuration)
      // A file of an older version has none of the tables yet.
      let hasHistory = try queue.read { database in
        try Schema.recognise(database, at: path)
        return try database.tableExists("change")
      }
      return hasHistory ? queue : nil
    }
  }

  func read<Value>(
    _ absent: Value,
    _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value {
    guard let queue else { return absent }
    return try StoreError.translating(at: path) { try queue.read(body) }
  }

  /// Fails: this only reads.
  public func append(_ batch: HistoryBatch) throws(StoreError) { throw .readOnly(path: path) }

  /// Fails: this only reads.
  public func forget(_ slots: Set<Int>) throws(StoreError) { throw .readOnly(path: path) }

  /// The changes that match, ascending by number.
  public func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange] {
    try read([]) { try query.fetch($0) }
  }

  /// The transitions of presence in that time, and for each device the last one before.
  public func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition] {
    try read([]) { try PresenceTransition.fetch($0, of: slot, from: from, to: to) }
  }

  /// The versions of profiles that held at that moment, by slot.
  public func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile] {
    try read([:]) { try DeviceProfile.fetchAll($0, at: time) }
  }

  /// The samples of a device in spans of `step` milliseconds.
  public func samples(
    of slot: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    try read([]) { try SamplePoint.fetch($0, of: slot, from: from, to: to, step: step) }
  }

  /// When the history was last known to be going on.
  public func lastHeartbeat() throws(StoreError) -> Timestamp? {
    try read(nil) { try HistoryBatch.fetchHeartbeat($0) }
  }

  /// What was learned of how long devices are silent, by slot.
  public func silences() throws(StoreError) -> [Int: [UInt8]] {
    try read([:]) { try HistoryBatch.fetchSilences($0) }
  }

  /// The greatest slot that anything is kept of.
  public func greatestSlot() throws(StoreError) -> Int? {
    try read(nil) { try HistoryBatch.fetchGreatestSlot($0) }
  }
}
