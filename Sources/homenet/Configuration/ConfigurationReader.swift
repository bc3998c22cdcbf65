import Channels
import Discovery
import Model
import Monitoring

/// Reads a configuration file's text, and notes everything that is wrong with it.
struct ConfigurationReader {
  private let place: String
  private let lines: TOMLLines
  /// What the files before this one say.
  private let before: HomeConfiguration
  private var configuration = HomeConfiguration()
  private var problems: [ConfigurationProblem] = []

  /// As many problems as are told.
  private static let mostProblems = 50
  /// What stands at the top of a file.
  private static let sections = ["serve", "alerts", "mqtt", "monitor", "rule", "channel"]

  /// What the text says, and what is wrong with it; `place` names it in what is said, and `before` is what
  /// it adds to.
  static func read(
    _ text: String,
    in place: String,
    after before: HomeConfiguration = HomeConfiguration()
  ) -> (configuration: HomeConfiguration, problems: [ConfigurationProblem]) {
    do {
      let document = try TOMLDocument(text, in: place)
      var reader = ConfigurationReader(place: place, lines: document.lines, before: before)
      reader.read(document.root)
      return (reader.configuration, reader.problems)
    } catch {
      return (HomeConfiguration(), [error])
    }
  }

  private init(place: String, lines: TOMLLines, before: HomeConfiguration) {
    self.place = place
    self.lines = lines
    self.before = before
    configuration.files = [place]
  }

  private mutating func read(_ root: [String: FieldValue]) {
    refuseUnknown(root, known: Self.sections, at: ConfigurationPath())
    if let fields = table(root, "serve") { readServe(fields) }
    if let fields = table(root, "alerts") { readAlerts(fields) }
    if let fields = table(root, "mqtt") { readMQTT(fields) }
    for (id, fields, path) in declarations(root, "monitor") { readMonitor(id, fields, path) }
    for (id, fields, path) in declarations(root, "channel") { readChannel(id, fields, path) }
    for (id, fields, path) in declarations(root, "rule") { readRule(id, fields, path) }
    checkParents()
    problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    problems = Array(problems.prefix(Self.mostProblems))
  }

  // MARK: Problems

  private mutating func note(_ words: String, at path: ConfigurationPath) {
    problems.append(ConfigurationProblem(words, in: place, line: lines.line(of: path)))
  }

  private mutating func refuseUnknown(
    _ fields: [String: FieldValue],
    known: [String],
    at path: ConfigurationPath
  ) {
    for key in fields.keys.sorted() where !known.contains(key) {
      let name = path.appending(String(key.unicodeScalars.prefix(80))).description
      let advice =
        EditDistance.nearest(key, of: known).map { "did you mean \($0)?" }
        ?? "known are \(known.joined(separator: ", "))"
      note("there is no key \(name); \(advice)", at: path.appending(key))
    }
  }

  private mutating func table(
    _ root: [String: FieldValue],
    _ key: String
  ) -> [String: FieldValue]? {
    switch root[key] {
    case nil: return nil
    case .object(let fields): return fields
    default:
      note("\(key) has to be a table: [\(key)]", at: ConfigurationPath(keys: [key]))
      return nil
    }
  }

  // MARK: Serving

  private mutating func readServe(_ fields: [String: FieldValue]) {
    let path = ConfigurationPath(keys: ["serve"])
    refuseUnknown(fields, known: ServeKey.allCases.map(\.rawValue), at: path)
    for key in ServeKey.allCases {
      guard let field = fields[key.rawValue] else { continue }
      let path = path.appending(key.rawValue)
      if let value = value(field, of: key, at: path) {
        configuration.serve.set(key, value, from: place)
      }
    }
    if let conflict = configuration.serve.conflict {
      note("serve: \(conflict.words)", at: path.appending(conflict.key.rawValue))
    }
  }

