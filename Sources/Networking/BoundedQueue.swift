/// A queue of bounded length from one or more writers to one reader: a writer waits while it is full,
/// so a slow reader slows its writers and nothing is lost.
///
/// ``close()`` ends waiting on both sides; a writer's or reader's cancellation alone doesn't.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct Writer: Sendable {
    var element: Element
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var elements: [Element] = []
    var writers: [Writer] = []
    var reader: CheckedContinuation<Element?, Never>?
    var isClosed = false

    /// Hands the element to a waiting reader, or keeps it where there is room.
    mutating func take(_ element: Element, most: Int) -> Bool {
      if let reader {
        self.reader = nil
        reader.resume(returning: element)
        return true
      }
      guard elements.count < most else { return false }
      elements.append(element)
      return true
    }
  }

  private let most: Int
  // Continuations are resumed with the lock held, which only schedules their tasks.
  private let state = Lock(State())

  /// A queue that holds at most that many elements, one at least.
  package init(most: Int) {
    self.most = max(1, most)
  }

  /// How many writers wait for room.
  var waitingWriters: Int { state.withLock(\.writers.count) }

  /// Appends the element as soon as there is room; `false` where the queue is closed.
  @discardableResult
  package func send(_ element: Element) async -> Bool {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if state.isClosed { return continuation.resume(returning: false) }
        guard state.take(element, most: most) else {
          return state.writers.append(Writer(element: element, continuation: continuation))
        }
        continuation.resume(returning: true)
      }
    }
  }

  /// Appends the element where there is room at once; else `false`.
  @discardableResult
  package func offer(_ element: Element) -> Bool {
    state.withLock { !$0.isClosed && $0.take(element, most: most) }
  }

  /// The next element; `nil` once the queue is over and read to its end.
  package func next() async -> Element? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        guard !state.elements.isEmpty else {
          if state.isClosed { return continuation.resume(returning: nil) }
          state.reader = continuation
          return
        }
        continuation.resume(returning: state.elements.removeFirst())
        guard !state.writers.isEmpty else { return }
        let writer = state.writers.removeFirst()
        state.elements.append(writer.element)
        writer.continuation.resume(returning: true)
      }
    }
  }

  /// Ends the queue after what waits in it and these last elements, for which no room is needed.
  package func finish(with last: [Element] = []) {
    end { state in
      guard !state.isClosed else { return }
      state.elements += state.writers.map(\.element) + last
      for writer in state.writers { writer.continuation.resume(returning: true) }
      state.writers = []
    }
  }

  /// Ends the queue at once and drops its contents.
  package func close() {
    end { state in
      state.elements = []
      for writer in state.writers { writer.continuation.resume(returning: false) }
      state.writers = []
    }
  }

  private func end(_ settle: (inout State) -> Void) {
    state.withLock { state in
      settle(&state)
      state.isClosed = true
      guard let reader = state.reader else { return }
      state.reader = nil
      reader.resume(returning: state.elements.isEmpty ? nil : state.elements.removeFirst())
    }
  }
}
