public import Model

/// A merge or a split as it is stored: what has to be known to undo it.
public struct StoredEdit: Hashable, Sendable {
  /// What was done.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// An entry became part of another.
    case merged
    /// A part of an entry became one of its own.
    case split
  }

  /// The number of the change that tells of it.
  public var seq: UInt64
  /// When it was done.
  public var time: Timestamp
  /// What was done.
  public var kind: Kind
  /// Whether a rotation was recognised, and no user asked for it.
  public var isAutomatic: Bool
  /// The entry that kept its slot, as it was before.
  public var kept: StoredDevice
  /// The other one: as it was before the merge, or as the split made it.
  public var other: StoredDevice

  /// As many as can be undone.
  public static let most = 50

  /// Memberwise initialiser.
  public init(
    seq: UInt64,
    time: Timestamp,
    kind: Kind,
    isAutomatic: Bool,
    kept: StoredDevice,
    other: StoredDevice
  ) {
    self.seq = seq
    self.time = time
    self.kind = kind
    self.isAutomatic = isAutomatic
    self.kept = kept
    self.other = other
  }
}

/// Which merges and splits can be undone from now on, and which no longer.
public struct StoredEditChange: Hashable, Sendable {
  /// The one that was done now.
  public var added: StoredEdit?
  /// The numbers of those that can't be undone any more.
  public var dropped: [UInt64]

  /// Nothing by default.
  public init(added: StoredEdit? = nil, dropped: [UInt64] = []) {
    self.added = added
    self.dropped = dropped
  }
}
