import Testing
@testable import LinuxNetwork

/// How many probes may be under way, from what became of those before.
struct `A sweep's window` {
  private static let millisecond: Int64 = 1_000_000

  /// A window that knows the path without a queue, and answers as many as are under way each round.
  private func window(
    roundTrip: Int64 = millisecond,
    rounds: Int = 6
  ) -> (window: SweepWindow, now: Int64) {
    var window = SweepWindow(most: 1000)
    var now: Int64 = 0
    for _ in 0..<(rounds + 3) { answer(&window, &now, roundTrip) }
    return (window, now)
  }

  private func answer(_ window: inout SweepWindow, _ now: inout Int64, _ roundTrip: Int64) {
    let count = Int(window.size)
    let sentAt = now
    now += roundTrip
    for _ in 0..<count {
      window.answered(roundTrip: roundTrip, sentAt: sentAt, inFlight: count, now: now)
    }
  }

  @Test func `begins small, and waits for the round trips of the path without a queue`() {
    var window = SweepWindow(most: 1000)
    var now: Int64 = 0
    for _ in 0..<2 { answer(&window, &now, Self.millisecond) }
    #expect(window.size == 4)
    for _ in 0..<3 { answer(&window, &now, Self.millisecond) }
    #expect(window.size > 12 && window.isDoubling)
  }

  @Test func `stops where round trips get longer`() {
    var (window, now) = window()
    let before = window.size
    for _ in 0..<3 { answer(&window, &now, 8 * Self.millisecond) }
    #expect(window.size < before / 1.8 && window.size >= SweepWindow.leastByDelay)
    #expect(!window.isDoubling)
  }

  @Test func `takes one late answer for nothing`() {
    var (window, now) = window()
    let before = window.size
    window.answered(
      roundTrip: 50 * Self.millisecond,
      sentAt: now,
      inFlight: Int(before),
      now: now + 50 * Self.millisecond
    )
    now += 50 * Self.millisecond
    answer(&window, &now, Self.millisecond)
    #expect(window.size > before && window.isDoubling)
  }

  @Test func `does not starve on a path that has become slower`() {
    var (window, now) = window()
    for _ in 0..<40 { answer(&window, &now, 20 * Self.millisecond) }
    let before = window.size
    for _ in 0..<20 { answer(&window, &now, 20 * Self.millisecond) }
    #expect(window.size > before + 5)
  }

  @Test func `does not grow where it is not used up`() {
    var window = window().window
    let before = window.size
    for time in 1...100 {
      window.answered(
        roundTrip: Self.millisecond,
        sentAt: Int64(time) * Self.millisecond,
        inFlight: 1,
        now: Int64(time + 1) * Self.millisecond
      )
    }
    #expect(window.size == before)
  }

  @Test func `waits for the truth when something may be lost, and halves when much may be`() {
    var (window, now) = window()
    let before = window.size
    window.suspect(1, of: 40, until: now + 10 * Self.millisecond)
    answer(&window, &now, Self.millisecond)
    #expect(window.size == before)
    window.suspect(8, of: 40, until: now + 10 * Self.millisecond)
    #expect(window.size == before / 2)
    // They were filtered ports.
    let isSmaller = window.ended(lost: 0, of: 64, now: now)
    #expect(!isSmaller)
    #expect(window.size == before && window.isDoubling)
  }

  @Test func `tells loss of the path from loss by haste`() {
    var (window, now) = window()
    let before = window.size
    let isSmaller = window.ended(lost: 20, of: 64, now: now)
    #expect(isSmaller)
    #expect(window.size <= 0.75 * before)
    // As much at a far smaller window: the path's own.
    for _ in 0..<20 where !window.isDoubling { _ = window.ended(lost: 20, of: 64, now: now) }
    #expect(window.isDoubling)
    for _ in 0..<12 { answer(&window, &now, Self.millisecond) }
    #expect(window.size >= before)
    #expect(!window.isTooMuch(lost: 20, of: 64) && window.isTooMuch(lost: 50, of: 64))
    // None at a smaller one: it was haste.
    var hasty = self.window().window
    _ = hasty.ended(lost: 20, of: 64, now: now)
    let isStillSmaller = hasty.ended(lost: 0, of: 64, now: now)
    #expect(!isStillSmaller)
    #expect(!hasty.isDoubling && hasty.size < before)
  }

  @Test func `spreads its probes over the round trip`() {
    let window = window().window
    #expect(window.pace(roundTrip: Self.millisecond) == 2000 * window.size)
  }

  @Test func `compares loss with that at smaller windows`() {
    var losses = LossByWindow()
    losses.add(lost: 30, of: 100, at: 40)
    #expect(losses.share(below: 40) == nil && losses.share(below: 64) == 0.3)
    losses.add(lost: 1, of: 100, at: 10)
    #expect(losses.share(below: 40) == 0.01)
    losses.add(lost: 0, of: 3, at: 5)
    #expect(losses.share(below: 64) == 0.01)
  }

  @Test func `learns the path without a queue though the first waited for ARP`() {
    var delay = QueueingDelay()
    for time in 0..<12 {
      let roundTrip = (time < 4 ? 80 : 1 + Int64(time % 2)) * Self.millisecond
      let reading = delay.measured(roundTrip, sentAt: 0, now: Int64(time))
      #expect(reading == nil)
    }
    #expect(delay.ceiling == 3 * Self.millisecond)
  }
}
