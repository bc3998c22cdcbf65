import HomeNet

/// Text from the network, made fit for a terminal.
enum DisplayText {
  /// The text without anything that acts on a terminal: controls become `�`, spaces of any kind one
  /// space, and marks that turn the writing direction vanish.
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
