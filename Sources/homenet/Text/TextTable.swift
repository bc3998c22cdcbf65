/// A table of text: columns as wide as what is in them, or narrower where room is short.
struct TextTable {
  /// A column.
  struct Column: Sendable {
    /// What stands above it.
    var title: String
    /// How narrow it may become.
    var minimum: Int
    /// How wide it may become.
    var maximum: Int
    /// The lower, the sooner it is left out where room is short.
    var importance: Int
  }

  /// A text and how it is styled once it is cut and padded.
  struct Cell {
    var text: String
    var style: ((String) -> String)?

    init(_ text: String?, style: ((String) -> String)? = nil) {
      self.text = DisplayText.safe(text ?? "")
      self.style = style
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  /// The header and the rows, each in at most that many columns; any number if `nil`.
  func lines(width: Int?, header: (String) -> String) -> [String] {
    let widths = self.widths(within: width)
    let head = columns.enumerated()
      .compactMap { index, column in
        widths[index].map {
          DisplayText.padded(DisplayText.truncated(column.title, to: $0), to: $0)
        }
      }
      .joined(separator: "  ")
    return [header(Self.trimmed(head))] + rows.map { line($0, widths) }
  }

  private func line(_ row: [Cell], _ widths: [Int?]) -> String {
    let shown = row.indices.filter { widths[$0] != nil }
    // Nothing is padded after the last text of a line.
    let last = shown.last { !row[$0].text.isEmpty }
    var line = ""
    for index in shown {
      guard let width = widths[index], let last, index <= last else { continue }
      var text = DisplayText.truncated(row[index].text, to: width)
      let fill = index == last ? 0 : width - DisplayWidth.of(text) + 2
      if let style = row[index].style { text = style(text) }
      line += text + String(repeating: " ", count: fill)
    }
    return line
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Each column's width; `nil` for those that are left out.
  private func widths(within limit: Int?) -> [Int?] {
    var widths: [Int?] = columns.indices.map { index in
      let widest = rows.map { DisplayWidth.of($0[index].text) }.max() ?? 0
      // An empty column tells nothing.
      return widest == 0
        ? nil : min(max(widest, columns[index].title.count), columns[index].maximum)
    }
    guard let limit else { return widths }
    while Self.total(widths) > limit {
      let excess = Self.total(widths) - limit
      let slack = { (index: Int) in (widths[index] ?? 0) - columns[index].minimum }
      if let index = columns.indices.filter({ slack($0) > 0 }).max(by: { slack($0) < slack($1) }) {
        widths[index] = max(columns[index].minimum, (widths[index] ?? 0) - excess)
      } else if let index = columns.indices.filter({ widths[$0] != nil }).min(by: {
        columns[$0].importance < columns[$1].importance
      }), widths.compactMap(\.self).count > 1 {
        widths[index] = nil
      } else {
        break
      }
    }
    return widths
  }

  private static func total(_ widths: [Int?]) -> Int {
    let shown = widths.compactMap(\.self)
    return shown.reduce(0, +) + max(0, shown.count - 1) * 2
  }
}
