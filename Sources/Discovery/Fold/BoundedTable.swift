import Model

/// A dictionary with a limit on its keys, which drops the greatest keys beyond it.
///
/// This bounds the memory that a hostile device can use. Which keys stay depends on the set of
/// keys, not on their order: a dropped key can never come back.
struct BoundedTable<Key: Comparable & Hashable & Sendable, Value: Sendable>: Sendable {
  private(set) var values: [Key: Value] = [:]
  private let limit: Int
  /// A max-heap of the keys, built when the table is full for the first time.
  ///
  /// Removed keys stay in it until they reach the top.
  private var heap: [Key] = []
  private var wasFull = false

  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: Key) -> Value? { values[key] }

  /// Sets the value of a key; returns what had to be dropped for it, which can be that key.
  mutating func set(_ value: Value, for key: Key) -> (key: Key, value: Value)? {
    let isNew = values.updateValue(value, forKey: key) == nil
    if isNew, wasFull { insertInHeap(key) }
    guard values.count > limit else { return nil }
    if !wasFull { makeHeap() }
    while let greatest = removeTop() {
      if let dropped = values.removeValue(forKey: greatest) { return (greatest, dropped) }
    }
    return nil
  }

  /// Removes a key; returns its value.
  mutating func remove(_ key: Key) -> Value? { values.removeValue(forKey: key) }

  private mutating func makeHeap() {
    wasFull = true
    // What is sorted is a heap.
    heap = values.keys.sorted(by: >)
  }

  private mutating func insertInHeap(_ key: Key) {
    // Keys that were removed and inserted again are in the heap twice.
    guard heap.count <= 2 * limit else { return makeHeap() }
    heap.append(key)
    var place = heap.count - 1
    while place > 0, heap[(place - 1) / 2] < heap[place] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeTop() -> Key? {
    guard !heap.isEmpty else { return nil }
    heap.swapAt(0, heap.count - 1)
    let top = heap.removeLast()
    var place = 0
    while true {
      var greatest = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[greatest] < heap[child] { greatest = child }
      guard greatest != place else { return top }
      heap.swapAt(place, greatest)
      place = greatest
    }
  }
}

/// The value with the latest time, independent of the order in which values are offered.
///
/// Of two values with one time the one that sorts last wins, so that the result is a function of
/// the set of offers.
struct Latest<Value: Hashable & Sendable>: Hashable, Sendable {
  private(set) var time: Timestamp
  private(set) var value: Value

  init(_ value: Value, at time: Timestamp) {
    self.time = time
    self.value = value
  }

  /// Takes the offer if it is later; true where that changed the value.
  mutating func offer(
    _ other: Value,
    at otherTime: Timestamp,
    rank: (Value) -> some Comparable
  ) -> Bool {
    guard otherTime >= time else { return false }
    let changes = other != value && (otherTime > time || rank(other) > rank(value))
    time = otherTime
    if changes { value = other }
    return changes
  }
}

extension Optional {
  /// Takes the offer if there is none yet or it is later; true where that changed the value.
  mutating func offer<Value>(
    _ value: Value,
    at time: Timestamp,
    rank: (Value) -> some Comparable
  ) -> Bool where Wrapped == Latest<Value> {
    if self == nil {
      self = Latest(value, at: time)
      return true
    }
    return self?.offer(value, at: time, rank: rank) ?? false
  }
}

extension Dictionary {
  /// Drops the greatest keys beyond a limit and returns them; for small limits, since it scans all
  /// keys.
  ///
  /// This bounds the memory that a hostile device can use. Which keys stay depends on the set of
  /// keys, not on their order: a dropped key can never come back.
  @discardableResult
  mutating func keepSmallest(_ limit: Int) -> [Key] where Key: Comparable {
    var dropped: [Key] = []
    while count > limit, let greatest = keys.max() {
      removeValue(forKey: greatest)
      dropped.append(greatest)
    }
    return dropped
  }
}
