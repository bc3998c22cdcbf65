import GRDB
import Home
import Model
import Monitoring
import Testing
@testable import Storage

@Suite struct `What is stored of monitors` {
  private let folder: Folder
  private let always = (from: Timestamp.never, to: Timestamp.hour(1_000_000))

  init() throws { folder = try Folder() }

  private static let tables = [
    "monitor", "tracker", "monitor_number", "monitor_state", "incident", "monitor_event",
    "alert_rule", "alert_channel", "alert", "monitor_sample", "monitor_sealed_hour",
    "monitor_hourly",
  ]

  private static func rows(_ store: SQLiteInventoryStore, of table: String) throws -> Int {
    try store.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") } ?? 0
  }

  @Test func `is the same after a start`() throws {
    let numbers = try SQLiteInventoryStore(directory: folder.path).commit(.outage(at: .hour(1)))
    #expect(numbers.incidents == [1] && numbers.events == [1] && numbers.alerts == [1])
    let store = try SQLiteInventoryStore(directory: folder.path)
    var incident = Incident.began(at: .hour(1))
    incident.id = 1
    var alert = Alert.waiting(at: .hour(1), incident: 1)
    alert.id = 1
    let stored = try store.loadMonitoring()
    #expect(stored.monitors == [.door, .router])
    #expect(stored.trackers == ["router": [1, 2, 3], "door": []])
    #expect(stored.incidents == [incident])
    #expect(stored.rules == [.usual] && stored.channels == [.phone])
    #expect(stored.dispatcher == [9, 9] && stored.heartbeat == .hour(1))
    #expect(stored.statusPage == [8])
    #expect(stored.waiting == [alert])
    var event = MonitorEvent.down(at: .hour(1), incident: 1)
    event.seq = 1
    #expect(try store.monitorEvents(after: 0, limit: 9) == [event])
    #expect(try store.alerts(in: .waiting, before: nil, limit: 9) == [alert])
    let incidents = try store.incidents(of: nil, from: always.from, to: always.to, limit: 9)
    #expect(incidents == [incident])
    let states = try store.monitorStates(of: "router", from: .hour(2), to: .hour(3))
    #expect(states == MonitorBatch.outage(at: .hour(1)).states)
    let points = try store.monitorSamples(
      of: "router",
      from: .hour(0),
      to: .hour(2),
      step: 3_600_000
    )
    #expect(points == [SamplePoint(time: .hour(1), n: 1, lost: 1)])
  }

