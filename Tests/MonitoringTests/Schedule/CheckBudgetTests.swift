import Networking
import Testing

@testable import Monitoring

@Suite struct `Check budget` {
  private func drain(_ budget: inout CheckBudget) -> [String] {
    var started: [String] = []
    while let id = budget.next() { started.append(id) }
    return started
  }

  @Test(arguments: [
    (Int.min, 8), (0, 8), (256, 8), (300, 44), (1024, 768), (65_536, 1024), (Int.max, 1024),
  ])
  func `its limit is what descriptors allow`(_ descriptors: Int, _ limit: Int) {
    #expect(CheckBudget(descriptors: descriptors).limit == limit)
  }

  @Test func `never more in flight than the limit`() {
    var budget = CheckBudget(descriptors: 4096, most: 10)
    for number in 0..<30 { budget.enqueue("\(number)", host: "host \(number)") }
    #expect(drain(&budget) == (0..<10).map { "\($0)" })
    #expect(budget.inFlight == 10)
    #expect(budget.room == 0)
    #expect(budget.waitingCount == 20)
    budget.finish("3")
    #expect(drain(&budget) == ["10"])
    // Twice, and of one that waits.
    budget.finish("3")
    budget.finish("20")
    #expect(drain(&budget) == [])
  }

  @Test func `a host has two at most, and the others go on`() {
    var budget = CheckBudget(descriptors: 4096)
    for number in 0..<300 { budget.enqueue("dead \(number)", host: "dead") }
    budget.enqueue("well", host: "well")
    budget.enqueue("presence", host: nil)
    #expect(drain(&budget) == ["dead 0", "dead 1", "well", "presence"])
    #expect(budget.room == budget.limit - 4)
    budget.finish("dead 1")
    #expect(drain(&budget) == ["dead 2"])
  }

  @Test func `checks that are likely to be slow leave a quarter to the others`() {
    var budget = CheckBudget(descriptors: 4096, most: 100)
    for number in 0..<200 {
      budget.enqueue("slow \(number)", host: "slow \(number)", isSlow: true)
    }
    #expect(drain(&budget).count == 75)
    budget.enqueue("quick", host: "quick")
    #expect(drain(&budget) == ["quick"])
    budget.finish("slow 0")
    #expect(drain(&budget) == ["slow 75"])
  }

  @Test func `beside a scan, the home's hosts get what it leaves`() {
    var budget = CheckBudget(descriptors: 4096)
    budget.shareHome(withScanInFlight: 10)
    for number in 0..<40 {
      budget.enqueue("home \(number)", host: "home \(number)", isInHome: true)
    }
    budget.enqueue("away", host: "away")
    #expect(drain(&budget).count == 21)
    budget.shareHome(withScanInFlight: 30)
    #expect(budget.inHome == CheckBudget.leastInHome)
    budget.finish("home 0")
    #expect(drain(&budget) == [])
    budget.shareHome(withScanInFlight: nil)
    #expect(drain(&budget).count == 20)
    budget.shareHome(withScanInFlight: .min)
    #expect(budget.inHome == 30)
  }

  private static func second(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test func `a check that may wait for a scan no longer goes beyond what it leaves`() {
    var budget = CheckBudget(descriptors: 4096)
    budget.shareHome(withScanInFlight: 30)
    for number in 0..<12 {
      let latest = Self.second(number < 10 ? 20 : 5)
      budget.enqueue("\(number)", host: "\(number)", isInHome: true, latest: latest)
    }
    #expect(drain(&budget) == (0..<8).map { "\($0)" })
    #expect(budget.nextRelease == Self.second(5))
    budget.release(at: Self.second(4))
    #expect(drain(&budget) == [])
    budget.release(at: Self.second(5))
    #expect(drain(&budget) == ["10", "11"])
    // Those that were released take none of the home's places, also when they end.
    budget.finish("10")
    #expect(drain(&budget) == [])
    budget.finish("0")
    #expect(drain(&budget) == ["8"])
    budget.withdraw("9")
    budget.release(at: Self.second(20))
    #expect(drain(&budget) == [])
    #expect(budget.nextRelease == nil)
    for number in 0..<12 { budget.finish("\(number)") }
    #expect(budget.inFlight == 0 && budget.waitingCount == 0)
  }

  @Test func `one that is released waits for its host nevertheless`() {
    var budget = CheckBudget(descriptors: 4096)
    budget.shareHome(withScanInFlight: 30)
    for id in ["a", "b", "c"] {
      budget.enqueue(id, host: "nas", isInHome: true, latest: Self.second(1))
    }
    #expect(drain(&budget) == ["a", "b"])
    budget.release(at: Self.second(1))
    #expect(drain(&budget) == [])
    budget.finish("a")
    #expect(drain(&budget) == ["c"])
  }

  @Test func `checks of dead hosts that are released leave a quarter of all places`() {
    var budget = CheckBudget(descriptors: 4096, most: 100)
    budget.shareHome(withScanInFlight: 30)
    for number in 0..<200 {
      let host = "slow \(number)"
      budget.enqueue(host, host: host, isInHome: true, isSlow: true, latest: Self.second(1))
    }
    // Of the eight places, too, two are left.
    #expect(drain(&budget).count == 6)
    budget.release(at: Self.second(1))
    #expect(drain(&budget).count == 69)
    budget.enqueue("well", host: "well", isInHome: true)
    #expect(drain(&budget) == ["well"])
  }

  @Test func `a check is there once, and what is taken out doesn't start`() {
    var budget = CheckBudget(descriptors: 4096, most: 8)
    let isNew = budget.enqueue("a", host: "h")
    let isThere = budget.enqueue("a", host: "h")
    #expect(isNew)
    #expect(!isThere)
    for id in ["b", "c", "d"] { budget.enqueue(id, host: "h") }
    // One that may start, and one that waits for the host.
    budget.withdraw("a")
    budget.withdraw("d")
    #expect(drain(&budget) == ["b", "c"])
    budget.enqueue("a", host: "h")
    budget.withdraw("b")
    budget.finish("b")
    #expect(drain(&budget) == ["a"])
    for id in ["a", "c"] { budget.finish(id) }
    #expect(budget.inFlight == 0)
    #expect(budget.waitingCount == 0)
    #expect(drain(&budget) == [])
  }

  @Test func `any order of calls keeps the limits`() {
    var budget = CheckBudget(descriptors: 4096, most: 20)
    var flying: [String: String] = [:]
    for step in 0..<5000 {
      let random = ScheduleHash.mixed(UInt64(step))
      let id = "\(random % 97)"
      let host = "\(random % 97 % 11)"
      switch random >> 32 % 4 {
      case 0, 1:
        budget.enqueue(id, host: host, isInHome: random & 1 == 0, isSlow: random & 2 == 0)
      case 2: budget.withdraw(id)
      default:
        budget.finish(id)
        flying[id] = nil
      }
      while let next = budget.next() {
        let number = Int(next) ?? 0
        flying[next] = "\(number % 11)"
      }
      #expect(budget.inFlight == flying.count)
      #expect(flying.count <= 20)
      let perHost = Dictionary(grouping: flying.values) { $0 }.values.map(\.count).max() ?? 0
      #expect(perHost <= 2)
    }
    for id in 0..<97 {
      budget.finish("\(id)")
      budget.withdraw("\(id)")
    }
    while let next = budget.next() { budget.finish(next) }
    #expect(budget.inFlight == 0)
    #expect(budget.waitingCount == 0)
  }
}
