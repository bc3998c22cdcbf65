/// An entry of the catalogue of messages: a code, and the English text with its places.
///
/// A place is `{name}`. `{name|, }` puts a comma between the items of a list, and `{name|, | and }` an
/// "and" before the last; without either it is "and" between all. `{name^}` begins with a capital.
public struct MessageTemplate: Hashable, Sendable {
  /// A group and a name, `link.steady`.
  package let code: String
  /// The text where `count` is 1, if it is another.
  private let one: String?
  /// The text.
  private let other: String
  /// Whether braces in the text are braces.
  private let isLiteral: Bool

  /// An entry with one text.
  package init(_ code: String, _ english: String) {
    self.code = code
    one = nil
    other = english
    isLiteral = false
  }

  /// An entry with a text for one, and one for other numbers, as the value `count` says.
  package init(_ code: String, one: String, other: String) {
    self.code = code
    self.one = one
    self.other = other
    isLiteral = false
  }

  /// An entry as a stored message has it: the text is finished, and braces in it are braces.
  init(_ code: String, literal text: String) {
    self.code = code
    one = nil
    other = text
    isLiteral = true
  }

  /// The entry of words without a code of their own.
  static let verbatim = MessageTemplate("text", "{text}")

  /// The names of the places, and `count` where it decides between texts.
  package var places: Set<String> {
    if isLiteral { return [] }
    var names = Set(
      ([other] + [one].compactMap(\.self)).flatMap(Self.parts).compactMap(\.place?.name)
    )
    if one != nil { names.insert("count") }
    return names
  }

  /// The text with the values in its places; a missing value leaves no space behind at the end.
  func text(with values: [String: Message.Value]) -> String {
    if isLiteral { return other }
    var text = ""
    for part in Self.parts(of: one != nil && values["count"] == .number(1) ? one ?? other : other) {
      text += part.words
      guard let place = part.place else { continue }
      guard let value = values[place.name] else {
        while text.last == " " { text.removeLast() }
        continue
      }
      let words = value.english(in: place)
      text += place.isCapital ? words.prefix(1).uppercased() + words.dropFirst() : words
    }
    return text
  }

  /// A place in a text.
  struct Place: Hashable {
    var name: String
    /// What stands between the items of a list.
    var separator = " and "
    /// What stands before the last of them, if it is something else.
    var lastSeparator: String?
    /// Whether its first letter is a capital.
    var isCapital = false
  }

  /// The text as words, each with the place that follows them.
  private static func parts(of text: String) -> [(words: Substring, place: Place?)] {
    var parts: [(Substring, Place?)] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let inside = rest[rest.index(after: open)..<close]
      let pieces = inside.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
      var place = Place(name: String(pieces.first ?? ""))
      if pieces.count > 1 { place.separator = String(pieces[1]) }
      if pieces.count > 2 { place.lastSeparator = String(pieces[2]) }
      if place.name.last == "^" {
        place.name.removeLast()
        place.isCapital = true
      }
      parts.append((rest[..<open], place))
      rest = rest[rest.index(after: close)...]
    }
    return parts + [(rest, nil)]
  }
}

extension Message.Value {
  /// The value in English, in a place.
  fileprivate func english(in place: MessageTemplate.Place) -> String {
    switch self {
    case .text(let text): text
    case .message(let message): message.text
    case .list(let values):
      Self.joined(values.map { $0.english(in: place) }, place)
    case .number(let number):
      if place.name.hasSuffix("_ms") {
        EnglishDuration.milliseconds(number)
      } else if place.name.hasSuffix("_s") {
        EnglishDuration.seconds(number)
      } else if place.name.hasSuffix("_days") {
        EnglishDuration.days(number)
      } else {
        EnglishDuration.number(number)
      }
    }
  }

  private static func joined(_ items: [String], _ place: MessageTemplate.Place) -> String {
    guard let lastSeparator = place.lastSeparator, let last = items.last, items.count > 1 else {
      return items.joined(separator: place.separator)
    }
    return items.dropLast().joined(separator: place.separator) + lastSeparator + last
  }
}

/// Numbers and durations in English.
package enum EnglishDuration {
  /// `6`, `0.4`, `12`; "<0.1" for what is less and not 0.
  static func number(_ number: Double) -> String {
    guard abs(number) < 1e15 else { return "\(number)" }
    if number == number.rounded() { return String(Int(number)) }
    if number >= 10 { return String(Int(number.rounded())) }
    let tenths = Int((number * 10).rounded())
    if tenths == 0 { return "<0.1" }
    return tenths % 10 == 0 ? String(tenths / 10) : "\(Double(tenths) / 10)"
  }

  /// A round trip: `0.41 ms`, `1.0 ms`.
  package static func milliseconds(_ value: Double) -> String {
    let scale: Double = value < 10 ? 100 : 10
    return "\((value * scale).rounded() / scale) ms"
  }

  /// Rounded down, hours and days below ten to a tenth: `20 seconds`, `6 minutes`, `9.8 hours`,
  /// `23 hours`, `1.5 days`.
  package static func seconds(_ seconds: Double) -> String {
    func text(_ count: Double, _ unit: String) -> String {
      count == 1 ? "1 \(unit)" : "\(Int(count)) \(unit)s"
    }
    switch seconds.rounded(.down) {
    case ..<60: return text(max(0, seconds.rounded(.down)), "second")
    case ..<3600: return text((seconds / 60).rounded(.down), "minute")
    case ..<86_400: return tenths((seconds.rounded(.down) / 360).rounded(.down) / 10, "hour")
    default: return days((seconds.rounded(.down) / 8640).rounded(.down) / 10)
    }
  }

  /// `1 day`, `0.4 days`, `30 days`.
  package static func days(_ days: Double) -> String { tenths(days, "day") }

  /// With a tenth below ten, else whole.
  private static func tenths(_ count: Double, _ unit: String) -> String {
    let rounded = count < 10 ? (count * 10).rounded() / 10 : count.rounded(.down)
    let text = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    return text == "1" ? "1 \(unit)" : "\(text) \(unit)s"
  }
}
