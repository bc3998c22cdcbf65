import Model
import Monitoring

/// A configuration as text and as JSON, without secrets.
struct ConfigurationText {
  let configuration: HomeConfiguration

  // MARK: Text

  /// The settings and whence they are, then what is declared.
  func lines(style: Style, width: Int?) -> [String] {
    var lines: [String] = []
    if !settings.isEmpty {
      var table = TextTable(columns: Self.settingColumns)
      table.rows = settings.map { setting in
        [
          TextTable.Cell(setting.key, style: style.bold), TextTable.Cell(setting.value),
          TextTable.Cell(setting.origin, style: style.dim),
        ]
      }
      lines += table.lines(width: width, header: style.bold)
    }
    if !declared.isEmpty {
      if !lines.isEmpty { lines.append("") }
      var table = TextTable(columns: Self.declaredColumns)
      table.rows = declared.map { item in
        [
          TextTable.Cell(item.key, style: style.bold), TextTable.Cell(item.name),
          TextTable.Cell(item.what), TextTable.Cell(item.origin, style: style.dim),
        ]
      }
      lines += table.lines(width: width, header: style.bold)
    }
    return lines
  }

  private static let settingColumns = [
    TextTable.Column(title: "SETTING", minimum: 12, maximum: 40, importance: 9),
    TextTable.Column(title: "VALUE", minimum: 12, maximum: 80, importance: 8),
    TextTable.Column(title: "FROM", minimum: 12, maximum: 80, importance: 5),
  ]

  private static let declaredColumns = [
    TextTable.Column(title: "DECLARED", minimum: 12, maximum: 72, importance: 9),
    TextTable.Column(title: "NAME", minimum: 8, maximum: 32, importance: 8),
    TextTable.Column(title: "WHAT", minimum: 12, maximum: 60, importance: 7),
    TextTable.Column(title: "FROM", minimum: 12, maximum: 80, importance: 5),
  ]

  private struct SettingRow {
    var key: String
    var value: String
    var origin: String
  }

  private var settings: [SettingRow] {
    var rows: [SettingRow] = []
    for key in ServeKey.allCases {
      guard let setting = configuration.serve.settings[key] else { continue }
      let value = Self.words(setting.value)
      rows.append(SettingRow(key: "serve.\(key.rawValue)", value: value, origin: setting.origin))
    }
    let file = configuration.files.last ?? ""
    if let url = configuration.alerts.pageURL {
      rows.append(SettingRow(key: "alerts.page_url", value: url, origin: file))
    }
    if let allows = configuration.alerts.allowsExec {
      rows.append(SettingRow(key: "alerts.allow_exec", value: "\(allows)", origin: file))
    }
    return rows
  }

  private static func words(_ value: ServeSettings.Value) -> String {
    switch value {
    case .flag(let flag): "\(flag)"
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: ", ")
    case .duration(let duration): "\(duration.components.seconds) s"
    }
  }

  private struct DeclaredRow {
    var key: String
    var name: String
    var what: String
    var origin: String?
  }

  private var declared: [DeclaredRow] {
    let declared = configuration.declared
    var rows: [DeclaredRow] = []
    func add(_ kind: String, _ id: String, _ name: String, _ what: String) {
      let key = "\(kind).\(id)"
      let origin = configuration.origins[key]
      rows.append(DeclaredRow(key: key, name: name, what: what, origin: origin))
    }
    for monitor in declared.monitors {
      let check = monitor.check
      add("monitor", monitor.id, monitor.name, "\(check.kind.rawValue) \(check.target)")
    }
    for rule in declared.rules {
      add("rule", rule.id, rule.name, "to " + rule.channels.joined(separator: ", "))
    }
    for channel in declared.channels {
      let secrets = (configuration.secrets[channel.id] ?? [:]).keys.sorted()
      let words = secrets.isEmpty ? "" : ", secret " + secrets.joined(separator: ", ")
      add("channel", channel.id, channel.name, channel.service + words)
    }
    return rows
  }

  // MARK: JSON

  /// `homenet.config/1`.
  var json: JSONObject {
    [
      "schema": "homenet.config/1", "files": configuration.files, "serve": serve,
      "alerts": alerts, "monitors": configuration.declared.monitors.map(\.shown),
      "rules": configuration.declared.rules, "channels": channels,
    ]
  }

  private var serve: FieldValue {
    var fields: [String: FieldValue] = [:]
    for (key, setting) in configuration.serve.settings {
      let value: FieldValue =
        switch setting.value {
        case .flag(let flag): .flag(flag)
        case .text(let text): .text(text)
        case .texts(let texts): .list(texts.map(FieldValue.text))
        case .duration(let duration): .number(Double(duration.components.seconds))
        }
      fields[key.rawValue] = .object(["value": value, "from": .text(setting.origin)])
    }
    return .object(fields)
  }

  private var alerts: JSONObject {
    [
      "page_url": configuration.alerts.pageURL,
      "allow_exec": configuration.alerts.allowsExec ?? false,
    ]
  }

  /// The channels with the names of their secrets, as the API shows them.
  private var channels: [ShownChannel] {
    configuration.declared.channels.map { channel in
      ShownChannel(
        channel: channel,
        secrets: (configuration.secrets[channel.id] ?? [:]).keys.sorted()
      )
    }
  }

  private struct ShownChannel: Encodable {
    let channel: AlertChannel
    let secrets: [String]

    func encode(to encoder: any Encoder) throws {
      try channel.encode(to: encoder)
      let json: JSONObject = ["secrets": secrets]
      try json.encode(to: encoder)
    }
  }
}
