package import Wire

/// Limits the exchanges in flight, shared by everything on a network.
///
/// Interactive exchanges go first; the rest are served round robin by host, so that a host with a
/// thousand ports doesn't delay one with two. A kept connection counts as in flight until it ends.
package struct ProbeBudget: Sendable {
  /// The most that may be in flight.
  package let limit: Int
  /// How many are in flight.
  package private(set) var inFlight = 0

  private var interactive = Turns()
  private var background = Turns()
  private var waiting: [UInt64: IPAddress] = [:]

  /// `limit` is at least 1.
  package init(limit: Int = ProbeBudget.defaultLimit) {
    self.limit = max(1, limit)
  }

  /// Few enough for a cheap router's connection table, enough for a home in seconds.
  package static let defaultLimit = 30

  /// How many wait for their turn.
  package var waitingCount: Int { waiting.count }

  /// Whether one may go now.
  package var canStart: Bool { inFlight < limit && !waiting.isEmpty }

  /// Puts an exchange in the queue.
  package mutating func enqueue(_ number: UInt64, to host: IPAddress, isInteractive: Bool) {
    waiting[number] = host
    if isInteractive {
      interactive.append(number, for: host)
    } else {
      background.append(number, for: host)
    }
  }

  /// Takes an exchange out of the queue, if it is there.
  package mutating func withdraw(_ number: UInt64) {
    // Its place in the host's queue is skipped when it comes up.
    waiting[number] = nil
  }

  /// The exchange that may go now, which then counts as in flight.
  package mutating func next() -> UInt64? {
    guard inFlight < limit else { return nil }
    while let number = interactive.next() ?? background.next() {
      guard waiting.removeValue(forKey: number) != nil else { continue }
      inFlight += 1
      return number
    }
    return nil
  }

  /// Says that one that was in flight has ended.
  package mutating func finish() {
    inFlight = max(0, inFlight - 1)
  }

  /// Hosts in a ring, each with its queue.
  private struct Turns: Sendable {
    private var queues: [IPAddress: Fifo<UInt64>] = [:]
    private var ring = Fifo<IPAddress>()

    mutating func append(_ number: UInt64, for host: IPAddress) {
      if queues[host] == nil { ring.append(host) }
      queues[host, default: Fifo()].append(number)
    }

    mutating func next() -> UInt64? {
      guard let host = ring.popFirst() else { return nil }
      let number = queues[host]?.popFirst()
      if queues[host]?.isEmpty ?? true {
        queues[host] = nil
      } else {
        ring.append(host)
      }
      return number
    }
  }
}

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
