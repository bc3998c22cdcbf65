/// What stands in the places of templates, by name.
struct Places: Hashable, Sendable {
  private var values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  subscript(_ name: String) -> String? { values[name] }

  /// The text with each `{name}` replaced by its value, as `encoded` makes it; a name that isn't known
  /// stays as it is.
  ///
  /// One pass: what a value holds is not looked at again.
  func filling(_ text: String, encoded: (String) -> String = { $0 }) -> String {
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}"), let value = values[String(inside[..<close])]
      else {
        filled += "{"
        rest = inside
        continue
      }
      filled += encoded(value)
      rest = inside[inside.index(after: close)...]
    }
    return filled + String(rest)
  }

  /// Whether a place of the text is empty.
  func leavesGap(in text: String) -> Bool {
    values.contains { $0.value.isEmpty && text.contains("{\($0.key)}") }
  }
}
