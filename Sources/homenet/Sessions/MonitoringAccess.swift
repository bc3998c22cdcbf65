import Discovery
import LinuxNetwork
import Model
import Monitoring

/// Monitors and alerts for commands, as the API has them: a running server's, or what is stored where none
/// runs.
enum MonitoringAccess {
  case server(ServerConnection)
  case store(StoredMonitors)

  /// What serves, or is stored in, that directory.
  init(directory: String) throws(Failure) {
    if let server = try ServerConnection(directory: directory) {
      self = .server(server)
    } else {
      let declared = try ConfigurationFiles().load().declared
      self = .store(StoredMonitors(directory: directory, declared: declared))
    }
  }

  var isServed: Bool { if case .server = self { true } else { false } }

  var directory: String {
    switch self {
    case .server(let server): server.directory
    case .store(let store): store.directory
    }
  }

  /// The server, for what takes one.
  func server() throws(Failure) -> ServerConnection {
    switch self {
    case .server(let server): return server
    case .store(let store):
      throw Failure(
        "homenet serve is not running with data in \(store.directory); start it, or give --data",
        .unable
      )
    }
  }

  // MARK: Monitors

  /// Every monitor, the worst state first.
  func monitors() throws(Failure) -> [FieldValue] {
    switch self {
    case .server(let server):
      try ServedMonitors.all { (resource) throws(Failure) in try server.send("GET", resource) }
    case .store(let store): try Self.fields(store.monitors()).elements
    }
  }

  /// The only monitor that has that id or name.
  func monitor(_ name: String) throws(Failure) -> FieldValue {
    try Self.only(name, of: try monitors(), "monitor")
  }

  /// Adds a monitor.
  func add(_ monitor: FieldValue) throws(Failure) -> FieldValue {
    switch self {
    case .server(let server): return try server.send("POST", "monitors", monitor)
    case .store(let store):
      let decoded = try Self.decoded(Monitor.self, monitor)
      return Self.fields(try store.add(decoded))
    }
  }

  /// Removes a monitor with its past.
  func removeMonitor(_ id: String) throws(Failure) {
    switch self {
    case .server(let server): _ = try server.send("DELETE", "monitors/\(id.asPathPart)")
    case .store(let store): try store.remove(id)
    }
  }

  /// Pauses a monitor, or resumes it.
  func setPaused(_ isPaused: Bool, of id: String) throws(Failure) -> FieldValue {
    switch self {
    case .server(let server):
      try server.send("POST", "monitors/\(id.asPathPart)/\(isPaused ? "pause" : "resume")")
    case .store(let store): Self.fields(try store.setPaused(isPaused, of: id))
    }
  }

  // MARK: Alerts

  /// The channels, in order of name.
  func channels() throws(Failure) -> [FieldValue] {
    switch self {
    case .server(let server): try server.send("GET", "channels")["channels"]?.elements ?? []
    case .store(let store): Self.fields(try store.channels()).elements
    }
  }

  /// The only channel that has that id or name.
  func channel(_ name: String) throws(Failure) -> FieldValue {
    try Self.only(name, of: try channels(), "channel")
  }

  /// The rules, in order of name.
  func rules() throws(Failure) -> [FieldValue] {
    switch self {
    case .server(let server): try server.send("GET", "rules")["rules"]?.elements ?? []
    case .store(let store): Self.fields(try store.rules()).elements
    }
  }

  /// Alerts, the newest first; in one state, or in all.
  func alerts(in state: Alert.State?, limit: Int) throws(Failure) -> [FieldValue] {
    switch self {
    case .server(let server):
      let filter = state.map { "&state=\($0.rawValue)" } ?? ""
      return try server.send("GET", "alerts?limit=\(limit)\(filter)")["alerts"]?.elements ?? []
    case .store(let store):
      return Self.fields(try store.alerts(in: state, limit: limit)).elements
    }
  }

  /// Mutes a subject for so many milliseconds, for ever where it is `nil`; returns what is muted.
  func mute(_ subject: Mute.Subject, milliseconds: Int64?) throws(Failure) -> [FieldValue] {
    switch self {
    case .server(let server):
      return try Self.mute(subject, .text(milliseconds.map { "\($0)ms" } ?? "ever"), at: server)
    case .store(let store):
      let until = milliseconds.map { Timestamp.now.milliseconds + $0 } ?? .max
      let mutes = try store.mute(subject, until: Timestamp(milliseconds: until))
      return Self.fields(mutes).elements
    }
  }

  /// Ends a mute; returns what is muted.
  func unmute(_ subject: Mute.Subject) throws(Failure) -> [FieldValue] {
    switch self {
    case .server(let server): try Self.mute(subject, .null, at: server)
    case .store(let store): Self.fields(try store.mute(subject, until: nil)).elements
    }
  }

  private static func mute(
    _ subject: Mute.Subject,
    _ length: FieldValue,
    at server: ServerConnection
  ) throws(Failure) -> [FieldValue] {
    var body: [String: FieldValue] = ["for": length]
    switch subject {
    case .monitor(let id): body["monitor"] = .text(id)
    case .device(let id): body["device"] = .text(id)
    case .everything: body["all"] = .flag(true)
    }
    return try server.send("POST", "alerts/mute", .object(body))["mutes"]?.elements ?? []
  }

  /// Notes that the user knows of an incident.
  func acknowledge(_ number: Int64) throws(Failure) -> FieldValue {
    switch self {
    case .server(let server): try server.send("POST", "incidents/\(number)/acknowledge")
    case .store(let store): Self.fields(try store.acknowledge(number))
    }
  }

  // MARK: Values

  /// The only one of those that has that id, or else that name.
  private static func only(
    _ name: String,
    of all: [FieldValue],
    _ kind: String
  ) throws(Failure) -> FieldValue {
    if let found = all.first(where: { $0["id"]?.string == name }) { return found }
    let named = all.filter { $0["name"]?.string?.lowercased() == name.lowercased() }
    guard let found = named.first else {
      throw Failure("there is no \(kind) '\(name)'; 'homenet \(kind) list' lists them", .usage)
    }
    guard named.count == 1 else {
      let ids = named.compactMap { $0["id"]?.string }.joined(separator: ", ")
      throw Failure("'\(name)' can be several: name one by its id (\(ids))", .usage)
    }
    return found
  }

  /// The values as the API shows them.
  private static func fields(_ value: some Encodable) -> FieldValue {
    // What is encoded here always can be.
    (try? JSONText.decode(FieldValue.self, from: JSONText.encode(value))) ?? .null
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type,
    _ value: FieldValue
  ) throws(Failure) -> Value {
    do {
      return try JSONText.decode(type, from: try JSONText.encode(value))
    } catch let error as MonitoringError {
      throw Failure(error)
    } catch {
      throw Failure("\(error)", .usage)
    }
  }
}
