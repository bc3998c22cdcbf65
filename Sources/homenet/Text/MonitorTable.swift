import Model
import Monitoring

/// Monitors, as the API shows them, as a table, as lines and as CSV.
struct MonitorTable {
  let style: Style
  let now: Timestamp

  private static let columns = [
    TextTable.Column(title: "STATE", minimum: 8, maximum: 12, importance: 9),
    TextTable.Column(title: "NAME", minimum: 12, maximum: 32, importance: 8),
    TextTable.Column(title: "KIND", minimum: 8, maximum: 8, importance: 5),
    TextTable.Column(title: "TARGET", minimum: 15, maximum: 40, importance: 6),
    TextTable.Column(title: "SINCE", minimum: 9, maximum: 12, importance: 7),
    TextTable.Column(title: "UP 24H", minimum: 7, maximum: 8, importance: 4),
    TextTable.Column(title: "ID", minimum: 8, maximum: 64, importance: 3, isWhole: true),
    TextTable.Column(title: "REASON", minimum: 20, maximum: 80, importance: 2),
  ]

  func lines(_ monitors: [FieldValue], width: Int?) -> [String] {
    guard !monitors.isEmpty else { return [] }
    var table = TextTable(columns: Self.columns)
    table.rows = monitors.map(row)
    return table.lines(width: width, header: style.bold)
  }

  private func row(_ monitor: FieldValue) -> [TextTable.Cell] {
    let state = monitor["state"]?.string ?? ""
    return [
      TextTable.Cell(Self.words(of: monitor)) { coloured($0, by: state) },
      TextTable.Cell(monitor["name"]?.string, style: style.bold),
      TextTable.Cell(monitor["kind"]?.string),
      TextTable.Cell(monitor["target"]?.string),
      TextTable.Cell(since(monitor)),
      TextTable.Cell(Self.uptime(monitor, "24h")),
      TextTable.Cell(monitor["id"]?.string, style: style.dim),
      TextTable.Cell(Self.reason(monitor), style: style.dim),
    ]
  }

  /// The state, and that it changes to and fro.
  private static func words(of monitor: FieldValue) -> String {
    let state = monitor["state"]?.string ?? "unknown"
    return monitor["flapping"]?.flag == true ? "\(state), flaps" : state
  }

  private func coloured(_ text: String, by state: String) -> String {
    switch state {
    case "up": style.good(text)
    case "degraded": style.warning(text)
    case "down": style.bad(text)
    default: style.dim(text)
    }
  }

  private func since(_ monitor: FieldValue) -> String? {
    monitor["since"]?.string.flatMap { Timestamp($0) }.map { RelativeTime.words($0, now: now) }
  }

  private static func reason(_ monitor: FieldValue) -> String? {
    if monitor["in_maintenance"]?.flag == true { return "in maintenance" }
    return monitor["reason"]?["text"]?.string
  }

  /// `99.98 %`, rounded down: what was down for a moment is never all of the time up.
  static func uptime(_ monitor: FieldValue, _ period: String) -> String? {
    guard let share = monitor["uptime"]?[period]?["share"]?.number else { return nil }
    let hundredths = Int((min(max(share, 0), 1) * 10_000 + 1e-6).rounded(.down))
    let rest = hundredths % 100
    guard rest > 0 else { return "\(hundredths / 100) %" }
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }

  // MARK: One monitor

  /// All that is known of a monitor, a line each.
  func details(_ monitor: FieldValue) -> [String] {
    let uptimes = ["24h", "7d", "30d", "365d"].compactMap { period in
      Self.uptime(monitor, period).map { "\($0) in \(period)" }
    }
    let state = monitor["state"]?.string ?? ""
    let checked = monitor["checked"]?.string.flatMap { Timestamp($0) }
    let cause = monitor["incident"]?["diagnosis"]?["text"]?.string
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      guard let value else { return }
      lines.append("  " + DisplayText.padded(name, to: 12) + value)
    }
    add("State", coloured(Self.words(of: monitor), by: state))
    add("Since", since(monitor))
    add("Reason", Self.reason(monitor).map(DisplayText.safe))
    add("Checked", checked.map { RelativeTime.words($0, now: now) })
    add("Round trip", monitor["rtt_ms"]?.number.map { "\($0) ms" })
    add("Uptime", uptimes.isEmpty ? nil : uptimes.joined(separator: ", "))
    add("Incident", incident(monitor["incident"]))
    add("Cause", cause.map(DisplayText.safe))
    add("Every", monitor["interval_s"]?.number.map(Self.seconds))
    add("Conditions", Self.list(monitor["conditions"]))
    add("Depends on", Self.list(monitor["parents"]))
    add("Declared", monitor["source"]?.string == "file" ? "in the configuration file" : nil)
    add("ID", monitor["id"]?.string)
    let title = [monitor["name"], monitor["kind"], monitor["target"]].compactMap { $0?.string }
      .map(DisplayText.safe)
    return [style.bold(title.joined(separator: "  "))] + lines
  }

  private func incident(_ incident: FieldValue?) -> String? {
    guard let number = incident?["id"]?.number.flatMap({ Int64(exactly: $0) }) else { return nil }
    let from = incident?["from"]?.string.flatMap { Timestamp($0) }
    let since = from.map { ", began " + RelativeTime.words($0, now: now) } ?? ""
    let isKnown = incident?["acknowledged"]?.flag == true
    return "\(number)\(since)\(isKnown ? ", acknowledged" : "")"
  }

  private static func list(_ value: FieldValue?) -> String? {
    let texts = (value?.elements ?? []).compactMap(\.string).map(DisplayText.safe)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private static func seconds(_ seconds: Double) -> String {
    Int(exactly: seconds).map { "\($0) s" } ?? "\(seconds) s"
  }

  // MARK: CSV

  /// The columns of CSV; new ones come last.
  private static let csvColumns = [
    "id", "name", "kind", "target", "state", "since", "reason", "uptime_24h", "rtt_ms", "checked",
    "source",
  ]

  static func csvLines(_ monitors: [FieldValue]) -> [String] {
    [csvColumns.joined(separator: ",")]
      + monitors.map { monitor in
        let fields: [CSVField] = [
          CSVField(monitor["id"]?.string), CSVField(monitor["name"]?.string),
          CSVField(monitor["kind"]?.string), CSVField(monitor["target"]?.string),
          CSVField(monitor["state"]?.string), CSVField(monitor["since"]?.string),
          CSVField(monitor["reason"]?["text"]?.string),
          CSVField(monitor["uptime"]?["24h"]?["share"]?.number),
          CSVField(monitor["rtt_ms"]?.number), CSVField(monitor["checked"]?.string),
          CSVField(monitor["source"]?.string),
        ]
        return fields.map(\.escaped).joined(separator: ",")
      }
  }
}
