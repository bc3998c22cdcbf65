public import Model
import Networking

/// A history in memory, which ends with the process: the latest of each kind, within bounds.
public final class MemoryHistoryStore: HistoryStore {
  private struct Contents {
    var changes: [HomeChange] = []
    var transitions: [Int: [PresenceTransition]] = [:]
    var versions: [Int: [ProfileVersion]] = [:]
    var samples: [Int: [RoundTripSample]] = [:]
    var silences: [Int: [UInt8]] = [:]
    var heartbeat: Timestamp?
    /// The greatest slot of a forgotten device.
    var greatestForgotten: Int?
  }

  private let contents = Lock(Contents())

  /// How much is kept.
  public struct Bounds: Hashable, Sendable {
    /// Changes of all the home.
    public var changes = 10_000
    /// Devices.
    public var slots = 4096
    /// Transitions of a device: of a year, at five a day.
    public var transitions = 2000
    /// Versions of a device's profile.
    public var versions = 50
    /// Samples of a device: of two days, at one in five minutes.
    public var samples = 600

    /// The usual ones: a few megabytes for a home of 60 devices.
    public init() {}
  }

  private let bounds: Bounds

  /// An empty one.
  public init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

  /// Adds the batch, and drops the oldest of what is too much.
  ///
  /// What has the number or the time of something that is there takes its place.
  public func append(_ batch: HistoryBatch) throws(StoreError) {
    contents.withLock { contents in
      for change in batch.changes { contents.changes.place(change, by: \.seq) }
      contents.changes.dropFirst(beyond: bounds.changes)
      for transition in batch.transitions
      where contents.transitions[transition.slot] != nil
        || contents.transitions.count < bounds.slots
      {
        contents.transitions[transition.slot, default: []].place(transition, by: \.since)
        contents.transitions[transition.slot]?.dropFirst(beyond: bounds.transitions)
      }
      for version in batch.versions
      where contents.versions[version.slot] != nil || contents.versions.count < bounds.slots {
        contents.versions[version.slot, default: []].place(version, by: \.since)
        contents.versions[version.slot]?.dropFirst(beyond: bounds.versions)
      }
      for (slot, samples) in batch.samples
      where contents.samples[slot] != nil || contents.samples.count < bounds.slots {
        for sample in samples { contents.samples[slot, default: []].place(sample, by: \.time) }
        contents.samples[slot]?.dropFirst(beyond: bounds.samples)
      }
      for (slot, model) in batch.silences
      where contents.silences[slot] != nil || contents.silences.count < bounds.slots {
        contents.silences[slot] = model.isEmpty ? nil : model
      }
      contents.heartbeat = batch.time
    }
  }

  /// Takes everything out, as one batch; `nil` where there is nothing.
  public func takeAll() -> HistoryBatch? {
    let taken = contents.withLock { contents in
      defer { contents = Contents() }
      return contents
    }
    guard let time = taken.heartbeat else { return nil }
    var batch = HistoryBatch(time: time)
    batch.changes = taken.changes
    batch.transitions = taken.transitions.values.flatMap(\.self)
    batch.versions = taken.versions.values.flatMap(\.self)
    batch.samples = taken.samples
    batch.silences = taken.silences
    return batch
  }

  /// The changes that match, ascending by number.
  public func changes(_ query: ChangeQuery) throws(StoreError) -> [HomeChange] {
    let matching = contents.withLock { $0.changes }.filter { query.matches($0) }
    let asked = query.after == nil ? matching.suffix(query.limit) : matching.prefix(query.limit)
    return Array(asked)
  }

  /// The transitions of presence in that time, and for each device the last one before.
  public func presence(
    of slot: Int?,
    from: Timestamp,
    to: Timestamp
  ) throws(StoreError) -> [PresenceTransition] {
    let all = contents.withLock { $0.transitions }
    let asked = slot.map { slot in all.filter { $0.key == slot } } ?? all
    let found = asked.values.flatMap { transitions in
      let first = transitions.lastIndex { $0.since <= from } ?? transitions.startIndex
      return transitions[first...].filter { $0.since <= to }
    }
    return found.sorted { ($0.since, $0.slot) < ($1.since, $1.slot) }
  }

