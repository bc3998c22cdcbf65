extension String {
  /// The text of a table's field without the apostrophes that keep spreadsheets from taking it for a
  /// formula, as homenet's own tables have them: at its beginning, and after a semicolon.
  var withoutFormulaApostrophes: String {
    var plain = UnicodeScalarView()
    var rest = unicodeScalars[...]
    var isCellStart = true
    while let scalar = rest.popFirst() {
      if isCellStart, scalar == "'", Self.isFormula(rest) {
        isCellStart = false
        continue
      }
      plain.append(scalar)
      isCellStart = scalar == ";"
    }
    return String(plain)
  }

  private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    let first = text.first { $0 != "\"" && !$0.properties.isWhitespace }
    return first.map { formulaStarts.contains($0) } ?? false
  }

  /// With the fullwidth forms, which East Asian spreadsheets take as well.
  private static let formulaStarts = Set("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
}
