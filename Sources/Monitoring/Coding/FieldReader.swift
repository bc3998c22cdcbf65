import Model
import Networking

/// Reads an object's fields by their names; an error says which field is wrong and what would be right.
struct FieldReader {
  /// The object's fields, without those that are `null`.
  let fields: [String: FieldValue]
  /// All of them: one that nobody knows is wrong with `null`, too.
  let all: [String: FieldValue]
  /// What stands before the name of a field in errors: `degraded.`.
  private let path: String

  /// Reads an object.
  init(_ value: FieldValue, at key: String = "") throws(MonitoringError) {
    guard case .object(let fields) = value else {
      throw .unacceptable(
        key: key,
        key.isEmpty ? Message(.fieldBody) : Message(.fieldObject, ["key": key])
      )
    }
    self.fields = fields.filter { $0.value != .null }
    all = fields
    path = key.isEmpty ? "" : "\(key)."
  }

  /// Reads what a decoder has.
  init(_ decoder: any Decoder) throws {
    try self.init(try FieldValue(from: decoder))
  }

  /// The whole name of a field.
  func name(_ key: String) -> String { path + key }

  /// Whether there is such a field that isn't `null`.
  func has(_ key: String) -> Bool { fields[key] != nil }

  /// Throws at the first field, in order of name, that isn't one of those.
  func allow(_ keys: [String]) throws(MonitoringError) {
    guard let unknown = all.keys.filter({ !keys.contains($0) }).min() else { return }
    let name = name(String(unknown.unicodeScalars.prefix(80)))
    if let near = EditDistance.nearest(unknown, of: keys) {
      throw .unacceptable(key: name, Message(.fieldUnknownNear, ["key": name, "near": near]))
    }
    guard !keys.isEmpty else {
      throw .unacceptable(key: name, Message(.fieldUnknownNone, ["key": name]))
    }
    throw .unacceptable(
      key: name,
      Message(.fieldUnknown, ["key": .text(name), "known": .texts(keys)])
    )
  }

  /// An error about a field, with a sentence that needs its name.
  func wrong(
    _ key: String,
    _ template: MessageTemplate,
    _ values: [String: Message.Value] = [:]
  ) -> MonitoringError {
    var values = values
    values["key"] = .text(name(key))
    return .unacceptable(key: name(key), Message(template, values))
  }

  /// The value, or an error that says that it is missing.
  func required<Value>(_ key: String, _ value: Value?) throws(MonitoringError) -> Value {
    guard let value else { throw wrong(key, .fieldMissing) }
    return value
  }
}

extension FieldReader {
  /// Text.
  func text(_ key: String) throws(MonitoringError) -> String? {
    switch fields[key] {
    case nil: return nil
    case .text(let text): return text
    default: throw wrong(key, .fieldText)
    }
  }

  /// A name without space around it.
  func trimmed(_ key: String) throws(MonitoringError) -> String? {
    guard let text = try text(key) else { return nil }
    let rest = text.drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }

  /// A truth value.
  func flag(_ key: String) throws(MonitoringError) -> Bool? {
    switch fields[key] {
    case nil: return nil
    case .flag(let flag): return flag
    default: throw wrong(key, .fieldFlag)
    }
  }

  /// A number.
  func number(_ key: String) throws(MonitoringError) -> Double? {
    switch fields[key] {
    case nil: return nil
    case .number(let number): return number
    default: throw wrong(key, .fieldNumber)
    }
  }

  /// A whole number.
  func whole(_ key: String) throws(MonitoringError) -> Int? {
    switch fields[key] {
    case nil: return nil
    case .number(let number):
      guard let whole = Int(exactly: number) else { throw wrong(key, .fieldWhole) }
      return whole
    default: throw wrong(key, .fieldWhole)
    }
  }

  /// A number of seconds, or text such as `5m`.
  func duration(_ key: String) throws(MonitoringError) -> Duration? {
    let milliseconds: Double?
    switch fields[key] {
    case nil: return nil
    case .number(let seconds): milliseconds = seconds * 1000
    case .text(let text): milliseconds = DurationText.milliseconds(text)
    default: milliseconds = nil
    }
    guard let exact = milliseconds, (0...Self.longestMs).contains(exact) else {
      throw wrong(key, .fieldDuration)
    }
    return .microseconds(Int64((exact * 1000).rounded()))
  }

  /// A century.
  private static let longestMs: Double = 100 * 366 * 86_400_000

