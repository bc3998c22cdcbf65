/// A queue: in at the end, out at the front, each in constant time on average.
package struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// An empty queue.
  package init() {}

  /// How many are in it.
  package var count: Int { elements.count - head }

  /// Whether nothing is in it.
  package var isEmpty: Bool { count == 0 }

  /// The oldest element.
  package var first: Element? { head < elements.count ? elements[head] : nil }

  /// Puts an element at the end.
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the oldest element.
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      elements[head] = nil
      head += 1
      if head == elements.count {
        elements.removeAll(keepingCapacity: head < 1024)
        head = 0
      } else if head > 64, head > elements.count / 2 {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}

extension Fifo: Sendable where Element: Sendable {}
