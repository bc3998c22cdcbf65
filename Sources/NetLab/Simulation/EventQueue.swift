import Net

/// What is to happen, by time; at equal times in the order in which it was planned.
struct EventQueue<Event: Sendable>: Sendable {
  private struct Entry: Sendable {
    var time: MonotonicTime
    var number: UInt64
    var event: Event

    func isBefore(_ other: Entry) -> Bool {
      (time, number) < (other.time, other.number)
    }
  }

  private var heap: [Entry] = []
  private var planned: UInt64 = 0

  /// When the next thing happens.
  var nextTime: MonotonicTime? { heap.first?.time }

  /// Plans something.
  mutating func add(_ event: Event, at time: MonotonicTime) {
    planned += 1
    heap.append(Entry(time: time, number: planned, event: event))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the next thing.
  mutating func pop() -> (time: MonotonicTime, event: Event)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown()
    }
    return (first.time, first.event)
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
