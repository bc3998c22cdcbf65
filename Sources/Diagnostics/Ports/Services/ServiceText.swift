/// Text of services as it may be shown.
enum ServiceText {
  /// Legible, in one line, not long; `nil` where nothing is left.
  static func short(_ text: some StringProtocol) -> String? {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(200) where !isUnfit(scalar) { kept.append(scalar) }
    let words = String(kept).split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(80))
  }

  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: scalar == "\u{FFFD}"
    }
  }
}
