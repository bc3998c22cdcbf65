import Discovery

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

  /// The text on as many lines as it takes, none of more than that many columns; one if `nil`.
  ///
  /// Lines end at a space, or else behind what parts an address or a name, or else anywhere.
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

  /// Where a line ends that begins a text.
  private static func end(of text: Substring, within width: Int) -> String.Index {
    var used = 0
    var (space, joint): (String.Index?, String.Index?) = (nil, nil)
    for index in text.indices {
      let character = text[index]
      // A space may stand beyond the end, where it isn't visible.
      if character == " ", index > text.startIndex { space = index }
      used += DisplayWidth.of(character)
      guard used <= width || index == text.startIndex else { return space ?? joint ?? index }
      if ":.-/,".contains(character) { joint = text.index(after: index) }
    }
    return text.endIndex
  }

  /// The text filled up with spaces to that many columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
