/// How a service writes text, and how to say in it what others have written.
///
/// Names of devices are hostile text: nothing in them may become markup, a link with another label, or a
/// call of everybody.
enum Markup: Hashable, Sendable {
  /// As it is.
  case plain
  /// Telegram's HTML (Bot API, *HTML style*).
  case telegram
  /// Discord's Markdown (Discord Developer Documentation, *Message Formatting*).
  case discord
  /// Slack's `mrkdwn` (Slack API, *Formatting text*), with formatting switched off: only `&`, `<` and `>`
  /// have a meaning then.
  case slack
  /// The HTML that Matrix clients show (Client-Server API, `org.matrix.custom.html`).
  case matrix

  /// What ends a line.
  var lineEnd: String { self == .matrix ? "<br>" : "\n" }

  /// A text of others in this markup.
  func escaped(_ text: String) -> String {
    switch self {
    case .plain: text
    case .telegram, .slack: Self.unaddressed(Self.entities(text, quotes: false))
    case .matrix: Self.entities(text, quotes: true)
    case .discord: Self.backslashed(Self.unaddressed(text))
    }
  }

  /// Emphasised, where there is such a thing; the text is escaped already.
  func strong(_ text: String) -> String {
    switch self {
    case .plain, .slack: text
    case .telegram: "<b>\(text)</b>"
    case .matrix: "<strong>\(text)</strong>"
    case .discord: "**\(text)**"
    }
  }

  private static func entities(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where quotes: escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Puts a word joiner, which is not seen, behind each at sign: `@everyone` and `@name` call nobody then.
  private static func unaddressed(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      safe.unicodeScalars.append(scalar)
      if scalar == "@" { safe += "\u{2060}" }
    }
    return safe
  }

  private static func backslashed(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if "\\*_~`|>#<[]()-+".unicodeScalars.contains(scalar) { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}

/// Text from elsewhere, made fit for one line.
enum CleanText {
  /// The text in one line of at most so many scalars, without control characters and without those that
  /// turn the direction of writing.
  static func line(_ text: String, most: Int) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if clean.count >= most {
        clean.append("…")
        break
      }
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: if clean.last != " " { clean.append(" ") }
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default: clean.append(scalar)
      }
    }
    return String(clean)
  }
}
