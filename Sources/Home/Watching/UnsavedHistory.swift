import Model

/// What is recorded of a history and not stored yet, as one batch.
///
/// While the store fails it grows up to a bound. Of each device the last state and the last profile
/// stay, whatever is dropped: else the store would never learn what the recorder has recorded.
struct UnsavedHistory: Sendable {
  /// How much is kept.
  struct Bounds: Hashable, Sendable {
    /// Changes of all the home: some megabytes.
    var changes = 20_000
    /// Transitions of presence beside the last ones.
    var transitions = 50_000
    /// Versions of profiles beside the last ones.
    var versions = 2000
    /// Round trips: a day of a home of 300 devices.
    var samples = 100_000
  }

  private(set) var batch: HistoryBatch?
  private let bounds: Bounds

  init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

  /// Adds what was recorded after all that is here.
  mutating func add(_ later: HistoryBatch) {
    guard var whole = batch else {
      batch = later
      return
    }
    // While it grows, nobody else may hold it, or all of it would be copied.
    batch = nil
    whole.add(later)
    bound(&whole)
    batch = whole
  }

  /// Takes everything out, to be stored.
  mutating func take() -> HistoryBatch? {
    defer { batch = nil }
    return batch
  }

  /// Puts back what could not be stored, before what was recorded meanwhile.
  mutating func putBack(_ earlier: HistoryBatch) {
    let later = take()
    batch = earlier
    if let later { add(later) }
  }

  /// Drops what is there of forgotten devices.
  mutating func forget(_ slots: Set<Int>) {
    guard var whole = batch else { return }
    batch = nil
    whole.changes.removeAll { change in change.slot.map { slots.contains($0) } ?? false }
    whole.transitions.removeAll { slots.contains($0.slot) }
    whole.versions.removeAll { slots.contains($0.slot) }
    for slot in slots { whole.samples[slot] = nil }
    batch = whole
  }

  /// Drops the changes with those numbers.
  mutating func withdraw(_ numbers: Set<UInt64>) {
    batch?.changes.removeAll { numbers.contains($0.seq) }
  }

  private func bound(_ batch: inout HistoryBatch) {
    if batch.changes.count > bounds.changes {
      batch.changes.removeFirst(batch.changes.count - bounds.changes)
    }
    batch.transitions.keepLast(bounds.transitions, andLastOfEach: \.slot)
    batch.versions.keepLast(bounds.versions, andLastOfEach: \.slot)
    let samples = batch.samples.values.reduce(0) { $0 + $1.count }
    guard samples > bounds.samples else { return }
    batch.samples = batch.samples.mapValues { Array($0.suffix($0.count / 2)) }
      .filter { !$0.value.isEmpty }
  }
}

extension HistoryBatch {
  /// Adds a later batch.
  package mutating func add(_ later: HistoryBatch) {
    changes += later.changes
    transitions += later.transitions
    versions += later.versions
    for (slot, own) in later.samples { samples[slot, default: []] += own }
    silences.merge(later.silences) { $1 }
    time = later.time
  }
}

extension Array {
  /// Drops the first elements where there are more than that many, but for the last one of each
  /// device.
  fileprivate mutating func keepLast(_ most: Int, andLastOfEach slot: (Element) -> Int) {
    guard count > most else { return }
    // Half of them, so that this is done seldom.
    let border = count - most / 2
    var last: [Int: Int] = [:]
    for (index, element) in enumerated() { last[slot(element)] = index }
    self = enumerated().filter { $0.offset >= border || last[slot($0.element)] == $0.offset }
      .map(\.element)
  }
}
