import Model

/// The value with the latest time, whatever the order in which values are offered.
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
  /// Drops the greatest keys beyond a limit, and returns them; for small limits, since it looks for
  /// them among all keys.
  ///
  /// What a hostile device can make homenet remember is bounded so; which keys stay depends on the
  /// set of keys alone, not on their order, since a dropped key can never come back.
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
