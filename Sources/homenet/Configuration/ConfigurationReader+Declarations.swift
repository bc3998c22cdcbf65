import Channels
import Discovery
import Model
import Monitoring

extension ConfigurationReader {
  // MARK: Monitors, channels, rules

  /// The tables of a kind with their ids: `[monitor.ID]`, or `[[monitor]]` with a key `id`.
  mutating func declarations(
    _ root: [String: FieldValue],
    _ kind: String
  ) -> [(id: String, fields: [String: FieldValue], path: ConfigurationPath)] {
    let path = ConfigurationPath(keys: [kind])
    var found: [(id: String, fields: [String: FieldValue], path: ConfigurationPath)] = []
    switch root[kind] {
    case nil: break
    case .object(let tables):
      for id in tables.keys.sorted() {
        let path = path.appending(id)
        guard case .object(let fields)? = tables[id] else {
          note("\(path) has to be a table: [\(kind).ID]", at: path)
          continue
        }
        if let given = fields["id"], given != .text(id) {
          note("\(path): its id is \(id), by the name of its table", at: path.appending("id"))
          continue
        }
        found.append((id, fields, path))
      }
    case .list(let tables):
      var ids: Set<String> = []
      for (index, value) in tables.enumerated() {
        let path = path.appending(index)
        guard case .object(let fields) = value else {
          note("\(path) has to be a table: [[\(kind)]]", at: path)
          continue
        }
        guard case .text(let id)? = fields["id"] else {
          note("a [[\(kind)]] needs an id; or begin it with [\(kind).ID]", at: path)
          continue
        }
        guard ids.insert(id).inserted else {
          note("there is a \(kind) \(id) already", at: path.appending("id"))
          continue
        }
        found.append((id, fields, path))
      }
    default: note("\(kind) has to be a table: [\(kind).ID]", at: path)
    }
    return found.filter { isID($0.id, kind, at: $0.path) }
  }

