import Discovery
import HomeSupport
import Testing
import Wire
@testable import Home
@testable import Model

@Suite struct `The home at a moment` {
  private static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_700_000_000_000 + seconds * 1000)
  }

  private func transition(_ state: PresenceState, _ seconds: Int64) -> PresenceTransition {
    PresenceTransition(slot: 1, state: state, since: Self.time(seconds))
  }

  @Test func `holds until now where the history may be going on`() {
    let now = Self.time(1000)
    #expect(HomeAtMoment.heartbeat(Self.time(950), now: now) == now)
    #expect(HomeAtMoment.heartbeat(Self.time(600), now: now) == Self.time(600))
    #expect(HomeAtMoment.heartbeat(Self.time(1010), now: now) == Self.time(1010))
    #expect(HomeAtMoment.heartbeat(nil, now: now) == nil)
  }

  @Test func `has intervals without gaps, and unknown where nothing is known`() {
    let transitions = [
      transition(.present, 100), transition(.away, 200), transition(.away, 300),
      transition(.present, 400), transition(.present, 400),
    ]
    func states(_ from: Int64, _ to: Int64, heartbeat: Int64?) -> [String] {
      PresenceIntervals.intervals(
        of: transitions,
        from: Self.time(from),
        to: Self.time(to),
        heartbeat: heartbeat.map(Self.time)
      )
      .map { interval in
        let begin = interval.from.elapsed(since: Self.time(0)) / 1000
        let end = interval.to.elapsed(since: Self.time(0)) / 1000
        return "\(interval.state.rawValue) \(begin)-\(end)"
      }
    }
    #expect(
      states(0, 600, heartbeat: 500) == [
        "unknown 0-100", "present 100-200", "away 200-400", "present 400-500", "unknown 500-600",
      ]
    )
    #expect(states(150, 250, heartbeat: 500) == ["present 150-200", "away 200-250"])
    #expect(states(450, 470, heartbeat: 500) == ["present 450-470"])
    #expect(states(450, 450, heartbeat: 500) == [])
    #expect(states(0, 600, heartbeat: nil) == ["unknown 0-600"])
  }

  @Test func `is what was live, at random moments of random homes`() {
    for seed in UInt64(1)...40 {
      var random = SplitMix64(seed: seed)
      var home = RecordedHome()
      var devices: [Int: DescribedDevice] = [:]
      var nextSlot = 0
      var live: [(time: Timestamp, devices: [PastDevice])] = []
      for _ in 0..<150 {
        var input = HistoryInput()
        var changed: Set<Int> = []
        let seconds = Int64.random(in: 1...90, using: &random)
        let time = home.now.advanced(by: seconds * 1000)
        if nextSlot < 12, Int.random(in: 0..<5, using: &random) == 0 {
          var device = DescribedDevice(slot: nextSlot, address: "192.168.1.\(10 + nextSlot)")
          device.hardware = "00:11:32:00:02:\(10 + nextSlot)"
          device.isNew = Bool.random(using: &random)
          devices[nextSlot] = device
          changed.insert(nextSlot)
          nextSlot += 1
        }
        for slot in devices.keys.sorted() where Int.random(in: 0..<3, using: &random) == 0 {
          change(&devices, slot, at: time, &random)
          changed.insert(slot)
        }
        if let slot = devices.keys.sorted().randomElement(using: &random),
          Int.random(in: 0..<30, using: &random) == 0
        {
          devices[slot] = nil
          changed.remove(slot)
          input.removed = [slot]
          if let other = devices.keys.min(), Bool.random(using: &random) {
            input.merged = [slot: other]
          }
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
          var facts = HomeFacts(gateways: ["192.168.1.1"])
          facts.isConnected = Bool.random(using: &random)
          input.home = facts
        }
        input.devices = changed.sorted().compactMap { devices[$0]?.recorded(at: time) }
        // Now and then the machine sleeps.
        let pause: Int64 = Int.random(in: 0..<40, using: &random) == 0 ? 4000 : 0
        _ = home.record(input, after: seconds + pause)
        let now = home.recorder.devices
        #expect(home.rebuilt(at: home.now, of: home.batches) == now, "seed \(seed)")
        live.append((home.now, now))
      }
      // Profiles are never changed later; who was away may be known later.
      for (time, devices) in live {
        let profiles = HomeAtMoment.profiles(home.versions, at: time)
        #expect(profiles == Dictionary(uniqueKeysWithValues: devices.map { ($0.slot, $0.profile) }))
      }
      #expect(home.changes.map(\.seq) == (0..<home.seq).map { $0 + 1 })
      check(home, seed)
    }
  }

  private func change(
    _ devices: inout [Int: DescribedDevice],
    _ slot: Int,
    at time: Timestamp,
    _ random: inout SplitMix64
  ) {
    guard var device = devices[slot] else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: device.name = ["NAS", "Backup", nil].randomElement(using: &random) ?? nil
    case 1: device.kind = Category.allCases.randomElement(using: &random) ?? .unknown
    case 2: device.ports = [22, 80, 443].filter { _ in Bool.random(using: &random) }
    case 3:
      device.services = ["_ssh._tcp", "_ipp._tcp"].filter { _ in Bool.random(using: &random) }
    case 4: device.address = "192.168.1.\(Int.random(in: 10..<40, using: &random))"
    case 5: device.marks.name = Bool.random(using: &random) ? "Mine" : nil
    case 6:
      device.presence = .away
      device.lastSeen = device.lastSeen ?? time.advanced(by: -300_000)
      devices[slot] = device
      return
    default: device.presence = Bool.random(using: &random) ? .present : .unconfirmed
    }
    if device.presence == .away { device.presence = .present }
    device.lastSeen = device.presence == .present ? nil : device.lastSeen ?? time
    devices[slot] = device
  }

  /// The transitions of each device ascend and differ, and its intervals are without gaps.
  private func check(_ home: RecordedHome, _ seed: UInt64) {
    let begin = Self.time(-1000)
    for (slot, own) in Dictionary(grouping: home.transitions, by: \.slot) {
      for (one, next) in zip(own, own.dropFirst()) {
        #expect(one.since < next.since, "seed \(seed), slot \(slot)")
        #expect(one.state != next.state, "seed \(seed), slot \(slot)")
      }
      let intervals = PresenceIntervals.intervals(
        of: own,
        from: begin,
        to: home.now,
        heartbeat: home.now
      )
      #expect(intervals.first?.from == begin && intervals.last?.to == home.now)
      for (one, next) in zip(intervals, intervals.dropFirst()) {
        #expect(one.to == next.from && one.state != next.state && one.from < one.to)
      }
    }
  }
}
