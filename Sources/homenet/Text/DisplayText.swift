import Diagnostics
import Discovery
import Model
import Networking

/// Sanitises and fits text for a terminal.
enum DisplayText {
  /// The text without terminal hazards: control characters become `�`, spacing ones a space, and
  /// bidirectional marks are removed.
  static func safe(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch TerminalHazard(scalar) {
      case .spacing: safe += " "
      case .control: safe += "\u{FFFD}"
      case .direction: continue
      case nil: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// The text in at most that many columns, with an ellipsis if cut.
  static func truncated(_ text: String, to width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    guard width > 1 else { return String(repeating: "…", count: max(0, width)) }
    var kept = ""
    var used = 0
    for character in text {
      let columns = DisplayWidth.of(character)
      guard used + columns < width else { break }
      kept.append(character)
      used += columns
    }
    return kept + "…"
  }

  /// The text in lines of at most that many columns; one line if `nil`.
  ///
  /// Breaks at a space, else after punctuation of addresses and names, else anywhere.
  static func wrapped(_ text: String, to width: Int?) -> [String] {
    guard let width, DisplayWidth.of(text) > max(1, width) else { return [text] }
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = end(of: rest, within: max(1, width))
      var line = rest[..<end]
      rest = rest[end...]
      if !rest.isEmpty {
        while line.last == " " { line.removeLast() }
        rest = rest.drop { $0 == " " }
      }
      lines.append(String(line))
    }
    return lines
  }

  /// The end of the first line.
  private static func end(of text: Substring, within width: Int) -> String.Index {
    var used = 0
    var (space, joint): (String.Index?, String.Index?) = (nil, nil)
    for index in text.indices {
      let character = text[index]
      // A trailing space may exceed the width.
      if character == " ", index > text.startIndex { space = index }
      used += DisplayWidth.of(character)
      guard used <= width || index == text.startIndex else { return space ?? joint ?? index }
      if ":.-/,".contains(character) { joint = text.index(after: index) }
    }
    return text.endIndex
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}

enum DisplayWidth {
  static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns of a grapheme cluster: 0, 1 or 2 (Unicode Standard Annex 11, and emoji).
  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
    // A flag is two letters; most terminals give the pair two columns.
    if isWide(first) || first.properties.isEmojiPresentation { return 2 }
    if first.properties.isEmoji, character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// East Asian Wide and Fullwidth.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}

struct Style: Sendable {
  /// Without colour, text stays as it is.
  var isColoured: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }

  func dim(_ text: String) -> String { wrap(text, "2") }

  func warning(_ text: String) -> String { wrap(text, "33") }

  func good(_ text: String) -> String { wrap(text, "32") }

  func bad(_ text: String) -> String { wrap(text, "31") }

  /// Text in the colour that the map gives the category.
  func category(_ text: String, _ category: Category) -> String {
    wrap(text, Self.codes[category] ?? "90")
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The nearest of the 256 colours.
  private static let codes: [Category: String] = [
    .router: "34", .network: "34", .phone: "38;5;62", .tablet: "38;5;62", .computer: "35",
    .server: "35", .speaker: "38;5;208", .gaming: "31", .tvMedia: "38;5;205",
    .storage: "38;5;37", .printer: "32", .smartHome: "33", .appliance: "33", .camera: "38;5;109",
    .voip: "38;5;62", .wearable: "38;5;62", .unknown: "90",
  ]
}

enum Milliseconds {
  /// Three significant digits or so: `0.041`, `1.23`, `34.5`, `1201`.
  static func text(_ duration: Duration) -> String {
    let value = duration.roundedMilliseconds
    let digits = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0
    return fixed(value, digits: digits)
  }

  /// A share as percent: `0 %`, `2.5 %`, `100 %`.
  static func percent(_ share: Double) -> String {
    let value = (share * 1000).rounded() / 10
    return (value == value.rounded() ? fixed(value, digits: 0) : fixed(value, digits: 1)) + " %"
  }

  private static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let number = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return "\(number)" }
    let fraction = "\(number % scale)"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(number / scale).\(zeros)\(fraction)"
  }
}

enum Seconds {
  /// As in: `3.2 s`.
  static func text(_ duration: Duration) -> String {
    let tenths = Int64((duration.milliseconds / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

enum RelativeTime {
  /// `just now`, `12 min ago`, `3 h ago`, `5 days ago`; the date (UTC) after a month; or `never`.
  static func words(_ time: Timestamp, now: Timestamp) -> String {
    guard time != .never else { return "never" }
    let minutes = (now.milliseconds - time.milliseconds) / 60_000
    switch minutes {
    case ..<(-5): return date(time)
    case ..<2: return "just now"
    case ..<120: return "\(minutes) min ago"
    case ..<(48 * 60): return "\(minutes / 60) h ago"
    case ..<(31 * 24 * 60): return "\(minutes / (24 * 60)) days ago"
    default: return date(time)
    }
  }

  /// As in `last seen 3 h ago`; or `never seen`.
  static func lastSeen(_ time: Timestamp, now: Timestamp) -> String {
    time == .never ? "never seen" : "last seen \(words(time, now: now))"
  }

  private static func date(_ time: Timestamp) -> String { String(time.description.prefix(10)) }
}
