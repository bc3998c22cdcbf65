import Home
import Model
import Monitoring
import Testing
@testable import Storage

private let ids = ["a", "b", "c", "d"]

@Suite struct `A store of monitors in memory` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static func time(using generator: inout SeededGenerator) -> Timestamp {
    .hour(0, Int64.random(in: 0...100_000_000, using: &generator))
  }

  /// A batch of anything, about incidents and alerts of those numbers, too.
  private static func batch(
    _ numbers: MonitorNumbers,
    using generator: inout SeededGenerator
  ) -> MonitorBatch {
    var batch = MonitorBatch()
    func maybe(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }
    func id() -> String { ids.randomElement(using: &generator) ?? "a" }
    func time() -> Timestamp { Self.time(using: &generator) }
    if maybe(3) { batch.monitors = [Monitor(id: id(), name: "N", check: .presence(device: "x"))] }
    if maybe(12) { batch.removedMonitors = [id()] }
    if maybe(2) { batch.trackers = [id(): [UInt8.random(in: 0...9, using: &generator)]] }
    if maybe(2) {
      batch.samples[id()] = (0..<3).map { _ in
        RoundTripSample(
          time: time(),
          outcome: maybe(3)
            ? .lost : .answered(ms: Double(Int.random(in: 1...9999, using: &generator)) / 1000)
        )
      }
    }
    if maybe(2) {
      let state = MonitorState.allCases.randomElement(using: &generator) ?? .up
      batch.states = [
        MonitorStateChange(monitor: id(), time: time(), state: state, isInMaintenance: maybe(4))
      ]
    }
    if maybe(2) {
      batch.newIncidents = [.began(at: time(), of: id()), .began(at: time(), of: id())]
      batch.newIncidents[1].to = .hour(40)
    }
    if maybe(2), let number = numbers.incidents.randomElement(using: &generator) {
      var incident = Incident.began(at: time(), of: id())
      incident.id = number
      incident.to = maybe(2) ? .hour(40) : nil
      incident.isAcknowledged = maybe(2)
      batch.incidents = [incident]
    }
    if maybe(2) {
      batch.events = [
        .down(at: time(), of: id(), incident: Int64.random(in: -3...3, using: &generator))
      ]
    }
    if maybe(6) {
      batch.rules = [
        AlertRule(id: id(), name: "R", events: [.left], channels: [], isOn: maybe(2))
      ]
    }
    if maybe(9) { batch.removedRules = [id()] }
    if maybe(6) {
      batch.channels = [AlertChannel(id: id(), name: "C", service: "ntfy", settings: [:])]
    }
    if maybe(9) { batch.removedChannels = [id()] }
    if maybe(4) { batch.dispatcher = [UInt8.random(in: 0...9, using: &generator)] }
    if maybe(4) { batch.statusPage = [UInt8.random(in: 0...9, using: &generator)] }
    if maybe(2) {
      let state = Alert.State.allCases.randomElement(using: &generator) ?? .waiting
      batch.newAlerts = [.waiting(at: time(), incident: -1, state: state)]
    }
    if maybe(2), let number = numbers.alerts.randomElement(using: &generator) {
      var alert = Alert.waiting(at: time(), incident: -2, state: .givenUp)
      alert.id = number
      batch.alerts = [alert]
    }
    if maybe(3) { batch.heartbeat = time() }
    return batch
  }

  /// Everything that a store tells.
  private struct Told: Equatable {
    var stored: StoredMonitoring
    var samples: [[SamplePoint]] = []
    var states: [[MonitorStateChange]] = []
    var incidents: [[Incident]] = []
    var events: [MonitorEvent]
    var alerts: [[Alert]] = []

    init(_ store: some MonitorStore, from: Timestamp, to: Timestamp) throws {
      stored = try store.loadMonitoring()
      events = try store.monitorEvents(after: 3, limit: 50)
      for id in ids {
        samples.append(try store.monitorSamples(of: id, from: from, to: to, step: 600_000))
        self.states.append(try store.monitorStates(of: id, from: from, to: to))
      }
      var monitors: [String?] = ids
      monitors.append(nil)
      for id in monitors {
        incidents.append(try store.incidents(of: id, from: from, to: to, limit: 5))
      }
      var states: [Alert.State?] = Alert.State.allCases
      states.append(nil)
      for state in states {
        alerts.append(try store.alerts(in: state, before: 40, limit: 7))
      }
    }
  }

  @Test(arguments: 1...6)
  func `tells what one on the disk tells`(seed: Int) throws {
    var generator = SeededGenerator(seed)
    let file = try SQLiteInventoryStore(directory: folder.path)
    let memory = MemoryMonitorStore()
    var numbers = MonitorNumbers()
    for round in 0..<120 {
      let batch = Self.batch(numbers, using: &generator)
      let new = try file.commit(batch)
      #expect(try memory.commit(batch) == new)
      numbers.incidents += new.incidents
      numbers.alerts += new.alerts
      if round.isMultiple(of: 9) { while try file.dropRemovedMonitors() {} }
      guard round.isMultiple(of: 4) else { continue }
      let (one, other) = (Self.time(using: &generator), Self.time(using: &generator))
      let (from, to) = (min(one, other), max(one, other))
      #expect(
        try Told(memory, from: from, to: to) == Told(file, from: from, to: to),
        "after \(round) batches"
      )
    }
  }

  @Test func `drops the oldest of what is too much, but nothing that lasts`() throws {
    var bounds = MemoryMonitorStore.Bounds()
    bounds.samples = 100
    bounds.samplesOfOne = 60
    bounds.states = 10
    bounds.incidents = 10
    bounds.events = 10
    bounds.alerts = 10
    let store = MemoryMonitorStore(bounds: bounds)
    for number in Int64(0)..<200 {
      var batch = MonitorBatch()
      var ended = Incident.began(at: .hour(number))
      ended.to = .hour(number, 1)
      batch.newIncidents = [ended]
      if number == 0 { batch.newIncidents.append(.began(at: .hour(0))) }
      batch.events = [.down(at: .hour(number), incident: nil)]
      batch.states = [MonitorStateChange(monitor: "a", time: .hour(number), state: .up)]
      batch.newAlerts = [.waiting(at: .hour(number), state: number == 195 ? .held : .sent)]
      for id in ["a", "b", "c", "d"] {
        batch.samples[id] = [RoundTripSample(time: .hour(number), outcome: .lost)]
      }
      try store.commit(batch)
    }
    let (from, to) = (Timestamp.never, Timestamp.hour(1000))
    let stored = try store.loadMonitoring()
    #expect(stored.incidents.map(\.id) == [2] && stored.waiting.map(\.id) == [196])
    let incidents = try store.incidents(of: nil, from: from, to: to, limit: 1000)
    #expect(incidents.count <= 12 && incidents.first?.id == 201)
    #expect(try store.monitorEvents(after: 0, limit: 1000).last?.seq == 200)
    #expect(try store.monitorEvents(after: 0, limit: 1000).count == 10)
    #expect(try store.monitorStates(of: "a", from: from, to: to).count == 10)
    #expect(try store.alerts(in: nil, before: nil, limit: 1000).count <= 11)
    let points = try store.monitorSamples(of: "a", from: .hour(0), to: to, step: 3_600_000_000)
    #expect(points.reduce(0) { $0 + $1.n } <= 27)
  }

  @Test func `fails where it is to, and then changes nothing`() throws {
    let store = MemoryMonitorStore()
    let full = StoreError.diskFull(path: "/x")
    store.fail(with: full)
    #expect(throws: full) { try store.commit(.outage(at: .hour(1))) }
    #expect(throws: full) { try store.loadMonitoring() }
    store.fail(with: nil)
    #expect(try store.loadMonitoring() == StoredMonitoring())
    #expect(try store.commit(.outage(at: .hour(1))).incidents == [1])
  }

  // MARK: In the place of a store that can't be opened

  @Test func `goes on where there is no store, with numbers that count up`() throws {
    let file = StoreDirectory.database(in: folder.path)
    let store = UnavailableStore(directory: folder.path, failure: .tooNew(path: file))
    #expect(try store.loadMonitoring() == StoredMonitoring())
    #expect(try store.commit(.outage(at: .hour(1))).events == [1])
    #expect(try store.commit(.outage(at: .hour(2))).events == [2])
    #expect(try store.loadMonitoring().incidents.map(\.id) == [1, 2])
    #expect(try store.alerts(in: nil, before: nil, limit: 9).map(\.id) == [2, 1])
    #expect(try folder.names() == [])
  }

  @Test func `goes on with what is stored, and is stored once there is room`() throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone])
      try store.commit(.outage(at: .hour(1)))
    }
    let told = try toldAfterRoom()
    let opened = try SQLiteInventoryStore(directory: folder.path)
    #expect(try opened.loadMonitoring() == told)
    #expect(told.monitors == [.router] && told.rules.isEmpty && told.heartbeat == .hour(6))
    #expect(told.incidents.map(\.id) == [2] && told.waiting.map(\.id) == [1, 2])
    #expect(try opened.monitorEvents(after: 0, limit: 9).map(\.seq) == [1, 2, 3])
    let all = try opened.incidents(of: nil, from: .hour(0), to: .hour(9), limit: 9)
    #expect(all.map(\.id) == [2, 1] && all.last?.to == .hour(4))
    #expect(try opened.commit(.outage(at: .hour(7))).incidents == [3])
  }

  /// What is told by a store that could not be opened at first, and which then has things to store.
  private func toldAfterRoom() throws -> StoredMonitoring {
    let file = StoreDirectory.database(in: folder.path)
    let store = UnavailableStore(directory: folder.path, failure: .diskFull(path: file))
    #expect(try store.loadMonitoring().monitors == [.door, .router])
    // The incident ends, and another one begins.
    var batch = MonitorBatch.outage(at: .hour(5))
    batch.monitors = [.router]
    batch.removedMonitors = ["door"]
    batch.removedRules = ["all"]
    batch.rules = []
    var incident = Incident.began(at: .hour(1))
    incident.id = 1
    incident.to = .hour(4)
    batch.incidents = [incident]
    let numbers = try store.commit(batch)
    #expect(numbers.incidents == [2] && numbers.events == [2] && numbers.alerts == [2])
    #expect(try SQLiteInventoryStore.read(folder.path) == [.phone])
    // Whoever writes devices opens it.
    try store.save([.printer])
    var later = MonitorBatch()
    later.heartbeat = .hour(6)
    later.events = [.down(at: .hour(6), incident: 2)]
    #expect(try store.commit(later).events == [3])
    return try store.loadMonitoring()
  }
}
