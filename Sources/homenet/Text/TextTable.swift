/// A table of text: columns as wide as what is in them, or narrower where room is short.
///
/// Where it is, columns that matter less are left out first. What is cut ends in an ellipsis; what must not
/// be cut, such as an address, gets a line of its own in the worst case.
struct TextTable {
  /// A column.
  struct Column: Sendable {
    /// What stands above it.
    var title: String
    /// How narrow it may become.
    var minimum: Int
    /// How wide it may become; without effect on what is whole.
    var maximum: Int
    /// The lower, the sooner it is left out where room is short.
    var importance: Int
    /// Whether its texts are shown whole or not at all.
    var isWhole = false

    /// Whether it stays where room is short.
    var isEssential: Bool { importance >= 8 }
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

  private static let gap = 2

  /// The header and the rows, each in at most that many columns; any number if `nil`.
  func lines(width: Int?, header: (String) -> String) -> [String] {
    let widths = self.widths(within: width)
    let titles = columns.enumerated().map { index, column in
      Cell(DisplayText.truncated(column.title, to: widths[index] ?? 0))
    }
    let head = lines(titles, widths, within: width).joined(separator: " ")
    return [header(head)] + rows.flatMap { lines($0, widths, within: width) }
  }

  /// A row: one line, or more where a text is too long for its column and is not to be cut.
  private func lines(_ row: [Cell], _ widths: [Int?], within limit: Int?) -> [String] {
    var lines: [String] = []
    var line = ""
    var (start, end) = (0, 0)
    for (index, cell) in row.enumerated() {
      guard let width = widths[index] else { continue }
      defer { start += width + Self.gap }
      guard !cell.text.isEmpty else { continue }
      let texts =
        columns[index].isWhole
        ? DisplayText.wrapped(cell.text, to: limit) : [DisplayText.truncated(cell.text, to: width)]
      for text in texts {
        let columns = DisplayWidth.of(text)
        // What is too long for the room on its right begins further left.
        let place = max(0, min(start, (limit ?? .max) - columns))
        if end > 0, place < end + Self.gap {
          lines.append(line)
          (line, end) = ("", 0)
        }
        line += String(repeating: " ", count: place - end) + (cell.style?(text) ?? text)
        end = place + columns
      }
    }
    return lines + (end > 0 || lines.isEmpty ? [line] : [])
  }

  /// Each column's width; `nil` for those that are left out.
  private func widths(within limit: Int?) -> [Int?] {
    let natural: [Int?] = columns.indices.map { index in
      let column = columns[index]
      let widest = rows.map { DisplayWidth.of($0[index].text) }.max() ?? 0
      // Empty columns are left out.
      guard widest > 0 else { return nil }
      return min(max(widest, column.title.count), column.isWhole ? .max : column.maximum)
    }
    guard let limit else { return natural }
    var (widths, isTight) = shown(of: natural, within: limit)
    while Self.total(widths) > limit {
      let excess = Self.total(widths) - limit
      let slack = { (index: Int) in (widths[index] ?? 0) - columns[index].minimum }
      let loose = columns.indices.filter { slack($0) > 0 && columns[$0].isWhole == isTight }
      if let index = loose.max(by: { slack($0) < slack($1) }) {
        widths[index] = max(columns[index].minimum, (widths[index] ?? 0) - excess)
      } else if isTight {
        // Longer texts that are whole take lines of their own now; what is still too much is cut.
        isTight = false
      } else {
        break
      }
    }
    return widths
  }

  /// The columns that fit beside more important ones, as wide as they would be.
  ///
  /// - Returns: The widths, and whether there is too little room even for the essential ones alone.
  private func shown(
    of natural: [Int?],
    within limit: Int
  ) -> (widths: [Int?], isTight: Bool) {
    let least = { (index: Int, isTight: Bool) in
      let (column, width) = (columns[index], natural[index] ?? 0)
      return column.isWhole && !(isTight && column.isEssential) ? width : min(width, column.minimum)
    }
    let order = columns.indices.filter { natural[$0] != nil }
      .sorted { (columns[$1].importance, $0) < (columns[$0].importance, $1) }
    let essential = order.filter { columns[$0].isEssential }
    let needed = essential.map { least($0, false) + Self.gap }.reduce(-Self.gap, +)
    let isTight = needed > limit
    var widths = [Int?](repeating: nil, count: columns.count)
    var used = -Self.gap
    for index in order {
      let width = least(index, isTight)
      guard used < 0 || used + Self.gap + width <= limit else { continue }
      widths[index] = natural[index]
      used += Self.gap + width
    }
    return (widths, isTight)
  }

  private static func total(_ widths: [Int?]) -> Int {
    let shown = widths.compactMap(\.self)
    return shown.reduce(0, +) + max(0, shown.count - 1) * gap
  }
}
