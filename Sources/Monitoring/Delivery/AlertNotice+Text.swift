import Model

/// How long a text may be.
public enum AlertTextLimit: Hashable, Sendable {
  /// As many bytes in UTF-8.
  case bytes(Int)
  /// As many characters, counted as services do: in Unicode scalars.
  case characters(Int)

  fileprivate var room: Int {
    switch self {
    case .bytes(let count), .characters(let count): max(0, count)
    }
  }

  fileprivate func length(of text: String) -> Int {
    switch self {
    case .bytes: text.utf8.count
    case .characters: text.unicodeScalars.count
    }
  }

  /// The beginning of a text that fits, with an ellipsis where something was cut.
  fileprivate func cut(_ text: String) -> String {
    guard length(of: text) > room else { return text }
    let ellipsis = "…"
    guard length(of: ellipsis) <= room else { return "" }
    var cut = String.UnicodeScalarView()
    var used = length(of: ellipsis)
    for scalar in text.unicodeScalars {
      used += length(of: String(scalar))
      guard used <= room else { break }
      cut.append(scalar)
    }
    return String(cut) + ellipsis
  }
}

extension AlertNotice {
  /// The notice as plain text: the title, each news with its time, its reason below it, how many more
  /// there are, and the page's address.
  ///
  /// What doesn't fit is left out by whole news, the mildest first, and counted.
  public func plainText(in local: LocalTime = .utc, limit: AlertTextLimit? = nil) -> String {
    text(.plain, local, limit, hasTitle: true)
  }

  /// The lines below the title, for services that have a title of their own.
  public func plainBody(in local: LocalTime = .utc, limit: AlertTextLimit? = nil) -> String {
    text(.plain, local, limit, hasTitle: false)
  }

  /// The notice in Markdown; what it means there is escaped in names and reasons.
  public func markdown(in local: LocalTime = .utc, limit: AlertTextLimit? = nil) -> String {
    text(.markdown, local, limit, hasTitle: true)
  }

  private func text(
    _ style: AlertTextStyle,
    _ local: LocalTime,
    _ limit: AlertTextLimit?,
    hasTitle: Bool
  ) -> String {
    let head = hasTitle ? [style.title(title)] : []
    let link = url.map { [style.link($0)] } ?? []
    // The title already is the sentence of the only news.
    let isAlone = hasTitle && items.count == 1 && more == 0 && items.first?.text == title
    let blocks = items.map { item in
      var lines: [String] = []
      if !isAlone { lines.append(style.item(item.text, at: local.minuteText(of: item.time))) }
      if let reason = item.reason { lines.append(style.reason(reason, isIndented: !isAlone)) }
      if isAlone { lines.append(local.minuteText(of: item.time)) }
      return lines.joined(separator: "\n")
    }
    func whole(_ count: Int) -> String {
      let left = more + blocks.count - count
      var lines = head
      lines += blocks.prefix(count)
      if left > 0 { lines.append(Message(.alertMore, ["count": .count(left)]).text) }
      lines += link
      return lines.joined(separator: "\n")
    }
    guard let limit else { return whole(blocks.count) }
    // A title alone says how many there are, but not what the only one is.
    let least = hasTitle && items.count + more > 1 ? 0 : min(1, items.count)
    for count in stride(from: blocks.count, through: least, by: -1) {
      let text = whole(count)
      if limit.length(of: text) <= limit.room { return text }
    }
    // Not even one fits whole. Without markup, which must not be cut in two.
    let only = items.first
    let plain = [hasTitle ? title : only?.text ?? title, only?.reason].compactMap(\.self)
    return limit.cut(plain.map(style.plain).joined(separator: "\n"))
  }
}

/// How the parts of a notice are written.
private enum AlertTextStyle {
  case plain
  case markdown

  func title(_ text: String) -> String {
    switch self {
    case .plain: plain(text)
    case .markdown: "**\(plain(text))**\n"
    }
  }

  func item(_ text: String, at time: String) -> String {
    switch self {
    case .plain: "• \(time) \(plain(text))"
    case .markdown: "- \(time) \(plain(text))"
    }
  }

  func reason(_ text: String, isIndented: Bool) -> String {
    (isIndented ? "  " : "") + plain(text)
  }

  func link(_ url: String) -> String {
    switch self {
    case .plain: plain(url)
    case .markdown: "<\(url.filter { $0 != ">" && !$0.isNewline })>"
    }
  }

  /// A text on one line; in Markdown without markup.
  func plain(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control || scalar == "\u{2028}"
        || scalar == "\u{2029}"
      {
        line.unicodeScalars.append(" ")
        continue
      }
      if self == .markdown, Self.markup.contains(scalar) { line.unicodeScalars.append("\\") }
      line.unicodeScalars.append(scalar)
    }
    return line
  }

  private static let markup = Set("\\`*_[]<>~|#".unicodeScalars)
}

extension MessageTemplate {
  static let alertMore = MessageTemplate(
    "alert.more",
    one: "… and {count} more",
    other: "… and {count} more"
  )
}
