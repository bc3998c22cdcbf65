import HomeSupport
import Wire
@testable import Discovery
@testable import Home
@testable import Model

/// A watched home of which a test says who answers which sweep and which check.
struct CheckedHome {
  var state = WatchState()
  private(set) var time = Timestamp(milliseconds: 1_772_409_600_000)

  init() {}

  /// The home after a restart.
  init(_ stored: [StoredDevice], at time: Timestamp) {
    state = WatchState(stored: stored)
    self.time = time
  }

  /// A sweep, five minutes after the last, in which the devices at those addresses answer; `strangers`
  /// are others that have taken over an address, and those `heard` announce themselves.
  mutating func sweep(
    _ seen: [UInt8],
    strangers: [UInt8] = [],
    heard: [UInt8] = [],
    failure: ScanOutput? = nil
  ) {
    state.endRound(now: time)
    pass(300_000)
    _ = state.beginRound(.test, now: time)
    if let failure { state.take(failure, now: time) }
    for output in seen.flatMap({ said(by: $0) }) { state.take(output, now: time) }
    for output in strangers.flatMap({ said(by: $0, isStranger: true) }) {
      state.take(output, now: time)
    }
    for output in heard.flatMap({ said(by: $0, isAnswer: false) }) { state.take(output, now: time) }
    state.take(.swept, now: time)
  }

  /// The watch is paused from now on: a round that only listens.
  mutating func pause() {
    state.endRound(now: time)
    var plan = ScanPlan.test
    plan.listensOnly = true
    _ = state.beginRound(plan, isBlind: true, now: time)
  }

  /// A check, and what its scan outputs.
  mutating func check(_ slot: Int, _ outputs: [ScanOutput] = [.swept]) {
    state.beginCheck(of: slot, now: time)
    pass(10_000)
    for output in outputs { state.take(output, ofCheck: slot, now: time) }
    state.endCheck(of: slot, now: time)
    pass(60_000)
  }

  mutating func pass(_ milliseconds: Int64) {
    time = Timestamp(milliseconds: time.milliseconds + milliseconds)
  }

  /// What a device says when it is asked, or announces of itself.
  func said(by last: UInt8, isStranger: Bool = false, isAnswer: Bool = true) -> [ScanOutput] {
    let number = UInt64(last) + (isStranger ? 0x100 : 0)
    let mac = MACAddress(rawValue: 0x0011_3200_0000 + number)
    // The kernel resolves the link address of whoever is heard.
    let facts: [(source: Source, fact: Fact)] = [
      (isAnswer ? .neighbours : .mdns, .answered(rttMs: nil)), (.neighbours, .linkAddress(mac)),
    ]
    return facts.map { source, fact in
      .observation(
        Observation(time: time, source: source, subject: .home(last), fact: fact)
      )
    }
  }

  func presence(_ slot: Int) -> InventoryDevice.Presence? {
    state.inventory.entries[slot]?.presence
  }

  /// Since when its presence is what it is.
  func since(_ slot: Int) -> Timestamp? { state.inventory.entries[slot]?.tracker.since }

  var due: [Int] { state.checksDue(now: time) }
}
