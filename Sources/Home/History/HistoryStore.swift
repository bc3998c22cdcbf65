public import Model

/// Where the home's history is kept over restarts.
///
/// Calls block and must not be made on the cooperative pool. A write that returned without an error
/// is on the disk.
public protocol HistoryStore: Sendable {
  /// Adds all of the batch in one transaction, or nothing of it.
  func append(_ batch: HistoryBatch) throws(StoreError)

  /// The changes that match, ascending by number.
  func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange]

  /// The transitions of presence after `from` and up to `to`, and for each device the last one at or
  /// before `from`, ascending by time; of one device where a slot is given.
  func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition]

  /// The versions of profiles that held at that moment, by slot; a device that was not known then, or
  /// no longer, is missing.
  func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile]

  /// The samples of a device from `from` until before `to`, in spans of `step` milliseconds counted
  /// from 1970, ascending; spans without any sample are missing.
  func samples(
    of slot: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint]

  /// When the history was last known to be going on: until then, what is open in it holds.
  func lastHeartbeat() throws(StoreError) -> Timestamp?

  /// The greatest slot that anything is or was kept of: a new device gets a greater one, or it would
  /// inherit what another did.
  func greatestSlot() throws(StoreError) -> Int?

  /// How long each device is usually silent while it is there, by slot, as the last batch with it said.
  func silences() throws(StoreError) -> [Int: [UInt8]]

  /// Drops all that is kept of the slots of forgotten devices; ``maintain(_:now:)`` does what takes
  /// longer.
  func forget(_ slots: Set<Int>) throws(StoreError)

  /// Does one small step of what keeps the history small: sums up what is past, and drops what is older
  /// than the policy says. Returns whether there is more to do.
  func maintain(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Bool

  /// Makes the day's backup, where there is none yet, and checks what is stored.
  ///
  /// It may take seconds, and is called beside all others, one at a time; once `isCancelled` says so it
  /// ends soon, without a backup.
  func backUp(
    _ policy: HistoryPolicy,
    now: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError)
}

extension HistoryStore {
  /// Nothing is known of slots.
  public func greatestSlot() throws(StoreError) -> Int? { nil }

  /// Nothing is known of silences: they are learned again.
  public func silences() throws(StoreError) -> [Int: [UInt8]] { [:] }

  /// Nothing to do.
  public func maintain(_ policy: HistoryPolicy, now: Timestamp) throws(StoreError) -> Bool { false }

  /// Nothing to do.
  public func backUp(
    _ policy: HistoryPolicy,
    now: Timestamp,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(StoreError) {}
}

/// What is added to a history at once.
public struct HistoryBatch: Hashable, Sendable {
  /// What changed, ascending by number.
  public var changes: [HomeChange] = []
  /// Which devices are present, asleep, away or unknown since when.
  public var transitions: [PresenceTransition] = []
  /// What the devices are since when.
  public var versions: [ProfileVersion] = []
  /// Round trips by slot.
  public var samples: [Int: [RoundTripSample]] = [:]
  /// What was learned of how long devices are silent, by slot; no bytes where it is to be dropped.
  ///
  /// It is kept of devices that the inventory has, and written over.
  public var silences: [Int: [UInt8]] = [:]
  /// The moment of the batch, which proves that the watch was going on.
  public var time: Timestamp

  /// An empty batch of that moment.
  public init(time: Timestamp) { self.time = time }

  /// Whether there is nothing in it but its time.
  public var isEmpty: Bool {
    changes.isEmpty && transitions.isEmpty && versions.isEmpty && samples.isEmpty
      && silences.isEmpty
  }
}

/// Which changes to read.
public struct ChangeQuery: Hashable, Sendable {
  /// Only those with greater numbers.
  public var after: UInt64?
  /// Only those with smaller numbers: for paging back.
  public var before: UInt64?
  /// Only those at or after this moment.
  public var since: Timestamp?
  /// Only those before this moment.
  public var until: Timestamp?
  /// Only those of these devices; `nil` for all of the home.
  public var slots: Set<Int>?
  /// Only those of these kinds; `nil` for all.
  public var kinds: Set<HomeChange.Kind>?
  /// The most changes: the first ones where `after` is given, else the last ones.
  public var limit: Int

  /// The most changes of one answer.
  public static let mostChanges = 1000

  /// Memberwise initialiser.
  public init(
    after: UInt64? = nil,
    before: UInt64? = nil,
    since: Timestamp? = nil,
    until: Timestamp? = nil,
    slots: Set<Int>? = nil,
    kinds: Set<HomeChange.Kind>? = nil,
    limit: Int = 200
  ) {
    self.after = after
    self.before = before
    self.since = since
    self.until = until
    self.slots = slots
    self.kinds = kinds
    self.limit = min(max(limit, 1), Self.mostChanges)
  }

  /// The number of the last change that was looked at where none matched: from there on others come.
  func lastNumber(in store: any HistoryStore) throws(StoreError) -> UInt64 {
    let all = ChangeQuery(before: before, until: until, limit: 1)
    let last = try store.changes(all).last?.seq ?? 0
    return max(after ?? 0, last)
  }
}