  private mutating func value(
    _ field: FieldValue,
    of key: ServeKey,
    at path: ConfigurationPath
  ) -> ServeSettings.Value? {
    switch (key.form, field) {
    case (.flag, .flag(let flag)): return .flag(flag)
    case (.flag, _): note("\(path) has to be true or false", at: path)
    case (.text, .text(let text)):
      guard let problem = key.problem(of: text) else { return .text(text) }
      note("\(path): \(problem)", at: path)
    case (.text, _): note("\(path) has to be text", at: path)
    case (.texts, .text(let text)):
      guard let problem = key.problem(of: text) else { return .texts([text]) }
      note("\(path): \(problem)", at: path)
    case (.texts, .list(let values)): return texts(values, of: key, at: path)
    case (.texts, _): note("\(path) has to be a list of texts", at: path)
    case (.duration, .text(let text)):
      if let every = ServeSettings.every(DurationText.milliseconds(text)) {
        return .duration(every)
      }
      note("\(path): \(ServeSettings.everyWords)", at: path)
    case (.duration, .number(let seconds)):
      if let every = ServeSettings.every(seconds * 1000) { return .duration(every) }
      note("\(path): \(ServeSettings.everyWords)", at: path)
    case (.duration, _): note("\(path): \(ServeSettings.everyWords)", at: path)
    }
    return nil
  }

  private mutating func texts(
    _ values: [FieldValue],
    of key: ServeKey,
    at path: ConfigurationPath
  ) -> ServeSettings.Value? {
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      let path = path.appending(index)
      guard case .text(let text) = value else {
        note("\(path) has to be text", at: path)
        return nil
      }
      if let problem = key.problem(of: text) {
        note("\(path): \(problem)", at: path)
        return nil
      }
      texts.append(text)
    }
    return .texts(texts)
  }

  // MARK: Alerts

  private mutating func readAlerts(_ fields: [String: FieldValue]) {
    let path = ConfigurationPath(keys: ["alerts"])
    refuseUnknown(fields, known: ["page_url", "allow_exec"], at: path)
    switch fields["page_url"] {
    case nil: break
    case .text(let url) where Self.isPage(url): configuration.alerts.pageURL = url
    default:
      note(
        "alerts.page_url has to be the page's address, such as http://homenet.lan:8480/",
        at: path.appending("page_url")
      )
    }
    switch fields["allow_exec"] {
    case nil: break
    case .flag(let allows): configuration.alerts.allowsExec = allows
    default: note("alerts.allow_exec has to be true or false", at: path.appending("allow_exec"))
    }
  }

  // MARK: MQTT

  private mutating func readMQTT(_ fields: [String: FieldValue]) {
    let path = ConfigurationPath(keys: ["mqtt"])
    refuseUnknown(fields, known: MQTTOptions.settings.map(\.name), at: path)
    var fields = fields
    var password: SecretReference?
    if let value = fields.removeValue(forKey: "password") {
      guard let references = readSecrets(.object(["password": value]), path) else { return }
      password = references["password"]
    }
    do throws(MonitoringError) {
      let secrets = password == nil ? [:] : ["password": "credential:x"]
      configuration.mqtt = try MQTTOptions(.object(fields), secrets: secrets)
      configuration.mqttPassword = password
    } catch {
      note(error, at: path)
    }
  }

  private static func isPage(_ url: String) -> Bool {
    (url.hasPrefix("http://") || url.hasPrefix("https://")) && url.utf8.count <= 500
      && url.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !url.hasSuffix("://")
  }

  // MARK: Monitors, channels, rules

  /// The tables of a kind with their ids: `[monitor.ID]`, or `[[monitor]]` with a key `id`.
  private mutating func declarations(
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

  private mutating func isID(_ id: String, _ kind: String, at path: ConfigurationPath) -> Bool {
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

  private mutating func readMonitor(
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

  private mutating func readRule(
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

  private mutating func readChannel(
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
  private mutating func readSecrets(
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

  private mutating func decoded<Value: Decodable>(
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

  private mutating func note(_ error: MonitoringError, at path: ConfigurationPath) {
    let (key, message) = error.keyAndMessage
    note("\(path): \(message.text)", at: path.appending(ConfigurationPath(parsing: key)))
  }

  // MARK: Across all of them

  private var monitorPaths: [String: ConfigurationPath] = [:]
  /// What is wrong by itself: that others don't find it is no news.
  private var refusedMonitors: Set<String> = []
  private var refusedChannels: Set<String> = []

  private mutating func checkParents() {
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
