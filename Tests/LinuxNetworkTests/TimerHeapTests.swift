import Testing
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Timer heap` {
  private func at(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `fires in order of time, then of adding`() {
    var timers = TimerHeap<Int>()
    var generator = SystemRandomNumberGenerator()
    let times = (0..<500).map { _ in Int64.random(in: 0..<50, using: &generator) }
    for (number, time) in times.enumerated() { _ = timers.add(number, at: at(time)) }
    var fired: [Int] = []
    while let number = timers.popDue(at(100)) { fired.append(number) }
    let expected = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    #expect(fired == expected)
  }

  @Test func `nothing fires before its time`() {
    var timers = TimerHeap<Int>()
    _ = timers.add(1, at: at(10))
    #expect(timers.popDue(at(9)) == nil)
    #expect(timers.next == at(10))
    #expect(timers.popDue(at(10)) == 1)
    #expect(timers.next == nil)
  }

  @Test func `cancelled timers do not fire and do not pile up`() {
    var timers = TimerHeap<Int>()
    let kept = timers.add(-1, at: at(5))
    for number in 0..<10_000 { timers.cancel(timers.add(number, at: at(Int64(number % 7 + 1)))) }
    #expect(timers.count == 1)
    #expect(timers.popDue(at(100)) == -1)
    timers.cancel(kept)
    #expect(timers.popDue(at(100)) == nil)
  }
}
