import Networking

/// Actions by time, earliest first; those of equal times in the order they were added.
struct TimerHeap<Action> {
  /// A timer's name, for cancelling it.
  struct ID: Hashable {
    fileprivate let number: UInt64
  }

  private struct Entry {
    let time: MonotonicTime
    let number: UInt64

    static func < (left: Self, right: Self) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  private var heap: [Entry] = []
  private var actions: [UInt64: Action] = [:]
  private var last: UInt64 = 0

  /// How many are waiting.
  var count: Int { actions.count }

  /// When the next one is due, or was meant to be before it was cancelled.
  var next: MonotonicTime? { heap.first?.time }

  /// Adds a timer.
  mutating func add(_ action: Action, at time: MonotonicTime) -> ID {
    last += 1
    actions[last] = action
    heap.append(Entry(time: time, number: last))
    siftUp(heap.count - 1)
    return ID(number: last)
  }

  /// Cancels a timer; does nothing if it has fired or been cancelled.
  mutating func cancel(_ id: ID) {
    guard actions.removeValue(forKey: id.number) != nil else { return }
    // Cancelled entries stay in the heap until they reach the top or are its majority.
    if heap.count > 2 * actions.count + 64 {
      heap.removeAll { actions[$0.number] == nil }
      heap.sort(by: <)
    }
    dropCancelled()
  }

  /// Takes the earliest action that is due.
  mutating func popDue(_ now: MonotonicTime) -> Action? {
    while let first = heap.first, first.time <= now {
      removeFirst()
      if let action = actions.removeValue(forKey: first.number) {
        dropCancelled()
        return action
      }
    }
    return nil
  }

  private mutating func dropCancelled() {
    while let first = heap.first, actions[first.number] == nil { removeFirst() }
  }

  private mutating func removeFirst() {
    let end = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = end
    siftDown(0)
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ index: Int) {
    var parent = index
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
