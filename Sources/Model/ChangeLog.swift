/// The order in which subjects last changed or were removed.
///
/// Each change takes the next number of one sequence. A reader keeps a ``ChangeCursor`` and asks for
/// what changed after it: each subject comes at most once, however often it changed. A removal leaves a
/// tombstone. Only the latest tombstones are kept: a cursor older than one that was dropped, of another
/// epoch or of no change of this log needs a snapshot.
///
/// The log holds numbers only; what a subject is now, its owner knows.
package struct ChangeLog<Subject: Hashable & Sendable>: Sendable {
  /// What changed after a cursor.
  package struct Changes: Sendable {
    /// The subjects that changed, in the order of their last changes.
    package var changed: [Subject] = []
    /// The subjects that were removed and have not come back, in the order of their removals.
    package var removed: [Subject] = []
    /// Where to go on.
    package var cursor: ChangeCursor
  }

  private struct Record: Sendable {
    var seq: UInt64
    var subject: Subject
  }

  struct State: Sendable {
    var seq: UInt64
    var isRemoved: Bool
  }

  /// Changes of different epochs can't be compared.
  package private(set) var epoch: UInt64
  /// The number of the last change.
  package private(set) var seq: UInt64
  /// The last number that the store has reserved.
  private var reserved: UInt64
  /// The number of the last change that is no longer known.
  private var forgotten: UInt64
  private(set) var states: [Subject: State] = [:]
  /// The changes in order of number.
  ///
  /// A record counts while it is its subject's last one; the others are dropped from time to time.
  private var records: [Record] = []
  private var tombstones = 0
  private let mostTombstones: Int

  /// How many tombstones are kept: enough for thousands of devices that are forgotten at once, and
  /// at most three megabytes under a flood of forged devices.
  package static var mostTombstones: Int { 16_384 }

  /// An empty log whose changes have numbers of the reservation; by default of one that ends with the
  /// process.
  package init(
    _ reservation: SequenceReservation = SequenceReservation(epoch: 0),
    mostTombstones: Int = Self.mostTombstones
  ) {
    epoch = reservation.epoch
    seq = reservation.after
    reserved = reservation.through
    forgotten = reservation.after
    self.mostTombstones = mostTombstones
  }

  /// The cursor of this moment.
  package var cursor: ChangeCursor { ChangeCursor(epoch: epoch, seq: seq) }

  // MARK: Writing

  /// The subject is new or changed.
  package mutating func note(_ subject: Subject) { append(subject, isRemoved: false) }

  /// The subject is gone; readers that knew it have to know.
  package mutating func remove(_ subject: Subject) { append(subject, isRemoved: true) }

  /// The subject is gone, and no reader has to know by this name.
  package mutating func forget(_ subject: Subject) {
    if states.removeValue(forKey: subject)?.isRemoved == true { tombstones -= 1 }
  }

  private mutating func append(_ subject: Subject, isRemoved: Bool) {
    seq += 1
    let before = states.updateValue(State(seq: seq, isRemoved: isRemoved), forKey: subject)
    if before?.isRemoved == true { tombstones -= 1 }
    if isRemoved { tombstones += 1 }
    records.append(Record(seq: seq, subject: subject))
    if tombstones > mostTombstones { dropTombstones() }
    if records.count > 2 * states.count + 64 { records = records.filter(isCurrent) }
  }

  /// Drops the older half, so that this is done seldom.
  private mutating func dropTombstones() {
    for record in records where tombstones > mostTombstones / 2 {
      guard isCurrent(record), states[record.subject]?.isRemoved == true else { continue }
      forget(record.subject)
      forgotten = record.seq
    }
  }

  private func isCurrent(_ record: Record) -> Bool { states[record.subject]?.seq == record.seq }

  // MARK: Reading

  /// Reads the log.
  ///
  /// - Parameters: - cursor: What the reader knows. - limit: The most subjects; the answer's cursor
  /// is where to go on. - isWanted: Whether the reader cares for a subject. - Returns: What changed
  /// after the cursor; `nil` where a snapshot is needed.
  package func changes(
    after cursor: ChangeCursor,
    limit: Int = .max,
    where isWanted: (Subject) -> Bool = { _ in true }
  ) -> Changes? {
    guard cursor.epoch == epoch, cursor.seq >= forgotten, cursor.seq <= seq else { return nil }
    var changes = Changes(cursor: cursor)
    for record in records[index(after: cursor.seq)...] where isWanted(record.subject) {
      guard let state = states[record.subject], state.seq == record.seq else { continue }
      if changes.changed.count + changes.removed.count == limit { return changes }
      if state.isRemoved {
        changes.removed.append(record.subject)
      } else {
        changes.changed.append(record.subject)
      }
      changes.cursor.seq = record.seq
    }
    changes.cursor.seq = seq
    return changes
  }

  /// Where the records after that number begin.
  private func index(after seq: UInt64) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].seq <= seq { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Numbers

  /// Skips the numbers up to that one, which somebody has given to changes of another kind.
  package mutating func advance(to seq: UInt64) { self.seq = max(self.seq, seq) }

  /// Whether more numbers should be reserved.
  package var needsReservation: Bool { seq + SequenceReservation.count / 2 > reserved }

  /// Takes the numbers of a later reservation; of another epoch's nothing can be used.
  package mutating func extend(by reservation: SequenceReservation) {
    if reservation.epoch == epoch { reserved = max(reserved, reservation.through) }
  }

  /// Begins another epoch without reserved numbers: every reader needs a snapshot.
  package mutating func begin(epoch: UInt64) {
    self.epoch = epoch
    reserved = .max
  }
}

/// A place in a home's sequence of changes: what a reader knows, it knows up to there.
///
/// Written `EPOCH-SEQ`; clients take it as it is.
public struct ChangeCursor: Hashable, Sendable, LosslessStringConvertible {
  /// Tells sequences apart whose numbers mean different changes.
  public var epoch: UInt64
  /// The number of the last change that the reader knows.
  public var seq: UInt64

  /// The cursor of a reader that knows every change of the epoch up to `seq`.
  public init(epoch: UInt64, seq: UInt64) {
    self.epoch = epoch
    self.seq = seq
  }

  /// Parses `EPOCH-SEQ`.
  public init?(_ description: String) {
    guard description.utf8.count <= 64 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = UInt64(parts[0], radix: 36), let seq = UInt64(parts[1])
    else { return nil }
    self.init(epoch: epoch, seq: seq)
  }

  /// The text that is parsed again.
  public var description: String { "\(String(epoch, radix: 36))-\(seq)" }
}

/// Numbers that the store has set aside for the changes of one run.
///
/// Readers are given numbers that the store has not saved yet. A program that was killed must not give
/// them to other changes when it runs again, so a run begins after the last number that the run before
/// could have given.
public struct SequenceReservation: Hashable, Sendable {
  /// Changes with the store, and where numbers can't be reserved.
  public var epoch: UInt64
  /// The last number that may have been given before.
  public var after: UInt64
  /// The last of the reserved numbers.
  public var through: UInt64

  /// How many numbers are reserved at a time: two months of four changes a second.
  public static let count: UInt64 = 1 << 24

  /// By default every number, which suits an epoch that ends with the process and needs no store.
  public init(epoch: UInt64, after: UInt64 = 0, through: UInt64 = .max) {
    self.epoch = epoch
    self.after = after
    self.through = through
  }
}
