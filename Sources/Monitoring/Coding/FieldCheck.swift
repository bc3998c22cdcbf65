import Model
import Networking

/// Looks at fields one after another and keeps the first that is wrong.
struct FieldCheck {
  /// The first problem.
  private(set) var problem: MonitoringError?

  /// Notes a sentence about a field, unless there is one already.
  mutating func note(
    _ key: String,
    _ template: MessageTemplate,
    _ values: [String: Message.Value] = [:]
  ) {
    guard problem == nil else { return }
    var values = values
    if template.places.contains("key") { values["key"] = .text(key) }
    problem = .unacceptable(key: key, Message(template, values))
  }

  /// That it holds.
  mutating func require(_ holds: Bool, _ key: String, _ template: MessageTemplate) {
    if !holds { note(key, template) }
  }

  /// A name that people give, by the rules of devices' names: some characters, none of them control.
  mutating func name(_ name: String, of key: String = "name", most: Int = Monitor.longestName) {
    if name.allSatisfy(\.isWhitespace) { note(key, .fieldEmpty) }
    length(name, of: key, most: most)
    plain(name, of: key)
  }

  /// That a text isn't too long, in code points: one character may have a thousand accents.
  mutating func length(_ text: String, of key: String, most: Int) {
    if text.unicodeScalars.count > most { note(key, .fieldTooLong, ["most": .count(most)]) }
  }

  /// That a text has no control characters, neither lines nor tabs.
  mutating func plain(_ text: String, of key: String) {
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    if !isPlain { note(key, .fieldControl) }
  }

  /// An id: empty, while it isn't made yet, or of few letters, digits, hyphens, dots and underscores.
  mutating func id(_ id: String) {
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    if !isPlain || id.utf8.count > 64 { note("id", .problemID) }
  }

  /// That there aren't too many.
  mutating func count(_ count: Int, of key: String, most: Int) {
    if count > most { note(key, .fieldTooMany, ["most": .count(most)]) }
  }

  /// That a number is in a range.
  mutating func range(_ number: Int, of key: String, _ range: ClosedRange<Int>) {
    guard !range.contains(number) else { return }
    note(
      key,
      .fieldRange,
      ["least": .count(range.lowerBound), "most": .count(range.upperBound)]
    )
  }

  /// That a number is in a range.
  mutating func range(_ number: Double, of key: String, _ range: ClosedRange<Double>) {
    guard !range.contains(number) else { return }
    note(
      key,
      .fieldRange,
      ["least": .number(range.lowerBound), "most": .number(range.upperBound)]
    )
  }

  /// That a duration is in a range; named in seconds, as the key says.
  mutating func range(_ duration: Duration, of key: String, _ range: ClosedRange<Duration>) {
    guard !range.contains(duration) else { return }
    note(
      key,
      .problemSeconds,
      [
        "least": .number(range.lowerBound.milliseconds / 1000),
        "most": .number(range.upperBound.milliseconds / 1000),
      ]
    )
  }
}

extension Monitor {
  /// As many characters as a name may have.
  package static let longestName = 80
}

extension MessageTemplate {
  static let problemID = MessageTemplate(
    "monitor.problem_id",
    "id may have at most 64 letters of ASCII, digits, hyphens, dots and underscores."
  )
  static let problemSeconds = MessageTemplate(
    "monitor.problem_seconds",
    "{key} has to be from {least} to {most} seconds."
  )
}
