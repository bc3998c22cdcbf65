import Glibc
import Synchronization
import Testing
@testable import LinuxNetwork

/// Calls that block, with threads of their own.
struct `Blocking calls` {
  /// Blocks whoever comes until it is opened.
  private final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let arrived = Atomic(0)

    var arrivals: Int { arrived.load(ordering: .acquiring) }

    func open() { isOpen.store(true, ordering: .releasing) }

    func pass() -> Int {
      arrived.add(1, ordering: .acquiringAndReleasing)
      // At most a minute.
      for _ in 0..<30_000 where !isOpen.load(ordering: .acquiring) { usleep(2000) }
      return 7
    }
  }

  private func until(_ isTrue: () -> Bool) async throws {
    for _ in 0..<2000 where !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
    let isTrue = isTrue()
    #expect(isTrue)
  }

  @Test func `give what they return`() async throws {
    let calls = BlockingCalls(name: "test", most: 2)
    let value = try await calls.run { 7 }?.get()
    #expect(value == 7)
  }

  @Test func `are not waited for by who is cancelled`() async throws {
    let calls = BlockingCalls(name: "test", most: 2)
    let gate = Gate()
    defer { gate.open() }
    let work = Task { await calls.run { gate.pass() } }
    try await until { gate.arrivals == 1 }
    let clock = ContinuousClock()
    let before = clock.now
    work.cancel()
    let outcome = await work.value
    let isNothing = outcome == nil
    #expect(isNothing)
    #expect(clock.now - before < .seconds(10), "not the minute that it takes")
  }

  @Test func `are not made for who was cancelled before`() async throws {
    let calls = BlockingCalls(name: "test", most: 2)
    let gate = Gate()
    defer { gate.open() }
    let work = Task {
      // Once it is cancelled.
      try? await Task.sleep(for: .seconds(60))
      return await calls.run { gate.pass() }
    }
    work.cancel()
    let isNothing = await work.value == nil
    #expect(isNothing && gate.arrivals == 0)
  }

  @Test func `have so many threads at most, hung ones included`() async throws {
    let calls = BlockingCalls(name: "test", most: 2)
    let gate = Gate()
    defer { gate.open() }
    let hung = (0..<2).map { _ in Task { await calls.run { gate.pass() } } }
    try await until { gate.arrivals == 2 }
    for one in hung { one.cancel() }
    for one in hung { _ = await one.value }
    // Their threads are still taken: one that follows waits, and can be cancelled too.
    let given = Task { await calls.run { gate.pass() } }
    let waiting = Task { await calls.run { gate.pass() } }
    try await until { calls.waitingCount == 2 }
    given.cancel()
    let isNothing = await given.value == nil
    #expect(isNothing && gate.arrivals == 2)
    #expect(calls.waitingCount == 1)
    gate.open()
    let value = try await waiting.value?.get()
    #expect(value == 7 && gate.arrivals == 3)
  }
}
