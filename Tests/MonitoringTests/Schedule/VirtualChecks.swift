import Monitoring
import Networking

/// A run of a schedule with its budget on a virtual clock, which goes on by 50 ms at a time.
struct VirtualChecks {
  var schedule: MonitorSchedule
  var budget: CheckBudget
  private(set) var now: MonotonicTime
  /// The starts of each tenth of a second, in order.
  private(set) var starts: [Int: Int] = [:]
  /// When each check was started, by monitor.
  private(set) var times: [String: [MonotonicTime]] = [:]
  /// As many as were in flight at once.
  private(set) var mostInFlight = 0
  /// The latest start of a check of a monitor that isn't dead, after it was due.
  private(set) var greatestLateness = Duration.zero
  /// The latest start of any check, after it was due.
  private(set) var greatestLatenessOfAll = Duration.zero

  private let dead: Set<String>
  private let began: MonotonicTime
  private let keepsTimes: Bool
  /// How long a check waits for a sweep of the home that has its whole budget in flight; `nil` without one.
  private let sweepWait: Duration?
  private var ends: [Int: [String]] = [:]
  private var ticks = 0
  private var slow: Set<String> = []

  static let tick = Duration.milliseconds(50)
  static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  /// Monitors with one interval; checks of dead ones take ten seconds, those of the others 50 ms.
  init(
    _ ids: [String],
    every interval: Duration,
    dead: Set<String> = [],
    limit: Int = CheckBudget.defaultLimit,
    keepsTimes: Bool = true,
    sweepWait: Duration? = nil
  ) {
    self.dead = dead
    self.keepsTimes = keepsTimes
    self.sweepWait = sweepWait
    began = Self.start
    now = began
    budget = CheckBudget(descriptors: 65_536, most: limit)
    if sweepWait != nil { budget.shareHome(withScanInFlight: 30) }
    schedule = MonitorSchedule(seed: 1)
    schedule.set(Dictionary(ids.map { ($0, interval) }) { $1 }, at: now)
  }

  /// Lets so much time pass.
  mutating func run(_ duration: Duration) {
    let end = now + duration
    while now < end { step() }
  }

  /// Lets time pass in which nothing runs.
  mutating func sleep(_ duration: Duration) {
    now = now + duration
  }

  private mutating func step() {
    for id in ends.removeValue(forKey: ticks) ?? [] {
      schedule.finish(id, at: now)
      budget.finish(id)
    }
    for check in schedule.due(at: now, atMost: budget.room) {
      budget.enqueue(
        check.id,
        host: check.id,
        isInHome: sweepWait != nil,
        isSlow: slow.contains(check.id),
        latest: sweepWait.map { check.due + $0 }
      )
      dues[check.id] = check
    }
    budget.release(at: now)
    while let id = budget.next() { start(id) }
    mostInFlight = max(mostInFlight, budget.inFlight)
    ticks += 1
    now = now + Self.tick
  }

  private var dues: [String: DueCheck] = [:]

  private mutating func start(_ id: String) {
    if let check = dues.removeValue(forKey: id) {
      schedule.started(check, at: now)
      greatestLatenessOfAll = max(greatestLatenessOfAll, now - check.due)
      if !dead.contains(id) { greatestLateness = max(greatestLateness, now - check.due) }
    }
    if keepsTimes { times[id, default: []].append(now) }
    starts[Int((now - began).milliseconds / 100), default: 0] += 1
    let isDead = dead.contains(id)
    if isDead { slow.insert(id) }
    ends[ticks + (isDead ? 200 : 1), default: []].append(id)
  }
}
