import Model

/// A window in JSON: `{"from","to"}`, `{"days":["sat"],"start":"02:00","minutes":90}` or
/// `{"cron":"0 3 * * 0","minutes":60}`, each with a `note`.
extension MaintenanceWindow: Codable {
  /// Reads a window of any form.
  public init(from decoder: any Decoder) throws { try self.init(try FieldReader(decoder)) }

  init(_ json: FieldReader) throws(MonitoringError) {
    let note = try json.trimmed("note")
    if json.has("cron") {
      try json.allow(["cron", "minutes", "note"])
      let line = try json.required("cron", try json.trimmed("cron"))
      let minutes = try json.required("minutes", try json.whole("minutes"))
      self.init(.cron(line, minutes: minutes), note: note)
    } else if json.has("from") || json.has("to") {
      try json.allow(["from", "to", "note"])
      let from = try json.required("from", try json.time("from"))
      let to = try json.required("to", try json.time("to"))
      self.init(.once(from: from, to: to), note: note)
    } else {
      try json.allow(["days", "start", "minutes", "from", "to", "cron", "note"])
      let days = try Weekday.days(json)
      let start = try json.required("start", try json.minuteOfDay("start"))
      let minutes = try json.required("minutes", try json.whole("minutes"))
      self.init(.weekly(days: days, startMinute: start, minutes: minutes), note: note)
    }
  }

  /// Writes the keys of its form.
  public func encode(to encoder: any Encoder) throws { try field.encode(to: encoder) }

  var field: FieldValue {
    var fields: [String: FieldValue] =
      switch when {
      case .once(let from, let to): ["from": .text(from.description), "to": .text(to.description)]
      case .weekly(let days, let startMinute, let minutes):
        [
          "days": Weekday.field(days), "start": .text(MinuteOfDay.text(startMinute)),
          "minutes": .number(Double(minutes)),
        ]
      case .cron(let line, let minutes):
        ["cron": .text(line), "minutes": .number(Double(minutes))]
      }
    fields["note"] = .optional(note)
    return .object(fields)
  }
}

/// Hours in JSON: `{"days":["mon","tue"],"from":"22:00","to":"07:00"}`.
extension LocalHours: Codable {
  /// Reads hours; on all days where none are given.
  public init(from decoder: any Decoder) throws { try self.init(try FieldReader(decoder)) }

  init(_ json: FieldReader) throws(MonitoringError) {
    try json.allow(["days", "from", "to"])
    self.init(
      days: try Weekday.days(json),
      startMinute: try json.required("from", try json.minuteOfDay("from")),
      endMinute: try json.required("to", try json.minuteOfDay("to"))
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws { try field.encode(to: encoder) }

  var field: FieldValue {
    .object([
      "days": Weekday.field(days), "from": .text(MinuteOfDay.text(startMinute)),
      "to": .text(MinuteOfDay.text(endMinute)),
    ])
  }
}

/// The days of the week in JSON.
enum Weekday: String, CaseIterable {
  case mon, tue, wed, thu, fri, sat, sun

  /// Monday is 1.
  private var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The numbers of the days under the key `days`; all of them where it isn't given.
  static func days(_ json: FieldReader) throws(MonitoringError) -> Set<Int> {
    guard let days = try json.choices("days", of: Weekday.self) else { return Set(1...7) }
    return Set(days.map(\.number))
  }

  /// The days' names from Monday on.
  static func field(_ days: Set<Int>) -> FieldValue {
    .texts(allCases.filter { days.contains($0.number) }.map(\.rawValue))
  }
}
