package import Networking

/// What is to happen, by time; at equal times in the order in which it was planned.
package struct EventQueue<Event: Sendable>: Sendable {
  /// Small, because the heap moves it about; the event itself lies still in its slot.
  private struct Entry: Sendable {
    var time: Int64
    var number: UInt64
    var slot: Int

    func isBefore(_ other: Entry) -> Bool {
      time == other.time ? number < other.number : time < other.time
    }
  }

  private var heap: [Entry] = []
  private var slots: [Event?] = []
  private var freeSlots: [Int] = []
  private var planned: UInt64 = 0

  /// Nothing planned.
  package init() {}

  /// When the next thing happens.
  package var nextTime: MonotonicTime? { heap.first.map { MonotonicTime(nanoseconds: $0.time) } }

  /// Plans something.
  package mutating func add(_ event: Event, at time: MonotonicTime) {
    planned += 1
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = event
    } else {
      slot = slots.count
      slots.append(event)
    }
    heap.append(Entry(time: time.nanoseconds, number: planned, slot: slot))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the next thing.
  package mutating func pop() -> (time: MonotonicTime, event: Event)? {
    guard let first = heap.first, let event = slots[first.slot] else { return nil }
    slots[first.slot] = nil
    freeSlots.append(first.slot)
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown()
    }
    return (MonotonicTime(nanoseconds: first.time), event)
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
