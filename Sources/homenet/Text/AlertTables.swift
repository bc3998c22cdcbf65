import Model
import Monitoring

/// Channels, rules and alerts, as the API shows them, as tables and as CSV.
enum AlertTables {
  /// A table: its columns, and a text for each.
  struct Listing {
    var columns: [TextTable.Column]
    /// The names of the columns in CSV.
    var names: [String]
    var rows: [[String?]]

    func lines(style: Style, width: Int?) -> [String] {
      guard !rows.isEmpty else { return [] }
      var table = TextTable(columns: columns)
      table.rows = rows.map { row in row.map { TextTable.Cell($0) } }
      return table.lines(width: width, header: style.bold)
    }

    var csvLines: [String] {
      [names.joined(separator: ",")]
        + rows.map { row in row.map { CSVField($0).escaped }.joined(separator: ",") }
    }
  }

  static func channels(_ channels: [FieldValue]) -> Listing {
    Listing(
      columns: [
        column("NAME", 12, 32, 9), column("SERVICE", 8, 14, 8), column("STATE", 3, 8, 7),
        column("SETTINGS", 12, 60, 4), column("SECRETS", 7, 30, 3), column("ID", 8, 64, 5),
      ],
      names: ["name", "service", "state", "settings", "secrets", "id"],
      rows: channels.map { (channel: FieldValue) -> [String?] in
        [
          channel["name"]?.string, channel["service"]?.string, isOn(channel),
          settings(channel["settings"]), list(channel["secrets"]), channel["id"]?.string,
        ]
      }
    )
  }

  static func rules(_ rules: [FieldValue]) -> Listing {
    Listing(
      columns: [
        column("NAME", 12, 32, 9), column("STATE", 3, 8, 7), column("CHANNELS", 8, 30, 8),
        column("EVENTS", 12, 80, 4), column("ID", 8, 64, 5),
      ],
      names: ["name", "state", "channels", "events", "id"],
      rows: rules.map { (rule: FieldValue) -> [String?] in
        [
          rule["name"]?.string, isOn(rule), list(rule["channels"]), list(rule["events"]),
          rule["id"]?.string,
        ]
      }
    )
  }

  /// Alerts; `time` words a moment.
  static func alerts(_ alerts: [FieldValue], time: (String) -> String) -> Listing {
    Listing(
      columns: [
        column("TIME", 16, 24, 9), column("STATE", 7, 8, 8), column("CHANNEL", 8, 20, 6),
        column("MESSAGE", 20, 80, 7), column("ERROR", 12, 60, 4),
      ],
      names: ["time", "state", "channel", "message", "error"],
      rows: alerts.map { (alert: FieldValue) -> [String?] in
        [
          alert["time"]?.string.map(time),
          alert["state"]?.string.map { $0 == "given_up" ? "given up" : $0 },
          alert["channel"]?.string, alert["message"]?.string, alert["error"]?["text"]?.string,
        ]
      }
    )
  }

  /// The services that channels can be of, with what each takes.
  static func services(_ services: [FieldValue]) -> Listing {
    Listing(
      columns: [
        column("SERVICE", 8, 16, 9), column("SETTING", 8, 20, 8), column("", 6, 14, 7),
        column("WHAT", 20, 100, 6),
      ],
      names: ["service", "setting", "form", "what"],
      rows: services.flatMap { (service: FieldValue) -> [[String?]] in
        (service["settings"]?.elements ?? []).map { (setting: FieldValue) -> [String?] in
          let form = [
            setting["required"]?.flag == true ? "needed" : nil,
            setting["secret"]?.flag == true ? "secret" : nil,
          ].compactMap(\.self).joined(separator: ", ")
          return [
            service["name"]?.string, setting["name"]?.string, form, setting["help"]?.string,
          ]
        }
      }
    )
  }

  /// Monitors that are suggested.
  static func suggestions(_ monitors: [FieldValue]) -> Listing {
    Listing(
      columns: [
        column("KIND", 8, 8, 8), column("TARGET", 15, 60, 9), column("NAME", 12, 40, 7),
      ],
      names: ["kind", "target", "name"],
      rows: monitors.map { (monitor: FieldValue) -> [String?] in
        [monitor["kind"]?.string, monitor["target"]?.string, monitor["name"]?.string]
      }
    )
  }

  /// `all, until 2026-03-01T18:00:00.000Z`.
  static func words(ofMute mute: FieldValue) -> String {
    var subject = "everything"
    if let id = mute["monitor"]?.string { subject = "the monitor \(id)" }
    if let id = mute["device"]?.string { subject = "the device \(id)" }
    let until = mute["until"]?.string ?? ""
    // The last moment there is has more digits than years have.
    let isForEver = Timestamp(until) == nil || until.hasPrefix("9999")
    return "\(subject) is muted \(isForEver ? "for ever" : "until \(until)")"
  }

  private static func column(
    _ title: String,
    _ minimum: Int,
    _ maximum: Int,
    _ importance: Int
  ) -> TextTable.Column {
    TextTable.Column(
      title: title,
      minimum: minimum,
      maximum: maximum,
      importance: importance,
      isWhole: title == "ID"
    )
  }

  private static func isOn(_ value: FieldValue) -> String? {
    value["on"]?.flag.map { $0 ? "on" : "off" }
  }

  private static func list(_ value: FieldValue?) -> String? {
    value.map { $0.elements.compactMap(\.string).joined(separator: " ") }
  }

  private static func settings(_ value: FieldValue?) -> String? {
    guard case .object(let fields)? = value else { return nil }
    return fields.sorted { $0.key < $1.key }
      .compactMap { name, value in value.string.map { "\(name)=\($0)" } }.joined(separator: " ")
  }
}
