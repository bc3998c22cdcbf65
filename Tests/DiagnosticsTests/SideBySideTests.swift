import Networking
import Testing

@testable import Diagnostics

struct `Work side by side` {
  private final class Counter: Sendable {
    private let state = Lock((now: 0, most: 0, all: 0))

    var most: Int { state.withLock { $0.most } }
    var all: Int { state.withLock { $0.all } }

    func begin() {
      state.withLock {
        $0.now += 1
        $0.all += 1
        $0.most = max($0.most, $0.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  @Test func `is done a few at a time, and told in order`() async {
    let counter = Counter()
    let found = await sideBySide(Array(0..<64)) { number in
      counter.begin()
      try? await Task.sleep(for: .milliseconds((64 - number) % 7))
      counter.end()
      return number * 2
    }
    #expect(found == (0..<64).map { $0 * 2 })
    #expect(counter.most <= 16 && counter.most > 1)
  }

  @Test func `is done by as many at a time as is wanted`() async {
    let counter = Counter()
    _ = await sideBySide(Array(0..<16), atOnce: 3) { _ in
      counter.begin()
      await Task.yield()
      counter.end()
    }
    #expect(counter.most <= 3 && counter.all == 16)
  }

  @Test func `ends with the first that is enough`() async {
    let counter = Counter()
    let clock = ContinuousClock()
    let before = clock.now
    let found = await sideBySide(Array(0..<64), until: { $0 == 3 }) { number in
      counter.begin()
      if number != 3 { try? await Task.sleep(for: .seconds(60)) }
      return number
    }
    #expect(found == [3] && counter.all <= 16)
    #expect(clock.now - before < .seconds(30))
  }

  @Test func `tells of everything when it is cancelled`() async {
    let work = Task {
      await sideBySide(Array(0..<64)) { number in
        try? await Task.sleep(for: .seconds(60))
        return number
      }
    }
    work.cancel()
    #expect(await work.value == Array(0..<64))
  }
}
