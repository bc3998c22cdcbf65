import Testing
import Wire
@testable import Networking

@Suite struct `Probe budget` {
  private let a = IPAddress.v4(IPv4Address(10, 0, 0, 1))
  private let b = IPAddress.v4(IPv4Address(10, 0, 0, 2))
  private let c = IPAddress.v4(IPv4Address(10, 0, 0, 3))

  private func drain(_ budget: inout ProbeBudget) -> [UInt64] {
    var order: [UInt64] = []
    while let number = budget.next() {
      order.append(number)
      budget.finish()
    }
    return order
  }

  @Test func `never more in flight than the limit`() {
    var budget = ProbeBudget(limit: 3)
    for number in 0..<10 { budget.enqueue(UInt64(number), to: a, isInteractive: number > 7) }
    var started = 0
    while budget.next() != nil { started += 1 }
    #expect(started == 3)
    #expect(budget.inFlight == 3)
    budget.finish()
    #expect(budget.next() != nil)
    #expect(budget.next() == nil)
  }

  @Test func `hosts take turns`() {
    var budget = ProbeBudget(limit: 1)
    for number in 0..<4 { budget.enqueue(UInt64(number), to: a, isInteractive: false) }
    for number in 10..<12 { budget.enqueue(UInt64(number), to: b, isInteractive: false) }
    budget.enqueue(20, to: c, isInteractive: false)
    #expect(drain(&budget) == [0, 10, 20, 1, 11, 2, 3])
  }

  @Test func `what somebody waits for goes first`() {
    var budget = ProbeBudget(limit: 1)
    budget.enqueue(1, to: a, isInteractive: false)
    budget.enqueue(2, to: a, isInteractive: false)
    #expect(budget.next() == 1)
    budget.enqueue(3, to: a, isInteractive: true)
    budget.finish()
    #expect(drain(&budget) == [3, 2])
  }

  @Test func `one that was withdrawn takes no place`() {
    var budget = ProbeBudget(limit: 1)
    budget.enqueue(1, to: a, isInteractive: false)
    budget.enqueue(2, to: a, isInteractive: false)
    budget.withdraw(1)
    #expect(budget.canStart)
    #expect(drain(&budget) == [2])
    #expect(!budget.canStart)
    #expect(budget.waitingCount == 0)
  }

  @Test func `finishing more than was started gives no credit`() {
    var budget = ProbeBudget(limit: 1)
    budget.finish()
    budget.enqueue(1, to: a, isInteractive: false)
    budget.enqueue(2, to: a, isInteractive: false)
    #expect(budget.next() == 1)
    #expect(budget.next() == nil)
  }
}
