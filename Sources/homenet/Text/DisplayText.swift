/// Text from the network, made fit for a terminal.
enum DisplayText {
  /// The text without anything that acts on a terminal: controls become `�`, spaces of any kind one
  /// space, and marks that turn the writing direction vanish.
  static func safe(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: safe += " "
      case 0x00...0x1F, 0x7F...0x9F: safe += "\u{FFFD}"
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// The text in at most that many columns, with an ellipsis where it was cut.
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

  /// The text filled up with spaces to that many columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
