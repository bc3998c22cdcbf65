import Monitoring

/// As much text as a service takes.
struct TextLimit: Hashable, Sendable {
  var count: Int
  var unit: Unit

  /// What is counted.
  ///
  /// UTF-16 stands for services that count characters: it never counts fewer.
  enum Unit: Hashable, Sendable {
    case utf16, bytes
  }

  static func utf16(_ count: Int) -> TextLimit { TextLimit(count: count, unit: .utf16) }
  static func bytes(_ count: Int) -> TextLimit { TextLimit(count: count, unit: .bytes) }

  func holds(_ text: String) -> Bool {
    switch unit {
    case .utf16: text.utf16.count <= count
    case .bytes: text.utf8.count <= count
    }
  }
}

/// A notice as text in a markup, no longer than a service takes.
///
/// What doesn't fit is left out by whole news, never in the middle of what is escaped, and counted in the
/// last line.
struct NoticeText {
  var notice: AlertNotice
  var markup: Markup
  var limit: TextLimit

  /// The most scalars of a title.
  static let longestTitle = 200

  /// The title in one line, not escaped.
  static func title(of notice: AlertNotice) -> String {
    let title = CleanText.line(notice.title, most: longestTitle)
    return title.isEmpty ? "HomeNet" : title
  }

  /// All of it; with the title first, or without it.
  func text(withTitle: Bool) -> String {
    // A single piece of news must fit, however long it is written in this markup.
    for most in [400, 200, 100, 40] {
      if let text = text(withTitle: withTitle, most: most) { return text }
    }
    return markup.escaped(CleanText.line(notice.title, most: 40))
  }

  private func text(withTitle: Bool, most: Int) -> String? {
    let title = CleanText.line(Self.title(of: notice), most: min(most, Self.longestTitle))
    // A title that says what the only news says isn't written twice.
    let isRepeated = notice.items.count == 1 && notice.items[0].text == notice.title
    var lines = withTitle && !isRepeated ? [markup.strong(markup.escaped(title))] : []
    for (index, item) in notice.items.enumerated() {
      let added = lines + entry(item, most: most)
      let left = notice.items.count - index - 1 + notice.more
      guard limit.holds(joined(added, more: left)) else {
        guard index > 0 else { return nil }
        return joined(lines, more: left + 1)
      }
      lines = added
    }
    if lines.isEmpty { lines = [markup.escaped(title)] }
    let whole = joined(lines, more: notice.more)
    return limit.holds(whole) ? whole : nil
  }

  private func joined(_ lines: [String], more: Int) -> String {
    let last = more > 0 ? [markup.escaped("… and \(more) more")] : []
    return (lines + last).joined(separator: markup.lineEnd)
  }

  private func entry(_ item: AlertNotice.Item, most: Int) -> [String] {
    let isAlone = notice.items.count == 1 && notice.more == 0
    let text = markup.escaped(CleanText.line(item.text, most: most))
    let lines = [isAlone ? text : "• " + text]
    guard let reason = item.reason, !reason.isEmpty else { return lines }
    return lines + [(isAlone ? "" : "  ") + markup.escaped(CleanText.line(reason, most: most))]
  }
}
