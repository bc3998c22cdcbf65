import Model

/// A rule in JSON and in the configuration file: only `name` and `channels` have to be given.
extension AlertRule: Codable {
  /// Reads a rule; what isn't given is as usual.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for what is missing, unknown or of another form.
  public init(from decoder: any Decoder) throws { try self.init(try FieldReader(decoder)) }

  init(_ json: FieldReader) throws(MonitoringError) {
    try json.allow(Self.keys)
    let id = try json.text("id") ?? ""
    let name = try json.trimmed("name") ?? (id.isEmpty ? nil : id)
    let events: [AlertKind]? = try json.choices("events", of: AlertKind.self)
    self.init(
      id: id,
      name: try json.required("name", name),
      events: events.map { Set($0) } ?? AlertKind.usual,
      channels: try json.required("channels", try json.texts("channels"))
    )
    if let devices = try json.texts("devices") { self.devices = Set(devices) }
    if let monitors = try json.texts("monitors") { self.monitors = Set(monitors) }
    if let hours = try json.object("hours") { self.hours = try LocalHours(hours) }
    if let quiet = try json.object("quiet_hours") { quietHours = try LocalHours(quiet) }
    if let wait = try json.duration("group_wait_s") { groupWait = wait }
    repeatEvery = try json.duration("repeat_s")
    if let isOn = try json.flag("on") { self.isOn = isOn }
    if let source = try json.choice("source", of: Monitor.Source.self) { self.source = source }
  }

  /// The keys, in the order in which they are told.
  package static let keys = [
    "id", "name", "events", "devices", "monitors", "channels", "hours", "quiet_hours",
    "group_wait_s", "repeat_s", "on", "source",
  ]

  /// Writes all keys; sets in a fixed order.
  public func encode(to encoder: any Encoder) throws {
    try FieldValue.object(fields).encode(to: encoder)
  }

  /// The values by their keys.
  var fields: [String: FieldValue] {
    [
      "id": .text(id),
      "name": .text(name),
      "events": .texts(AlertKind.allCases.filter(events.contains).map(\.rawValue)),
      "devices": devices.map { FieldValue.texts($0.sorted()) } ?? .null,
      "monitors": monitors.map { FieldValue.texts($0.sorted()) } ?? .null,
      "channels": .texts(channels),
      "hours": hours?.field ?? .null,
      "quiet_hours": quietHours?.field ?? .null,
      "group_wait_s": .seconds(groupWait),
      "repeat_s": repeatEvery.map(FieldValue.seconds) ?? .null,
      "on": .flag(isOn),
      "source": .text(source.rawValue),
    ]
  }
}

/// Changes of a rule: a JSON merge patch (RFC 7396) of its object.
public struct AlertRulePatch: Decodable, Hashable, Sendable {
  private let changes: FieldValue

  /// Reads any object; what is wrong with it turns out when it is applied.
  public init(from decoder: any Decoder) throws {
    changes = try FieldValue(from: decoder)
    _ = try FieldReader(changes)
  }

  /// The rule with the changes; its id and who wants it stay.
  public func applied(to rule: AlertRule) throws(MonitoringError) -> AlertRule {
    try FieldReader(changes).requireFixed(id: rule.id, source: rule.source)
    var patched = try AlertRule(
      FieldReader(FieldValue.object(rule.fields).patched(by: changes))
    )
    patched.id = rule.id
    patched.source = rule.source
    return patched
  }
}