  mutating func isID(_ id: String, _ kind: String, at path: ConfigurationPath) -> Bool {
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_.".utf8.contains(byte)
      }
    }
    if isPlain, (1...64).contains(id.utf8.count) { return true }
    note(
      "the id of a \(kind) is 1 to 64 letters of ASCII, digits, hyphens, dots and underscores",
      at: path
    )
    return false
  }

  mutating func readMonitor(
    _ id: String,
    _ fields: [String: FieldValue],
    _ path: ConfigurationPath
  ) {
    refusedMonitors.insert(id)
    guard var monitor = decoded(Monitor.self, id, fields, path) else { return }
    monitor.source = .file
    if let problem = monitor.problem() { return note(problem, at: path) }
    refusedMonitors.remove(id)
    configuration.declared.monitors.append(monitor)
    configuration.origins["monitor.\(id)"] = place
    monitorPaths[id] = path
  }

  mutating func readRule(
    _ id: String,
    _ fields: [String: FieldValue],
    _ path: ConfigurationPath
  ) {
    guard var rule = decoded(AlertRule.self, id, fields, path) else { return }
    rule.source = .file
    // Where a channel is wrong, that its rule doesn't know it is no news.
    let channels = (before.declared.channels + configuration.declared.channels).map(\.id)
    let known = Set(channels).union(refusedChannels).map {
      AlertChannel(id: $0, name: $0, service: "x", settings: [:])
    }
    if let problem = rule.problem(channels: known) { return note(problem, at: path) }
    configuration.declared.rules.append(rule)
    configuration.origins["rule.\(id)"] = place
  }

  mutating func readChannel(
    _ id: String,
    _ fields: [String: FieldValue],
    _ path: ConfigurationPath
  ) {
    refusedChannels.insert(id)
    var fields = fields
    let secrets = readSecrets(fields.removeValue(forKey: "secrets"), path.appending("secrets"))
    guard var channel = decoded(AlertChannel.self, id, fields, path), let secrets else { return }
    channel.source = .file
    // What the secrets are is seen when one is needed: here it counts which there are.
    let problem =
      channel.problem()
      ?? ChannelService.problem(
        of: channel,
        secrets: secrets.mapValues { _ in "credential:x" },
        allowsPrograms: configuration.alerts.allowsExec ?? before.alerts.allowsExec ?? false
      )
    if let problem { return note(problem, at: path) }
    refusedChannels.remove(id)
    configuration.declared.channels.append(channel)
    configuration.origins["channel.\(id)"] = place
    configuration.secrets[id] = secrets
  }

  /// `secrets = { token = "file:/path" }`; `nil` where something is wrong.
  mutating func readSecrets(
    _ value: FieldValue?,
    _ path: ConfigurationPath
  ) -> [String: SecretReference]? {
    guard let value else { return [:] }
    guard case .object(let fields) = value else {
      note("\(path) has to be a table such as { token = \"file:/path\" }", at: path)
      return nil
    }
    var references: [String: SecretReference] = [:]
    for name in fields.keys.sorted() {
      guard case .text(let text)? = fields[name], let reference = SecretReference(text) else {
        // The value itself is not repeated: it may be a secret.
        note(
          "\(path.appending(name)): no secret belongs in this file; name where it is, by"
            + " \"file:/path\" (a file of mode 0600) or \"credential:NAME\" (of systemd)",
          at: path.appending(name)
        )
        return nil
      }
      references[name] = reference
    }
    return references
  }

  mutating func decoded<Value: Decodable>(
    _ type: Value.Type,
    _ id: String,
    _ fields: [String: FieldValue],
    _ path: ConfigurationPath
  ) -> Value? {
    guard fields["source"] == nil else {
      note("there is no key \(path.appending("source"))", at: path.appending("source"))
      return nil
    }
    var fields = fields
    fields["id"] = .text(id)
    do {
      return try JSONText.decode(type, from: try JSONText.encode(FieldValue.object(fields)))
    } catch let error as MonitoringError {
      note(error, at: path)
    } catch {
      note("\(path): \(error)", at: path)
    }
    return nil
  }

  mutating func note(_ error: MonitoringError, at path: ConfigurationPath) {
    let (key, message) = error.keyAndMessage
    note("\(path): \(message.text)", at: path.appending(ConfigurationPath(parsing: key)))
  }

  mutating func checkParents() {
    let own = configuration.declared.monitors
    let ids = Set(own.map(\.id))
    let all = before.declared.monitors.filter { !ids.contains($0.id) } + own
    guard all.count <= Monitor.most else {
      return note(
        "there are \(all.count) monitors; at most \(Monitor.most) can be",
        at: ConfigurationPath(keys: ["monitor"])
      )
    }
    let known = Set(all.map(\.id)).union(refusedMonitors)
    for monitor in own {
      guard let unknown = monitor.parents.firstIndex(where: { !known.contains($0) }) else {
        continue
      }
      let path = (monitorPaths[monitor.id] ?? ConfigurationPath()).appending("parents")
      note(
        "\(path): no file declares a monitor \(monitor.parents[unknown])",
        at: path.appending(unknown)
      )
    }
    guard let circle = all.parentCycle, let first = circle.first(where: { ids.contains($0.id) })
    else { return }
    let path = (monitorPaths[first.id] ?? ConfigurationPath()).appending("parents")
    let names = circle.prefix(10).map(\.id).joined(separator: " → ")
    note("\(path): monitors may not depend on each other in a circle: \(names)", at: path)
  }
}

extension MonitoringError {
  /// The key that it is about, empty where it is about none, and the sentence.
  fileprivate var keyAndMessage: (key: String, message: Message) {
    switch self {
    case .unacceptable(let key, let message): (key, message)
    case .notFound(let message), .locked(let message), .impossible(let message),
      .notStored(let message):
      ("", message)
    }
  }
}
