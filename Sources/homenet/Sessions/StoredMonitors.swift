import Discovery
import Home
import Model
import Monitoring
import Networking
import Storage

/// Monitors and alerts as they are stored, for commands while no server runs.
///
/// All changes are the ``MonitorMachine``'s, as they are when a server makes them.
struct StoredMonitors: Sendable {
  let directory: String
  /// What the configuration files declare.
  let declared: DeclaredMonitoring

  private let clock = SystemMonitorClock()

  init(directory: String, declared: DeclaredMonitoring) {
    self.directory = directory
    self.declared = declared
  }

  // MARK: Reading

  /// Every monitor, the worst state first: unknown, since nothing checks them.
  func monitors() throws(Failure) -> [MonitorSnapshot] {
    var snapshots = try machine().snapshots
    let now = clock.now().wall
    let from = Timestamp(milliseconds: now.milliseconds - Self.day)
    let ids = snapshots.map(\.id)
    let states = try storing { () throws(StoreError) in
      try SQLiteInventoryStore.readMonitorStates(directory, of: ids, from: from, to: now)
    }
    for index in snapshots.indices {
      let known = states[snapshots[index].id] ?? []
      snapshots[index].uptime = ["24h": MonitorTracker.uptime(of: known, from: from, to: now)]
    }
    return snapshots
  }

  private static let day: Int64 = 86_400_000

  /// The rules, in order of name.
  func rules() throws(Failure) -> [AlertRule] {
    let ids = Set(declared.rules.map(\.id))
    let all = try stored().rules.filter { !ids.contains($0.id) } + declared.rules
    return all.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The channels, in order of name.
  func channels() throws(Failure) -> [AlertChannel] {
    let ids = Set(declared.channels.map(\.id))
    let all = try stored().channels.filter { !ids.contains($0.id) } + declared.channels
    return all.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Alerts, the newest first.
  func alerts(in state: Alert.State?, limit: Int) throws(Failure) -> [Alert] {
    try storing { () throws(StoreError) in
      try SQLiteInventoryStore.readAlerts(directory, in: state, limit: limit)
    }
  }

  /// What is muted.
  func mutes() throws(Failure) -> [Mute] { try machine().mutes }

  private func stored() throws(Failure) -> StoredMonitoring {
    try storing { () throws(StoreError) in try SQLiteInventoryStore.readMonitoring(directory) }
  }

  private func machine() throws(Failure) -> MonitorMachine { machine(of: try stored()) }

  private func machine(of stored: StoredMonitoring) -> MonitorMachine {
    var settings = MonitorMachine.Settings()
    settings.matchesDeclaredChannels = false
    return MonitorMachine(
      stored,
      declared: declared,
      local: Monitoring.LocalTime { Int(LocalTime.offset(at: $0)) },
      settings: settings,
      seed: UInt64.random(in: .min ... .max),
      at: clock.now()
    )
  }

  // MARK: Changing

  /// Adds a monitor; its id is made here where it is empty.
  func add(_ monitor: Monitor) throws(Failure) -> MonitorSnapshot {
    try edit {
      (machine: inout MonitorMachine, now: MonitorMoment) throws(Failure) -> MonitorSnapshot in
      var monitor = monitor
      let all = machine.snapshots.map(\.monitor)
      if monitor.id.isEmpty {
        monitor.id = Self.newID(beside: Set(all.map(\.id)))
      } else if all.contains(where: { $0.id == monitor.id }) {
        throw Failure("there is a monitor \(monitor.id) already", .usage)
      }
      guard all.count < Monitor.most else {
        throw Failure("there are \(Monitor.most) monitors, which is as many as can be", .usage)
      }
      if let problem = monitor.problem() ?? (all + [monitor]).parentProblem {
        throw Failure(problem)
      }
      machine.set(monitor, at: now)
      return machine.snapshot(of: monitor.id) ?? MonitorSnapshot(monitor: monitor)
    }
  }

  /// Removes a monitor with its past.
  func remove(_ id: String) throws(Failure) {
    try edit { (machine: inout MonitorMachine, now: MonitorMoment) throws(Failure) -> Void in
      _ = try Self.changeable(id, in: machine)
      machine.remove(monitor: id, at: now)
    }
  }

  /// Pauses a monitor, or resumes it.
  func setPaused(_ isPaused: Bool, of id: String) throws(Failure) -> MonitorSnapshot {
    try edit {
      (machine: inout MonitorMachine, now: MonitorMoment) throws(Failure) -> MonitorSnapshot in
      let before = try Self.changeable(id, in: machine)
      machine.setPaused(isPaused, of: id, at: now)
      return machine.snapshot(of: id) ?? before
    }
  }

  /// Mutes a subject, or unmutes it where `until` is `nil`; returns what is muted.
  func mute(_ subject: Mute.Subject, until: Timestamp?) throws(Failure) -> [Mute] {
    try edit { (machine: inout MonitorMachine, _: MonitorMoment) throws(Failure) -> [Mute] in
      machine.mute(subject, until: until)
      return machine.mutes
    }
  }

  /// Notes that the user knows of an incident that lasts.
  func acknowledge(_ number: Int64) throws(Failure) -> Incident {
    try edit { (machine: inout MonitorMachine, _: MonitorMoment) throws(Failure) -> Incident in
      guard let incident = machine.acknowledge(number) else {
        throw Failure("there is no incident \(number) that lasts", .usage)
      }
      return incident
    }
  }

  private static func changeable(
    _ id: String,
    in machine: MonitorMachine
  ) throws(Failure) -> MonitorSnapshot {
    guard let snapshot = machine.snapshot(of: id) else {
      throw Failure("there is no monitor \(id)", .usage)
    }
    guard snapshot.monitor.source != .file else {
      throw Failure(
        "\(snapshot.monitor.name) is declared in the configuration file, and can only be changed there",
        .usage
      )
    }
    return snapshot
  }

  /// Opens the store as a server would, lets the machine change, and stores what it gives.
  private func edit<Value>(
    _ change: (inout MonitorMachine, MonitorMoment) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let store = try storing { () throws(StoreError) in
      try SQLiteInventoryStore(directory: directory)
    }
    defer { store.close() }
    let stored = try storing { () throws(StoreError) in try store.loadMonitoring() }
    var changed = machine(of: stored)
    let now = clock.now()
    let value = try change(&changed, now)
    for batch in changed.finish(at: now) {
      _ = try storing { () throws(StoreError) in try store.commit(batch) }
    }
    return value
  }

  private func storing<Value>(_ body: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(Backups.offer(for: error, in: directory).message, .unable)
    }
  }

  /// Eight characters, none of which look like others.
  private static func newID(beside taken: Set<String>) -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    while true {
      let id = String((0..<8).map { _ in letters[Int.random(in: letters.indices)] })
      if !taken.contains(id) { return id }
    }
  }
}

extension Failure {
  /// What is wrong with what the user asked for; `unable` where it could not be kept.
  init(_ error: MonitoringError) {
    switch error {
    case .unacceptable(_, let message), .notFound(let message), .locked(let message),
      .impossible(let message):
      self.init(message, .usage)
    case .notStored(let message): self.init(message, .unable)
    }
  }
}
