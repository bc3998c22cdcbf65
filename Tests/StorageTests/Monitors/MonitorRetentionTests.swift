import GRDB
import Home
import Model
import Monitoring
import Testing
@testable import Storage

@Suite struct `What is too old of monitors` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static func day(_ number: Int64) -> Timestamp { .hour(24 * number) }

  /// A hundred days of one monitor: a state, an incident of an hour, an event and an alert a day.
  private static var batch: MonitorBatch {
    var batch = MonitorBatch()
    for number in Int64(0)..<100 {
      let time = day(number)
      batch.states.append(
        MonitorStateChange(
          monitor: "router",
          time: time,
          state: number.isMultiple(of: 2) ? .down : .up
        )
      )
      var incident = Incident.began(at: time)
      incident.to = .hour(24 * number + 1)
      batch.newIncidents.append(incident)
      batch.events.append(.down(at: time, incident: -1 - number))
      batch.newAlerts.append(
        .waiting(at: time, state: number.isMultiple(of: 2) ? .sent : .givenUp)
      )
    }
    // These are not over.
    batch.newIncidents.append(.began(at: day(0)))
    batch.newAlerts += [.waiting(at: day(0)), .waiting(at: day(0), state: .held)]
    // And one whose only state was long ago.
    batch.states.append(MonitorStateChange(monitor: "door", time: day(1), state: .paused))
    return batch
  }

  private static func policy(days: Int) -> MonitorPolicy {
    var policy = MonitorPolicy()
    policy.eventDays = days
    return policy
  }

  private static func counts(_ store: some MonitorStore) throws -> [Int] {
    let (from, to) = (Timestamp.never, day(100_000))
    return [
      try store.monitorStates(of: "router", from: from, to: to).count,
      try store.monitorStates(of: "door", from: from, to: to).count,
      try store.incidents(of: nil, from: from, to: to, limit: 1000).count,
      try store.monitorEvents(after: 0, limit: 1000).count,
      try store.alerts(in: nil, before: nil, limit: 1000).count,
    ]
  }

  @Test(arguments: [false, true])
  func `goes, and what lasts or still holds stays`(isInMemory: Bool) throws {
    let store: any MonitorStore
    if isInMemory {
      store = MemoryMonitorStore()
    } else {
      store = try SQLiteInventoryStore(directory: folder.path)
    }
    try store.commit(Self.batch)
    #expect(try Self.counts(store) == [100, 1, 101, 100, 102])
    while try store.maintainMonitoring(Self.policy(days: 50), now: Self.day(100)) {}
    // Days 50 to 99, of alerts the two that wait.
    #expect(try Self.counts(store) == [50, 1, 51, 50, 52])
    let states = try store.monitorStates(of: "door", from: Self.day(90), to: Self.day(91))
    #expect(states.map(\.state) == [.paused])
    let stored = try store.loadMonitoring()
    #expect(stored.incidents.map(\.id) == [101] && stored.waiting.map(\.id) == [101, 102])
  }

  @Test func `is looked for once an hour, and a step drops few rows`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    let policy = Self.policy(days: 50)
    while try store.maintainMonitoring(policy, now: Self.day(100)) {}
    try store.commit(Self.batch)
    while try store.maintainMonitoring(policy, now: .hour(24 * 100, 60_000)) {}
    #expect(try Self.counts(store)[0] == 100)
    let retention = MonitorRetention(policy: policy, now: Self.day(100))
    var steps = 0
    while true {
      let count = try store.queue.write { try retention.step($0, mostRows: 9) }
      guard count > 0 else { break }
      #expect(count <= 9)
      steps += 1
    }
    // Fifty each of states, incidents, events and alerts.
    #expect(steps == 4 * 6)
  }

  @Test func `is hardly anything by a clock that is years ahead`() throws {
    func days(_ store: SQLiteInventoryStore, _ times: some Sequence<Timestamp>) throws -> Int {
      for time in times {
        while try store.maintainMonitoring(Self.policy(days: 50), now: time) {}
      }
      return try store.monitorEvents(after: 0, limit: 1000).count
    }
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.commit(Self.batch)
      #expect(try days(store, [Self.day(100)]) == 50)
    }
    let ahead = 24 * Int64(3750)
    do {
      // A day and a half that runs is three days of the past.
      let store = try SQLiteInventoryStore(directory: folder.path)
      let minutes = (Int64(0)...2160).map { Timestamp.hour(ahead, $0 * 60_000) }
      #expect(try days(store, minutes) == 47)
    }
    // What was trusted is kept over starts.
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try days(store, [Timestamp.hour(ahead)]) == 47)
    #expect(try days(store, [Self.day(120)]) == 30)
  }
}
