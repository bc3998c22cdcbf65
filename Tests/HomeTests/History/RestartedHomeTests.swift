import Discovery
import HomeSupport
import Testing
import Wire
@testable import Home
@testable import Model

/// That the stored log folds to the home that was live, over restarts.
@Suite struct `A home that is watched with interruptions` {
  /// A random home, its history in a store, and what was live when.
  private struct Life {
    var random: SplitMix64
    var home = RecordedHome()
    let store: MemoryHistoryStore
    var devices: [Int: DescribedDevice] = [:]
    var nextSlot = 0
    /// What changed since the last recording; all of it after a start.
    var changed: Set<Int> = []
    var removed: Set<Int> = []
    var live: [(time: Timestamp, devices: [PastDevice])] = []

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      var bounds = MemoryHistoryStore.Bounds()
      bounds.versions = 10_000
      store = MemoryHistoryStore(bounds)
      for batch in home.batches { try store.append(batch) }
    }

    mutating func chance(of parts: Int) -> Bool { Int.random(in: 0..<parts, using: &random) == 0 }

    /// Something changes, or the program starts again, and it is recorded.
    mutating func step() throws {
      let seconds = Int64.random(in: 1...90, using: &random)
      let time = home.now.advanced(by: seconds * 1000)
      if nextSlot < 10, chance(of: 5) { join() }
      for slot in devices.keys.sorted() where chance(of: 3) { change(slot, at: time) }
      if chance(of: 40), let slot = devices.keys.sorted().randomElement(using: &random) {
        devices[slot] = nil
        removed.insert(slot)
      }
      let isRestart = chance(of: 12)
      if isRestart { try restart() }
      // Now and then the machine is off for longer than the recorder bridges.
      let isLong = chance(of: 2)
      let pause: Int64 = isRestart && isLong ? 4000 : 0
      var input = HistoryInput()
      input.devices = changed.sorted().compactMap { devices[$0]?.recorded(at: time) }
      input.removed = removed
      (changed, removed) = ([], [])
      _ = home.record(input, after: seconds + pause)
      if let batch = home.batches.last { try store.append(batch) }
      live.append((home.now, home.recorder.devices))
    }

    /// The recorder goes on with what is stored, and is shown everything anew.
    private mutating func restart() throws {
      let before = home.recorder.devices
      let stored = try HistoryRecording.Stored(store, now: home.now)
      home.recorder = HistoryRecorder(
        profiles: stored.profiles,
        transitions: stored.transitions,
        changes: stored.changes,
        lastTime: stored.heartbeat
      )
      let restored = home.recorder.devices
      #expect(restored == before)
      changed = Set(devices.keys)
      removed = Set(home.recorder.slots.filter { devices[$0] == nil })
    }

    private mutating func join() {
      var device = DescribedDevice(slot: nextSlot, address: "192.168.1.\(10 + nextSlot)")
      device.hardware = "00:11:32:00:02:\(10 + nextSlot)"
      device.isNew = chance(of: 2)
      devices[nextSlot] = device
      changed.insert(nextSlot)
      nextSlot += 1
    }

    private mutating func change(_ slot: Int, at time: Timestamp) {
      guard var device = devices[slot] else { return }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: device.name = chance(of: 2) ? "NAS" : "Backup"
      case 1: device.ports = [22, 80, 443].filter { _ in Bool.random(using: &random) }
      case 2: device.address = "192.168.1.\(Int.random(in: 10..<40, using: &random))"
      case 3: device.marks.name = chance(of: 2) ? "Mine" : nil
      case 4:
        device.presence = .away
        device.lastSeen = device.lastSeen ?? time.advanced(by: -300_000)
      default:
        device.presence = chance(of: 3) ? .unconfirmed : .present
        device.lastSeen = device.presence == .present ? nil : device.lastSeen ?? time
      }
      devices[slot] = device
      changed.insert(slot)
    }
  }

  @Test(arguments: UInt64(1)...25)
  func `is at each moment what its log says of it`(seed: UInt64) throws {
    var life = try Life(seed: seed)
    for _ in 0..<120 { try life.step() }
    let batches = life.home.batches
    for _ in 0..<30 {
      let index = Int.random(in: life.live.indices, using: &life.random)
      let (time, live) = life.live[index]
      // The log up to then is the home then.
      let until = batches.filter { $0.time <= time }
      #expect(life.home.rebuilt(at: time, of: until) == live, "\(time)")
      // All of it says the same, but for whom it later says that they had left by then.
      let later = batches.filter { $0.time > time }.flatMap(\.transitions)
      let corrected = Set(later.filter { $0.since <= time }.map(\.slot))
      let rebuilt = HomeAtMoment.devices(
        profiles: try life.store.profiles(at: time),
        transitions: try life.store.presence(of: nil, from: time, to: time),
        at: time,
        heartbeat: try life.store.lastHeartbeat()
      )
      #expect(rebuilt.map(\.slot) == live.map(\.slot))
      for (found, was) in zip(rebuilt, live) {
        #expect(found.profile == was.profile, "\(time), slot \(was.slot)")
        guard !corrected.contains(was.slot) else { continue }
        #expect(found.presence == was.presence, "\(time), slot \(was.slot)")
      }
      // Nothing changes between two recordings.
      guard index + 1 < life.live.count else { continue }
      let next = life.live[index + 1].time
      let between = Int64.random(in: 0..<next.elapsed(since: time), using: &life.random)
      let profiles = try life.store.profiles(at: time.advanced(by: between))
      #expect(profiles == Dictionary(uniqueKeysWithValues: live.map { ($0.slot, $0.profile) }))
    }
  }
}