  /// One of the values of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String,
    of type: Choice.Type
  ) throws(MonitoringError) -> Choice? where Choice.RawValue == String {
    guard let value = fields[key] else { return nil }
    let found: Choice = try choice(value, key)
    return found
  }

  /// One of the values of an enumeration.
  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: FieldValue,
    _ key: String
  ) throws(MonitoringError) -> Choice where Choice.RawValue == String {
    if case .text(let text) = value, let choice = Choice(rawValue: text) { return choice }
    throw wrong(key, .fieldChoice, ["choices": .texts(Choice.allCases.map(\.rawValue))])
  }

  /// Several of the values of an enumeration.
  func choices<Choice: RawRepresentable & CaseIterable>(
    _ key: String,
    of type: Choice.Type
  ) throws(MonitoringError) -> [Choice]? where Choice.RawValue == String {
    guard let list = try list(key) else { return nil }
    var choices: [Choice] = []
    for (index, value) in list.enumerated() {
      let found: Choice = try choice(value, "\(key)[\(index)]")
      choices.append(found)
    }
    return choices
  }

  /// A moment.
  func time(_ key: String) throws(MonitoringError) -> Timestamp? {
    guard let value = fields[key] else { return nil }
    guard case .text(let text) = value, let time = Timestamp(text) else {
      throw wrong(key, .fieldTime)
    }
    return time
  }

  /// A minute of the day, `07:30`; `24:00` is the day's end.
  func minuteOfDay(_ key: String) throws(MonitoringError) -> Int? {
    guard let value = fields[key] else { return nil }
    guard case .text(let text) = value, let minute = MinuteOfDay.minute(text) else {
      throw wrong(key, .fieldMinute)
    }
    return minute
  }

  /// A list.
  func list(_ key: String) throws(MonitoringError) -> [FieldValue]? {
    switch fields[key] {
    case nil: return nil
    case .list(let list):
      guard list.count <= Self.mostItems else {
        throw wrong(key, .fieldTooMany, ["most": .count(Self.mostItems)])
      }
      return list
    default: throw wrong(key, .fieldList)
    }
  }

  /// As many as a list here may have; what may have less is looked at later.
  static let mostItems = 10_000

  /// A list of texts, or one text.
  func texts(_ key: String) throws(MonitoringError) -> [String]? {
    if case .text(let text)? = fields[key] { return [text] }
    guard case .list? = fields[key] else {
      guard has(key) else { return nil }
      throw wrong(key, .fieldTexts)
    }
    var texts: [String] = []
    for (index, value) in (try list(key) ?? []).enumerated() {
      guard case .text(let text) = value else { throw wrong("\(key)[\(index)]", .fieldText) }
      texts.append(text)
    }
    return texts
  }

  /// An object.
  func object(_ key: String) throws(MonitoringError) -> FieldReader? {
    guard let value = fields[key] else { return nil }
    return try FieldReader(value, at: name(key))
  }

  /// A list of objects.
  func objects(_ key: String) throws(MonitoringError) -> [FieldReader]? {
    guard let list = try list(key) else { return nil }
    var objects: [FieldReader] = []
    for (index, value) in list.enumerated() {
      objects.append(try FieldReader(value, at: name("\(key)[\(index)]")))
    }
    return objects
  }

  /// An object whose values are texts.
  func textsByName(_ key: String) throws(MonitoringError) -> [String: String]? {
    guard let object = try object(key) else { return nil }
    var texts: [String: String] = [:]
    for name in object.fields.keys.sorted() { texts[name] = try object.text(name) }
    return texts
  }
}

extension FieldReader {
  /// Throws where a patch would change what can't be changed.
  func requireFixed(id: String, source: Monitor.Source) throws(MonitoringError) {
    if let given = try text("id"), given != id { throw wrong("id", .fieldFixed) }
    if let given = try choice("source", of: Monitor.Source.self), given != source {
      throw wrong("source", .fieldFixed)
    }
  }
}

extension FieldValue {
  /// A duration as a number of seconds.
  static func seconds(_ duration: Duration) -> FieldValue {
    .number(duration.milliseconds / 1000)
  }
}

/// A minute of the day as text, `07:30`.
enum MinuteOfDay {
  /// The minute, 0 to 1439; `nil` for any other text.
  ///
  /// `24:00` is the next day's beginning.
  static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
      hour < 24 || hour == 24 && minute == 0
    else { return nil }
    return hour % 24 * 60 + minute
  }

  /// The text of a minute.
  static func text(_ minute: Int) -> String {
    let (hour, minute) = (minute / 60 % 24, minute % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
