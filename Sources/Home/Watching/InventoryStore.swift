public import Model

/// Where the inventory is kept over restarts.
///
/// A write that returned without an error is on the disk, even if the process is killed right after.
/// Calls block and must not be made on the cooperative pool.
public protocol InventoryStore: Sendable {
  /// Its location, and its problem, if any.
  var state: WatchStatus.StorageState { get }

  /// Every device that is kept, in order of slot.
  func load() throws(StoreError) -> [StoredDevice]

  /// Removes the devices with those keys and stores the given ones, in one transaction.
  ///
  /// A merged entry takes over the annotations of the other; between two transactions they could be lost.
  func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError)

  /// Does the same, and keeps what undoes a merge or a split, or no longer keeps it, in one transaction.
  func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key],
    edits: StoredEditChange
  ) throws(StoreError)

  /// Removes forgotten devices, and no longer keeps what undoes their merges, in one transaction.
  ///
  /// A store that has their history, too, notes in that transaction to drop what it has of `slots`.
  func forget(
    _ keys: [StoredDevice.Key],
    histories slots: Set<Int>,
    edits: StoredEditChange
  ) throws(StoreError)

  /// What undoes the last merges and splits, ascending by number.
  func loadEdits() throws(StoreError) -> [StoredEdit]

  /// Sets aside that many numbers for the change log, durably: none of them is set aside again.
  ///
  /// A store that has no epoch yet takes the given one.
  func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation

  /// Ends the store in good order; calls after that fail.
  func close()
}

extension InventoryStore {
  /// Nothing to do.
  public func close() {}

  /// Keeps the devices alone: a merge or a split can then be undone until the program ends.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key],
    edits: StoredEditChange
  ) throws(StoreError) {
    try write(devices, removing: keys)
  }

  /// Removes the devices.
  public func forget(
    _ keys: [StoredDevice.Key],
    histories slots: Set<Int>,
    edits: StoredEditChange
  ) throws(StoreError) {
    try write([], removing: keys, edits: edits)
  }

  /// Nothing.
  public func loadEdits() throws(StoreError) -> [StoredEdit] { [] }

  /// Keeps the devices as they are now, all of them or none.
  public func save(_ devices: [StoredDevice]) throws(StoreError) {
    try write(devices, removing: [])
  }

  /// Forgets the devices with those keys.
  public func remove(_ keys: [StoredDevice.Key]) throws(StoreError) {
    try write([], removing: keys)
  }
}

/// A device as it is stored.
public struct StoredDevice: Hashable, Sendable {
  /// Its number in the store, for life; ids change when a stronger identity is learnt.
  public typealias Key = Int64

  /// Its number in the store: its slot, for there is one of each.
  public var key: Key
  /// Every identity that it is known by, the strongest first.
  public var identities: [String]
  /// The user's annotations.
  public var marks: Annotations
  /// When it was first seen; of one that never was, when it was imported.
  public var firstSeen: Timestamp
  /// When it was last seen; ``Timestamp/never`` for one that was imported and not seen yet.
  public var lastSeen: Timestamp
  /// Whether the user has not seen it yet.
  public var isNew: Bool
  /// When it was last probed in full.
  public var probedAt: Timestamp?
  /// What is known of it, from which a fold makes it again; at most ``mostObservations``.
  public var observations: [Observation]
  /// What else it was merged with, and with what it is never to be.
  public var ties: DeviceTies

  /// Whether it was ever seen; all that is known of another one was imported.
  public var wasSeen: Bool { lastSeen != .never }

  /// As many observations as are kept of a device.
  public static let mostObservations = 512

  /// Memberwise initialiser.
  public init(
    key: Key,
    identities: [String],
    marks: Annotations = Annotations(),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    isNew: Bool = false,
    probedAt: Timestamp? = nil,
    observations: [Observation] = [],
    ties: DeviceTies = DeviceTies()
  ) {
    self.key = key
    self.identities = identities
    self.marks = marks
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.isNew = isNew
    self.probedAt = probedAt
    self.observations = observations
    self.ties = ties
  }
}

/// A store in memory, which ends with the process.
public struct MemoryInventoryStore: InventoryStore {
  /// An empty one.
  public init() {}

  /// Nowhere, and well.
  public var state: WatchStatus.StorageState { WatchStatus.StorageState() }

  /// Nothing.
  public func load() throws(StoreError) -> [StoredDevice] { [] }

  /// The watch has them in memory already.
  public func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError) {}

  /// All numbers, in an epoch that ends with the process.
  public func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation {
    SequenceReservation(epoch: epoch)
  }
}

/// Serialises the calls to the store, on a queue whose thread may block.
///
/// A write is queued before its caller goes on; otherwise an older state could overwrite a newer one.
final class StoreWriter: Sendable {
  private let store: any InventoryStore
  private let queue = BlockingQueue(label: "store")

  init(_ store: any InventoryStore) {
    self.store = store
  }

  var state: WatchStatus.StorageState { store.state }

  func load() async -> Result<[StoredDevice], StoreError> {
    await enqueue { store throws(StoreError) in try store.load() }.value
  }

  /// Reserves numbers for the change log; a store that has no epoch yet takes that one.
  func reserve(epoch: UInt64) async -> Result<SequenceReservation, StoreError> {
    await enqueue { store throws(StoreError) in
      try store.reserve(SequenceReservation.count, epoch: epoch)
    }.value
  }

  func write(
    _ saved: [StoredDevice],
    removing removed: [StoredDevice.Key]
  ) -> Task<Result<Void, StoreError>, Never> {
    enqueue { store throws(StoreError) in
      try store.write(saved, removing: removed)
    }
  }

  func write(
    _ saved: [StoredDevice],
    removing removed: [StoredDevice.Key],
    edits: StoredEditChange
  ) -> Task<Result<Void, StoreError>, Never> {
    enqueue { store throws(StoreError) in
      try store.write(saved, removing: removed, edits: edits)
    }
  }

  func forget(
    _ keys: [StoredDevice.Key],
    histories slots: Set<Int>,
    edits: StoredEditChange
  ) -> Task<Result<Void, StoreError>, Never> {
    enqueue { store throws(StoreError) in
      try store.forget(keys, histories: slots, edits: edits)
    }
  }

  func loadEdits() async -> Result<[StoredEdit], StoreError> {
    await enqueue { store throws(StoreError) in try store.loadEdits() }.value
  }

  /// Runs the work after everything that was queued before it.
  private func enqueue<Value: Sendable>(
    _ work: @escaping @Sendable (any InventoryStore) throws(StoreError) -> Value
  ) -> Task<Result<Value, StoreError>, Never> {
    queue.enqueue { [store] () throws(StoreError) in try work(store) }
  }
}