  /// The versions of profiles that held at that moment, by slot.
  public func profiles(at time: Timestamp) throws(StoreError) -> [Int: DeviceProfile] {
    contents.withLock { $0.versions }
      .compactMapValues { versions in versions.last { $0.since <= time }?.profile }
  }

  /// The samples of a device in spans of `step` milliseconds.
  public func samples(
    of slot: Int,
    from: Timestamp,
    to: Timestamp,
    step: Int64
  ) throws(StoreError) -> [SamplePoint] {
    let samples = contents.withLock { $0.samples[slot] ?? [] }
    var spans = SampleSpans(from: from, to: to, step: step)
    for sample in samples { spans.add(sample) }
    return spans.points
  }

  /// The moment of the last batch.
  public func lastHeartbeat() throws(StoreError) -> Timestamp? {
    contents.withLock { $0.heartbeat }
  }

  /// What was learned of how long devices are silent, by slot.
  public func silences() throws(StoreError) -> [Int: [UInt8]] {
    contents.withLock { $0.silences }
  }

  /// The greatest slot that anything is kept of.
  public func greatestSlot() throws(StoreError) -> Int? {
    contents.withLock { contents in
      let slots = [contents.transitions.keys.max(), contents.versions.keys.max()]
      let others = [contents.samples.keys.max(), contents.changes.lazy.compactMap(\.slot).max()]
      return (slots + others + [contents.greatestForgotten]).compactMap(\.self).max()
    }
  }

  /// Drops all that is kept of those slots.
  public func forget(_ slots: Set<Int>) throws(StoreError) {
    contents.withLock { contents in
      contents.changes.removeAll { change in change.slot.map { slots.contains($0) } ?? false }
      for slot in slots {
        contents.transitions[slot] = nil
        contents.versions[slot] = nil
        contents.samples[slot] = nil
        contents.silences[slot] = nil
      }
      let greatest = [contents.greatestForgotten, slots.max()]
      contents.greatestForgotten = greatest.compactMap(\.self).max()
    }
  }
}

extension MemoryHistoryStore: ExportableHistory {
  /// All versions of profiles, by slot and time.
  public func versions() throws(StoreError) -> [ProfileVersion] {
    contents.withLock { $0.versions }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// None: single round trips are kept here, and for two days.
  public func summedRoundTrips() throws(StoreError) -> [SummedRoundTrips] { [] }
}

extension ChangeQuery {
  /// Whether the change is one of those asked for, the limit aside.
  package func matches(_ change: HomeChange) -> Bool {
    if let after, change.seq <= after { return false }
    if let before, change.seq >= before { return false }
    if let since, change.time < since { return false }
    if let until, change.time >= until { return false }
    if let kinds, !kinds.contains(change.kind) { return false }
    guard let slots else { return true }
    return change.slot.map { slots.contains($0) } ?? false
  }
}

extension Array {
  /// Puts the element where its key belongs, in place of one with the same key.
  package mutating func place<Key: Comparable>(_ element: Element, by key: (Element) -> Key) {
    let place = key(element)
    var (low, high) = (startIndex, endIndex)
    // Nearly always it comes last.
    if let last, key(last) < place { low = endIndex }
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < place { low = middle + 1 } else { high = middle }
    }
    if low < endIndex, key(self[low]) == place {
      self[low] = element
    } else {
      insert(element, at: low)
    }
  }

  /// Drops the first elements where there are more than that many.
  package mutating func dropFirst(beyond count: Int) {
    // A few at a time, not one by one.
    if self.count > count + count / 16 { removeFirst(self.count - count) }
  }
}
