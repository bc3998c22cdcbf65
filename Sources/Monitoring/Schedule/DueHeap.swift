/// A binary heap of moments, the earliest first.
///
/// An item can't be taken out of the middle: whoever plans another moment for the same thing counts up its
/// stamp, and passes over items with an older one.
struct DueHeap: Sendable {
  /// A moment, and what is due then.
  struct Item: Sendable {
    /// Nanoseconds on the monotonic clock.
    var time: Int64
    /// The place of what is due.
    var index: UInt32
    /// Which plan of it this is.
    var stamp: UInt32

    /// Earlier before later; at one moment, in order of place, so that runs can be repeated.
    fileprivate func isBefore(_ other: Item) -> Bool {
      time < other.time || (time == other.time && index < other.index)
    }
  }

  private var items: [Item] = []

  /// How many are in it.
  var count: Int { items.count }

  /// The earliest.
  var first: Item? { items.first }

  /// Takes all out.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
  }

  /// Puts one in.
  mutating func push(_ item: Item) {
    items.append(item)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard item.isBefore(items[parent]) else { break }
      items[child] = items[parent]
      child = parent
    }
    items[child] = item
  }

  /// Takes the earliest out.
  mutating func removeFirst() {
    guard let last = items.popLast(), !items.isEmpty else { return }
    sink(last)
  }

  /// Takes the earliest out, and puts another one in.
  mutating func replaceFirst(with item: Item) {
    guard !items.isEmpty else { return push(item) }
    sink(item)
  }

  /// Puts an item in the place of the first one, and lets it go down to where it belongs.
  private mutating func sink(_ item: Item) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1].isBefore(items[child]) { child += 1 }
      guard items[child].isBefore(item) else { break }
      items[parent] = items[child]
      parent = child
    }
    items[parent] = item
  }
}
