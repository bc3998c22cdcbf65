public import Model

/// Where the inventory is kept over restarts.
///
/// A write that returned without an error is on the disk, even if the process is killed right after.
/// Calls block and must not be made on the cooperative pool.
public protocol InventoryStore: Sendable {
  /// Where it is, and what is wrong there.
  var state: WatchStatus.StorageState { get }

  /// Every device that is kept, in order of slot.
  func load() throws(StoreError) -> [StoredDevice]

  /// Forgets the devices with those keys, then keeps the devices as they are now: all of it or nothing.
  ///
  /// Where two entries turned out to be one device, the one that stays takes over what the user said
  /// of the other; between two transactions that could be lost.
  func write(
    _ devices: [StoredDevice],
    removing keys: [StoredDevice.Key]
  ) throws(StoreError)

  /// Sets aside that many numbers for the change log, durably: none of them is set aside again.
  ///
  /// A store that has no epoch yet takes the given one.
  func reserve(_ count: UInt64, epoch: UInt64) throws(StoreError) -> SequenceReservation
}

extension InventoryStore {
  /// Keeps the devices as they are now, all of them or none.
  public func save(_ devices: [StoredDevice]) throws(StoreError) {
    try write(devices, removing: [])
  }

  /// Forgets the devices with those keys.
  public func remove(_ keys: [StoredDevice.Key]) throws(StoreError) {
    try write([], removing: keys)
  }
}

/// What is kept of a device.
public struct StoredDevice: Hashable, Sendable {
  /// Its number in the store, for life; ids change when a stronger identity is learnt.
  public typealias Key = Int64

  /// Its number in the store: its slot, for there is one of each.
  public var key: Key
  /// Every identity that it is known by, the strongest first.
  public var identities: [String]
  /// What the user says of it.
  public var marks: Annotations
  /// When it was first heard.
  public var firstSeen: Timestamp
  /// When it was last heard.
  public var lastSeen: Timestamp
  /// Whether the user has not looked at it yet.
  public var isNew: Bool
  /// When it was last asked in full what it is.
  public var probedAt: Timestamp?
  /// What is known of it, from which a fold makes it again; at most ``mostObservations``.
  public var observations: [Observation]

  /// As many observations as are kept of a device.
  public static let mostObservations = 512

  /// The given device.
  public init(
    key: Key,
    identities: [String],
    marks: Annotations = Annotations(),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    isNew: Bool = false,
    probedAt: Timestamp? = nil,
    observations: [Observation] = []
  ) {
    self.key = key
    self.identities = identities
    self.marks = marks
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.isNew = isNew
    self.probedAt = probedAt
    self.observations = observations
  }
}

/// Why the store could not do as asked; the scan goes on in memory.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another homenet has it open.
  case inUse(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// It can't be written to.
  case readOnly(path: String)
  /// It can't be read, or is no inventory; says why.
  case unreadable(path: String, why: String)
  /// A newer homenet wrote it.
  case tooNew(path: String)
  /// Anything else, in the database's words.
  case failed(path: String, why: String)

  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .inUse(let path):
      "\(path) is in use by another homenet: stop that one, or name another directory by --data"
    case .diskFull(let path):
      "the disk of \(path) is full: make room; until then nothing is remembered"
    case .readOnly(let path):
      "\(path) can't be written to: give its owner the right to, or name another directory by --data"
    case .unreadable(let path, let why):
      """
      \(path) can't be read (\(why)): move it away, or name another directory by --data, and start again
      """
    case .tooNew(let path):
      """
      \(path) was written by a newer homenet: update this one, or name another directory by --data, \
      and start again
      """
    case .failed(let path, let why):
      "\(path): \(why)"
    }
  }
}
