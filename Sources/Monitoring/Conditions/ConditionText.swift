/// Texts from the network and from users as they may stand in a message.
enum ConditionText {
  /// As many characters as are shown.
  static let mostShown = 80

  /// The text cut to ``mostShown`` characters, without what acts on a terminal or turns the direction
  /// of writing.
  ///
  /// It counts Unicode scalars: a letter may have any number of accents.
  static func safe(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(mostShown) {
      switch scalar.properties.generalCategory {
      // Joiners stay: words of some scripts, and some emoji, are written with them.
      case .format where scalar.value == 0x200C || scalar.value == 0x200D: shown.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator:
        shown.append(ConditionParser.isBlank(scalar) ? " " : "\u{FFFD}")
      case .format: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    let isCut = text.unicodeScalars.dropFirst(mostShown).first != nil
    return String(shown) + (isCut ? "…" : "")
  }

  /// The text safe to show, in quotes unless it is a plain word.
  static func value(_ text: String) -> String {
    let shown = safe(text)
    let isWord = !shown.isEmpty && !shown.unicodeScalars.contains { ConditionParser.isBlank($0) }
    return isWord ? shown : "\"\(shown)\""
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmingBlanks: String {
    var rest = Substring(self).unicodeScalars
    while let first = rest.first, ConditionParser.isBlank(first) { rest.removeFirst() }
    while let last = rest.last, ConditionParser.isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}
