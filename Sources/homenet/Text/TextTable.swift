/// A text table whose columns fit their contents and the width.
///
/// Less important columns are dropped first, then texts are cut; whole texts get lines of their own.
struct TextTable {
  struct Column: Sendable {
    var title: String
    var minimum: Int
    /// The greatest width; no effect if ``isWhole``.
    var maximum: Int
    /// Columns of low importance are dropped first.
    var importance: Int
    /// Whether its texts are never cut.
    var isWhole = false

    /// Whether it is never dropped.
    var isEssential: Bool { importance >= 8 }
  }

  /// A text, and its style, applied after cutting and padding.
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

  func lines(width: Int?, header: (String) -> String) -> [String] {
    let widths = self.widths(within: width)
    let titles = columns.enumerated().map { index, column in
      Cell(DisplayText.truncated(column.title, to: widths[index] ?? 0))
    }
    let head = lines(titles, widths, within: width).joined(separator: " ")
    return [header(head)] + rows.flatMap { lines($0, widths, within: width) }
  }

  /// The lines of a row: several if a whole text is too long for its column.
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
        // A text too long for the room on its right begins further left.
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

  /// The columns' widths; `nil` for dropped ones.
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
        // Now whole texts get lines of their own; the rest is cut.
        isTight = false
      } else {
        break
      }
    }
    return widths
  }

  /// The natural widths of the columns that fit, by importance; `isTight` if not even the essential ones
  /// fit.
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
