import Model
import Networking
import Testing

@testable import Monitoring

@Suite struct `The timer of the monitors' loop` {
  /// Sleeps until it is cancelled, or not at all.
  private struct Clock: MonitorClock {
    var sleeps: Bool

    func now() -> MonitorMoment {
      MonitorMoment(wall: .never, monotonic: MonotonicTime(nanoseconds: 0))
    }

    func sleep(until time: MonotonicTime) async {
      if sleeps { try? await Task.sleep(for: .seconds(3600)) }
    }
  }

  private static func wakeups(sleeps: Bool, isCancelled: Bool) async -> Int {
    let (wakeups, wake) = AsyncStream.makeStream(of: Void.self)
    let timer = MonitorWatch.timer(
      until: MonotonicTime(nanoseconds: 1),
      Clock(sleeps: sleeps)
    ) { wake.yield() }
    if isCancelled { timer.cancel() }
    await timer.value
    wake.finish()
    var count = 0
    for await _ in wakeups { count += 1 }
    return count
  }

  @Test func `wakes once it is over, and not where it is stopped`() async {
    let over = await Self.wakeups(sleeps: false, isCancelled: false)
    let stopped = await Self.wakeups(sleeps: true, isCancelled: true)
    #expect(over == 1)
    #expect(stopped == 0)
  }
}
