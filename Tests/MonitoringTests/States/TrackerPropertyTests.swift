import Foundation
import Model
import Testing

@testable import Monitoring

@Suite struct TrackerPropertyTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `whatever the checks give, the changes are a story`(seed: UInt64) throws {
    var random = TrackerRandom(seed)
    var story = Story()
    var tracker = MonitorTracker()
    let monitor = random.monitor()
    var time = TrackerTrial.start
    var isAsking = false
    var failing = 0.3
    for _ in 0..<400 {
      time = Timestamp(milliseconds: time.milliseconds + 60_000)
      if random.chance(0.05) { failing = [0.0, 0.1, 0.5, 0.95][random.below(4)] }
      var step = random.step(&tracker, at: time, of: monitor, failing: failing)
      try story.take(step, tracker, isConfirmation: false)
      if case .confirm = step {
        try #require(!isAsking, "asked again while another method is being asked")
        isAsking = true
      }
      // An answer, an interruption and a pause end the question.
      if tracker.suspicion == nil { isAsking = false }
      if isAsking, random.chance(0.6) {
        step = tracker.note(random.confirmation(), at: time, of: monitor)
        try story.take(step, tracker, isConfirmation: true)
        isAsking = false
      }
    }
    #expect(try JSONEncoder().encode(tracker).count <= 1500)
  }

  @Test func `each outage of a year is said after exactly as many checks as it takes`() {
    var random = TrackerRandom(2026)
    var trial = TrackerTrial()
    trial.minutesApart = 5
    let step: Int64 = 5 * 60_000
    var expected: [String] = []
    var found: [String] = []
    trial.check("U")
    trial.changes = []
    while trial.now < TrackerTrial.minute(365 * 1440) {
      trial.check(String(repeating: "U", count: 3 + random.below(1500)))
      let length = random.chance(0.5) ? 1 + random.below(4) : 1 + random.below(300)
      let first = trial.now.milliseconds + step
      if length >= 3 {
        let last = first + Int64(length - 1) * step
        expected.append("down \(first) \(first + 2 * step)")
        expected.append("up \(last + 2 * step)")
      }
      trial.check(String(repeating: "D", count: length))
      trial.check("UU")
    }
    for change in trial.changes where change.was != change.now {
      switch change.now {
      case .down: found.append("down \(change.from.milliseconds) \(change.time.milliseconds)")
      case let state: found.append("\(state) \(change.time.milliseconds)")
      }
    }
    #expect(expected.count > 100)
    #expect(found == expected)
    #expect(trial.opened * 2 == expected.count && trial.ended == trial.opened)
  }
}

/// What has been told of a monitor, and what may follow.
private struct Story {
  var state = MonitorState.unknown
  var isOpen = false
  var isFlapping = false

  mutating func take(_ step: TrackerStep, _ tracker: MonitorTracker, isConfirmation: Bool) throws {
    guard case .changed(let change) = step else {
      try #require(tracker.state == state)
      return
    }
    try #require(change.was == state)
    try #require(change.was != change.now || change.flapping == .ended)
    try #require(tracker.state == change.now)
    try #require(change.from <= change.time)
    if change.now == .down, change.was != .down {
      try #require(isConfirmation, "down without another method's word")
    }
    if change.opensIncident { try #require(!isOpen, "an incident began twice") }
    if change.endsIncident { try #require(isOpen, "an incident ended that had not begun") }
    isOpen = (isOpen || change.opensIncident) && !change.endsIncident
    switch change.now {
    case .down, .degraded: try #require(isOpen)
    case .up, .paused: try #require(!isOpen)
    case .unknown: break
    }
    switch change.flapping {
    case .began:
      try #require(!isFlapping)
      isFlapping = true
    case .ended:
      try #require(isFlapping)
      isFlapping = false
    case nil: break
    }
    try #require(tracker.isFlapping == isFlapping)
    try #require((tracker.downFrom != nil) == (tracker.incident == .down))
    state = change.now
  }
}

/// Numbers that look random and are the same in each run.
private struct TrackerRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func chance(_ share: Double) -> Bool { Double(below(1_000_000)) < share * 1_000_000 }

  mutating func monitor() -> Monitor {
    let checks: [MonitorCheck] = [
      .icmp(host: "192.0.2.1"), .tcp(host: "192.0.2.1", port: 22), .presence(device: "d"),
      .internet(targets: ["192.0.2.1"]),
    ]
    let down = 1 + below(5)
    let up = 1 + below(4)
    return Monitor(
      id: "m",
      name: "M",
      check: checks[below(checks.count)],
      downAfter: Quorum(down, of: down + below(3)),
      upAfter: Quorum(up, of: up + below(3)),
      degraded: DegradedLimits(
        roundTripMs: chance(0.5) ? 50 : nil,
        loss: chance(0.5) ? 0.2 : nil,
        timesUsual: chance(0.5) ? 4 : nil
      )
    )
  }

  mutating func step(
    _ tracker: inout MonitorTracker,
    at time: Timestamp,
    of monitor: Monitor,
    failing: Double
  ) -> TrackerStep {
    if chance(0.01) { return tracker.interrupt(at: time, because: "no link") }
    if chance(0.01) {
      return tracker.state == .paused ? tracker.resume(at: time) : tracker.pause(at: time)
    }
    var result = CheckResult(.passed, roundTripMs: Double(below(100)))
    if chance(failing) {
      result = CheckResult(.failed("no answer"))
    } else if chance(0.05) {
      result = CheckResult(.unknown("no descriptors"))
    } else if chance(0.02) {
      result = CheckResult(.degraded("10 days left"), roundTripMs: 3)
    }
    return tracker.note(result, at: time, of: monitor, usualP95Ms: 10)
  }

  mutating func confirmation() -> Monitoring.Confirmation {
    let all: [Monitoring.Confirmation] = [
      .down("no answer to ARP"), .answers("it answers ARP"), .ownFailure("no link"), .noOther,
      .isThere("it answers ARP alone"),
    ]
    return all[below(all.count)]
  }
}