  @Test func `changes and goes`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.commit(.outage(at: .hour(1)))
    var batch = MonitorBatch()
    var renamed = Monitor.router
    renamed.name = "Gateway"
    batch.monitors = [renamed]
    batch.removedRules = ["all"]
    batch.removedChannels = ["phone"]
    batch.dispatcher = [7]
    var incident = Incident.began(at: .hour(0, 1))
    incident.id = 1
    incident.to = .hour(2)
    incident.isAcknowledged = true
    batch.incidents = [incident]
    var alert = Alert.waiting(at: .hour(1), incident: 1)
    alert.id = 1
    alert.state = .sent
    alert.nextTry = nil
    alert.error = nil
    batch.alerts = [alert]
    #expect(try store.commit(batch) == MonitorNumbers())
    let stored = try store.loadMonitoring()
    #expect(stored.monitors == [.door, renamed])
    #expect(stored.rules.isEmpty && stored.channels.isEmpty)
    #expect(stored.incidents.isEmpty && stored.waiting.isEmpty)
    // What a batch doesn't name stays.
    #expect(stored.dispatcher == [7] && stored.heartbeat == .hour(1) && stored.trackers.count == 2)
    #expect(stored.statusPage == [8])
    let incidents = try store.incidents(of: "router", from: .hour(2), to: .hour(3), limit: 9)
    #expect(incidents == [incident])
    #expect(try store.incidents(of: nil, from: .hour(2, 1), to: .hour(3), limit: 9).isEmpty)
    #expect(try store.alerts(in: .sent, before: nil, limit: 9) == [alert])
    #expect(try store.alerts(in: nil, before: 1, limit: 9).isEmpty)
  }

  @Test(arguments: [
    "monitor", "tracker", "monitor_number", "monitor_state", "incident", "monitor_event",
    "alert_rule", "alert_channel", "alert", "monitor_sample", "monitoring",
  ])
  func `is all of a batch, or nothing`(table: String) throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.queue.write { database in
      try database.execute(
        sql: """
          CREATE TRIGGER broken BEFORE INSERT ON \(table)
          BEGIN SELECT RAISE(ABORT, 'no room'); END
          """
      )
    }
    #expect(throws: StoreError.self) { try store.commit(.outage(at: .hour(1))) }
    #expect(store.state.failure != nil)
    for table in Self.tables { #expect(try Self.rows(store, of: table) == 0) }
    #expect(try store.loadMonitoring() == StoredMonitoring())
    try store.queue.write { try $0.execute(sql: "DROP TRIGGER broken") }
    // Nobody was told a number of the one that failed.
    #expect(try store.commit(.outage(at: .hour(1))).events == [1])
    #expect(store.state.failure == nil)
    #expect(try store.loadMonitoring().incidents.map(\.id) == [1])
  }

  @Test func `has numbers that are in order and never come again`() throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      var batch = MonitorBatch.outage(at: .hour(1))
      batch.newIncidents += [.began(at: .hour(2), of: "door")]
      batch.events = [
        .down(at: .hour(1), incident: -2), .down(at: .hour(1), incident: nil),
        .down(at: .hour(1), incident: -3), .down(at: .hour(1), incident: .min),
      ]
      let numbers = try store.commit(batch)
      #expect(numbers.incidents == [1, 2] && numbers.events == [1, 2, 3, 4])
      // Which the batch doesn't have, none are.
      let events = try store.monitorEvents(after: 0, limit: 9)
      #expect(events.map(\.incident) == [2, nil, nil, nil])
      #expect(try store.monitorEvents(after: 1, limit: 2).map(\.seq) == [2, 3])
      var gone = MonitorBatch()
      gone.removedMonitors = ["router", "door"]
      try store.commit(gone)
      while try store.maintainMonitoring(MonitorPolicy(), now: .hour(3)) {}
      try store.queue.write { try $0.execute(sql: "DELETE FROM alert") }
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    let numbers = try store.commit(.outage(at: .hour(4)))
    #expect(numbers.incidents == [3] && numbers.events == [5] && numbers.alerts == [2])
  }

  @Test func `is nothing of a removed monitor, also where another one has its id`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.commit(.outage(at: .hour(1)))
    while try store.maintainMonitoring(MonitorPolicy(), now: .hour(3)) {}
    var late = MonitorBatch()
    late.samples = ["router": [RoundTripSample(time: .hour(3), outcome: .answered(ms: 4))]]
    try store.commit(late)
    var gone = MonitorBatch()
    gone.removedMonitors = ["router"]
    gone.monitors = [.router]
    gone.states = [MonitorStateChange(monitor: "router", time: .hour(4), state: .unknown)]
    try store.commit(gone)
    for _ in 0..<2 {
      let stored = try store.loadMonitoring()
      #expect(stored.monitors == [.door, .router] && stored.trackers == ["door": []])
      #expect(stored.incidents.isEmpty)
      #expect(try store.monitorEvents(after: 0, limit: 9).isEmpty)
      for monitor in [nil, "router"] {
        let incidents = try store.incidents(
          of: monitor,
          from: always.from,
          to: always.to,
          limit: 9
        )
        #expect(incidents.isEmpty)
      }
      let states = try store.monitorStates(of: "router", from: always.from, to: always.to)
      #expect(states == gone.states)
      let points = try store.monitorSamples(
        of: "router",
        from: .hour(0),
        to: .hour(9),
        step: 3_600_000
      )
      #expect(points.isEmpty)
      // Then all of it has gone from the file, too.
      while try store.maintainMonitoring(MonitorPolicy(), now: .hour(4)) {}
    }
    let counts = try Self.tables.map { try Self.rows(store, of: $0) }
    #expect(counts == [2, 1, 2, 1, 0, 0, 1, 1, 1, 0, 0, 0])
  }

  @Test func `is nothing that a batch says of the monitor that it removes`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = MonitorBatch.outage(at: .hour(1))
    batch.monitors = []
    batch.removedMonitors = ["router", "door", "never there"]
    let numbers = try store.commit(batch)
    #expect(numbers.incidents == [1] && numbers.events == [1])
    let stored = try store.loadMonitoring()
    #expect(stored.trackers.isEmpty && stored.incidents.isEmpty)
    #expect(try store.monitorEvents(after: 0, limit: 9).isEmpty)
  }

  @Test func `goes in small steps`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    var batch = MonitorBatch()
    for id in ["a", "b"] {
      batch.states += (Int64(0)..<50).map {
        MonitorStateChange(monitor: id, time: .hour($0), state: .up)
      }
      batch.events += (Int64(0)..<50).map {
        MonitorEvent.down(at: .hour($0), of: id, incident: nil)
      }
    }
    try store.commit(batch)
    var gone = MonitorBatch()
    gone.removedMonitors = ["a", "b"]
    try store.commit(gone)
    var steps = 0
    var last = 200
    while try store.queue.write({ try MonitorNumber.step($0, mostRows: 15) }) {
      steps += 1
      let left = try Self.rows(store, of: "monitor_state") + Self.rows(store, of: "monitor_event")
      #expect(last - left <= 15)
      last = left
    }
    #expect(steps >= 12)
    for table in Self.tables { #expect(try Self.rows(store, of: table) == 0) }
  }

  @Test func `is left alone where a newer version wrote it`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.commit(.outage(at: .hour(1)))
    let json = #"{"telepathy":true}"#
    try store.queue.write { database in
      for table in ["monitor", "alert_rule", "alert_channel"] {
        try database.execute(sql: "INSERT INTO \(table) VALUES ('new', ?)", arguments: [json])
      }
      try database.execute(
        sql: "INSERT INTO alert VALUES (NULL, 'c', 'r', 1, 'waiting', 0, NULL, ?)",
        arguments: [json]
      )
      try database.execute(
        sql: "INSERT INTO incident VALUES (NULL, 1, 1, NULL, 99, ?)",
        arguments: [json]
      )
      for _ in 0..<3 {
        try database.execute(
          sql: "INSERT INTO monitor_event VALUES (NULL, 1, 1, ?)",
          arguments: [json]
        )
      }
      try database.execute(sql: "INSERT INTO monitor_state VALUES (1, 2, 99, 0)")
    }
    var later = MonitorBatch()
    later.events = [.down(at: .hour(2), incident: nil)]
    try store.commit(later)
    let stored = try store.loadMonitoring()
    #expect(stored.monitors == [.door, .router])
    #expect(stored.rules == [.usual] && stored.channels == [.phone])
    #expect(stored.incidents.map(\.id) == [1] && stored.waiting.map(\.id) == [1])
    // A reader that goes on from page to page finds what is behind them.
    #expect(try store.monitorEvents(after: 1, limit: 2).map(\.seq) == [5])
    #expect(try store.alerts(in: nil, before: nil, limit: 1).map(\.id) == [1])
    let kept = try ["monitor", "alert_rule", "alert_channel", "alert", "incident"].map {
      try Self.rows(store, of: $0)
    }
    #expect(kept == [3, 2, 2, 2, 2])
  }

  @Test func `is nothing in a file of an earlier version, until that is opened`() throws {
    try SQLiteInventoryStore(directory: folder.path).save([.phone])
    try DatabaseQueue(path: StoreDirectory.database(in: folder.path)).write { database in
      for table in Self.tables + ["monitoring"] {
        try database.execute(sql: "DROP TABLE \(table)")
      }
      try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '8 monitors'")
    }
    let memory = try MemoryMonitorStore(readingFrom: folder.path)
    #expect(try memory.loadMonitoring() == StoredMonitoring())
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try store.load() == [.phone])
    #expect(try store.loadMonitoring() == StoredMonitoring())
    #expect(try store.commit(.outage(at: .hour(1))).events == [1])
    #expect(try store.loadMonitoring().monitors == [.door, .router])
  }

  @Test func `of a thousand monitors is all there`() throws {
    let ids = (0..<1000).map { "m\($0)" }
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      var batch = MonitorBatch()
      batch.monitors = ids.map { Monitor(id: $0, name: $0, check: .icmp(host: "10.0.0.1")) }
      for id in ids { batch.trackers[id] = [UInt8](repeating: 7, count: 300) }
      batch.states = ids.map { MonitorStateChange(monitor: $0, time: .hour(1), state: .up) }
      try store.commit(batch)
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    let stored = try store.loadMonitoring()
    #expect(Set(stored.monitors.map(\.id)) == Set(ids))
    #expect(stored.trackers.count == ids.count)
  }
}
