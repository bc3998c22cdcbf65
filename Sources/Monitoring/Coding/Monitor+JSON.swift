import Model

/// A monitor in JSON and in the configuration file: only `kind` and `target` have to be given.
extension Monitor: Codable {
  /// Reads a monitor; what isn't given is as usual.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for what is missing, unknown or of another form.
  public init(from decoder: any Decoder) throws {
    try self.init(try FieldReader(decoder))
  }

  init(_ json: FieldReader) throws(MonitoringError) {
    try json.allow(Self.keys)
    let kind = try json.required("kind", try json.choice("kind", of: MonitorCheck.Kind.self))
    var target: String?
    if kind == .internet {
      target = (try json.texts("target") ?? []).joined(separator: ",")
    } else {
      target = try json.trimmed("target")
    }
    let check = try MonitorCheck(
      kind: kind,
      target: try json.required("target", target),
      options: try json.object("options")?.all ?? [:]
    )
    let id = try json.text("id") ?? ""
    self.init(id: id, name: try json.trimmed("name") ?? Self.usualName(check), check: check)
    conditions = try Self.conditions(json)
    if let interval = try json.duration("interval_s") {
      self.interval = interval
      // A check has to be over before the next one.
      timeout = min(timeout, interval / 2)
    }
    if let timeout = try json.duration("timeout_s") { self.timeout = timeout }
    if let quorum = try Quorum(json, "down_after") { downAfter = quorum }
    if let quorum = try Quorum(json, "up_after") { upAfter = quorum }
    if let limits = try json.object("degraded") { degraded = try DegradedLimits(limits) }
    parents = try json.texts("parents") ?? []
    for window in try json.objects("maintenance") ?? [] {
      maintenance.append(try MaintenanceWindow(window))
    }
    if let isPaused = try json.flag("paused") { self.isPaused = isPaused }
    if let source = try json.choice("source", of: Source.self) { self.source = source }
  }

  private static func usualName(_ check: MonitorCheck) -> String {
    var subject = check.target
    if case .http(let check) = check { subject = check.shownURL }
    if subject.isEmpty { subject = check.kind.rawValue }
    return String(subject.unicodeScalars.prefix(longestName))
  }

  private static func conditions(_ json: FieldReader) throws(MonitoringError) -> [Condition] {
    var conditions: [Condition] = []
    for (index, text) in (try json.texts("conditions") ?? []).enumerated() {
      do throws(ConditionError) {
        conditions.append(try Condition(text))
      } catch {
        throw json.wrong(
          "conditions[\(index)]",
          .monitorCondition,
          ["place": .count(error.position + 1), "problem": .message(error.message)]
        )
      }
    }
    return conditions
  }

  /// The keys, in the order in which they are told.
  package static let keys = [
    "id", "name", "kind", "target", "options", "conditions", "interval_s", "timeout_s",
    "down_after", "up_after", "degraded", "parents", "maintenance", "paused", "source",
  ]

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    try FieldValue.object(fields).encode(to: encoder)
  }

  /// The values by their keys.
  var fields: [String: FieldValue] {
    [
      "id": .text(id),
      "name": .text(name),
      "kind": .text(check.kind.rawValue),
      "target": .text(check.target),
      "options": .object(check.options),
      "conditions": .texts(conditions.map(\.text)),
      "interval_s": .seconds(interval),
      "timeout_s": .seconds(timeout),
      "down_after": downAfter.field,
      "up_after": upAfter.field,
      "degraded": degraded.field,
      "parents": .texts(parents),
      "maintenance": .list(maintenance.map(\.field)),
      "paused": .flag(isPaused),
      "source": .text(source.rawValue),
    ]
  }
}

/// Changes of a monitor: a JSON merge patch (RFC 7396) of its object.
///
/// What is `null` in it becomes as usual.
public struct MonitorPatch: Decodable, Hashable, Sendable {
  private let changes: FieldValue

  /// Reads any object; what is wrong with it turns out when it is applied.
  public init(from decoder: any Decoder) throws {
    changes = try FieldValue(from: decoder)
    _ = try FieldReader(changes)
  }

  /// The monitor with the changes; its id and who wants it stay.
  public func applied(to monitor: Monitor) throws(MonitoringError) -> Monitor {
    let given = try FieldReader(changes)
    try given.requireFixed(id: monitor.id, source: monitor.source)
    var old = monitor.fields
    let kind = try given.choice("kind", of: MonitorCheck.Kind.self)
    // The options of one kind mean nothing to another.
    if let kind, kind != monitor.check.kind { old["options"] = nil }
    var patched = try Monitor(FieldReader(FieldValue.object(old).patched(by: changes)))
    if case .http(var check) = patched.check, case .http(let before) = monitor.check {
      let areGiven = try given.object("options")?.has("headers") ?? false
      check.takeSecrets(of: before, areGiven: areGiven)
      patched.check = .http(check)
    }
    patched.id = monitor.id
    patched.source = monitor.source
    return patched
  }
}

extension Quorum: Codable {
  /// Reads `{"m":2,"n":3}`; a number alone is that many in a row.
  public init(from decoder: any Decoder) throws {
    let value = try FieldValue(from: decoder)
    let json = try FieldReader(FieldValue.object(["quorum": value]))
    self = try json.required("quorum", try Quorum(json, "quorum"))
  }

  init?(_ json: FieldReader, _ key: String) throws(MonitoringError) {
    if case .number? = json.fields[key] {
      guard let count = try json.whole(key) else { return nil }
      self.init(count, of: count)
      return
    }
    guard let quorum = try json.object(key) else { return nil }
    try quorum.allow(["m", "n"])
    let m = try quorum.whole("m")
    let n = try quorum.whole("n")
    guard let count = m ?? n else { throw quorum.wrong("m", .fieldMissing) }
    self.init(count, of: n ?? count)
  }

  /// Writes an object.
  public func encode(to encoder: any Encoder) throws { try field.encode(to: encoder) }

  var field: FieldValue { .object(["m": .number(Double(m)), "n": .number(Double(n))]) }
}

extension DegradedLimits: Codable {
  /// Reads the limits that are given.
  public init(from decoder: any Decoder) throws { try self.init(try FieldReader(decoder)) }

  init(_ json: FieldReader) throws(MonitoringError) {
    try json.allow(["rtt_ms", "loss", "times_usual"])
    self.init(
      roundTripMs: try json.number("rtt_ms"),
      loss: try json.number("loss"),
      timesUsual: try json.number("times_usual")
    )
  }

  /// Writes all limits.
  public func encode(to encoder: any Encoder) throws { try field.encode(to: encoder) }

  var field: FieldValue {
    .object([
      "rtt_ms": .optional(roundTripMs), "loss": .optional(loss),
      "times_usual": .optional(timesUsual),
    ])
  }
}

/// What is wrong with a monitor's fields.
extension MessageTemplate {
  static let monitorCondition = MessageTemplate(
    "monitor.condition",
    "{key}, character {place}: {problem}"
  )
}
