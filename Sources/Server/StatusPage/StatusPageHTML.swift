import Model
import Monitoring

/// The status page as HTML, without scripts and without styles of its own: the policy allows none.
struct StatusPageHTML {
  let view: StatusPageView
  let words: StatusPageWords

  /// A reader's browser asks again after so many seconds.
  static let refresh = 60
  /// How wide and how high the bars are, in units of their drawing.
  private static let barWidth = 3
  private static let barStep = 4
  private static let height = 32

  var text: String {
    var html = """
      <!doctype html>
      <html lang="\(words.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex, nofollow">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="refresh" content="\(Self.refresh)">
      <title>\(Self.escaped(view.title)): \(words.summary(view.state))</title>
      <link rel="stylesheet" href="/css/status.css">
      </head>
      <body>
      <main>
      <h1>\(Self.name(view.title))</h1>
      <p class="summary \(view.state?.rawValue ?? "unknown")">\(words.summary(view.state))</p>

      """
    html += incidents
    if view.entries.isEmpty {
      html += "<p>\(words.noMonitors)</p>\n"
    } else {
      html += "<ul class=\"monitors\">\n" + view.entries.map(entry).joined() + "</ul>\n"
    }
    html += "</main>\n<footer><p>\(words.updated) \(Self.time(view.made))</p></footer>\n"
    return html + "</body>\n</html>\n"
  }

  // MARK: Parts

  private var incidents: String {
    let all = view.incidents
    guard !all.isEmpty else { return "" }
    let items = all.map { entry in
      let since = entry.incidentFrom.map { ", \(words.since) \(Self.time($0))" } ?? ""
      return "<li>\(Self.name(entry.name)): \(word(entry.state))\(since)</li>\n"
    }
    return "<section class=\"incidents\">\n<h2>\(words.incidents)</h2>\n<ul>\n"
      + items.joined() + "</ul>\n</section>\n"
  }

  private func entry(_ entry: StatusPageView.Entry) -> String {
    let work = entry.isInMaintenance ? " (\(words.maintenance))" : ""
    return """
      <li>
      <h2>\(Self.name(entry.name))</h2>
      <p class="state \(entry.state.rawValue)">\(word(entry.state))\(work)</p>
      \(bars(entry))
      <p class="scale"><span>\(words.ago)</span> <span>\(words.uptime(entry.uptime))</span> \
      <span>\(words.today)</span></p>
      </li>

      """
  }

  /// The days as bars: their height tells the states apart as their colour does.
  private func bars(_ entry: StatusPageView.Entry) -> String {
    var paths: [MonitorState?: String] = [:]
    for (index, bar) in entry.bars.enumerated() {
      let (x, height) = (index * Self.barStep, Self.height(of: bar.worst))
      let outline = "M\(x) \(Self.height - height)h\(Self.barWidth)v\(height)h-\(Self.barWidth)z"
      paths[bar.worst, default: ""] += outline
    }
    let order: [MonitorState?] = [.up, .degraded, .down, .unknown, .paused, nil]
    let drawn = order.compactMap { state in
      paths[state].map { "<path class=\"\(Self.style(of: state))\" d=\"\($0)\"/>" }
    }
    let width = max(1, entry.bars.count * Self.barStep - Self.barStep + Self.barWidth)
    return "<svg viewBox=\"0 0 \(width) \(Self.height)\" preserveAspectRatio=\"none\" role=\"img\" "
      + "aria-label=\"\(Self.escaped(alternative(entry)))\">\(drawn.joined())</svg>"
  }

  /// The bars in words.
  private func alternative(_ entry: StatusPageView.Entry) -> String {
    var parts = [words.uptime(entry.uptime)]
    for (state, said) in [(MonitorState.down, words.daysDown), (.degraded, words.daysDegraded)] {
      let days = entry.bars.count { $0.worst == state }
      if days > 0 { parts.append("\(said): \(days)") }
    }
    return parts.joined(separator: "; ")
  }

  private func word(_ state: MonitorState) -> String { words.states[state] ?? state.rawValue }

  private static func height(of state: MonitorState?) -> Int {
    switch state {
    case .up: height
    case .degraded: height * 5 / 8
    case .down: height * 3 / 8
    case .unknown, .paused, nil: height / 8
    }
  }

  private static func style(of state: MonitorState?) -> String {
    switch state {
    case .up, .degraded, .down: state?.rawValue ?? ""
    case .unknown, .paused, nil: "unknown"
    }
  }

  // MARK: Text

  /// A moment in universal time: the page knows no other.
  private static func time(_ time: Timestamp) -> String {
    let text = time.description
    let minute = text.prefix(16).replacing("T", with: " ")
    return "<time datetime=\"\(text)\">\(minute) UTC</time>"
  }

  /// A name, which may be of a script of either direction and mustn't turn what follows.
  private static func name(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

  /// Text as HTML, in elements and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default:
        let isControl = scalar.properties.generalCategory == .control
        escaped.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}
