import Model
import Monitoring

/// Made-up rules, channels and alerts.
struct ScriptedAlerting {
  let script: MonitorScript

  var channels: [AlertChannel] {
    [
      AlertChannel(
        id: "phones",
        name: "Phones",
        service: "ntfy",
        settings: ["server": "https://ntfy.example", "topic": "made-up-home"]
      ),
      AlertChannel(
        id: "automation",
        name: "Automation",
        service: "webhook",
        settings: ["url": "https://hooks.example/home"],
        source: .file
      ),
      AlertChannel(
        id: "mail",
        name: "E-mail",
        service: "mail",
        settings: ["server": "mail.example", "from": "home@example.org", "to": "anna@example.org"],
        isOn: false
      ),
    ]
  }

  var rules: [AlertRule] {
    [
      AlertRule(
        id: "usual",
        name: "What is worth knowing",
        events: AlertKind.usual,
        channels: ["phones"],
        quietHours: LocalHours(startMinute: 22 * 60, endMinute: 7 * 60)
      ),
      AlertRule(
        id: "work",
        name: "Outages at work time",
        events: [.monitorDown, .monitorUp],
        monitors: ["nas", "web"],
        channels: ["automation"],
        hours: LocalHours(days: Set(1...5), startMinute: 8 * 60, endMinute: 18 * 60),
        repeatEvery: .seconds(3600),
        source: .file
      ),
      AlertRule(
        id: "guests",
        name: "Who comes and goes",
        events: [.returned, .left],
        devices: ["d00003", "d00004"],
        channels: ["phones", "mail"],
        isOn: false
      ),
    ]
  }

  /// Sent, waiting, held by quiet hours, and given up; ascending.
  var alerts: [Alert] {
    let nas = script.monitor(2)
    let mail = script.monitor(4)
    var alerts: [Alert] = []
    func add(_ monitor: MonitorSnapshot, _ kind: AlertKind, minutes: Int64, _ channel: String) {
      let (id, time) = (Int64(alerts.count + 1), script.ago(minutes))
      alerts.append(
        Alert(
          id: id,
          time: time,
          rule: channel == "automation" ? "work" : "usual",
          channel: channel,
          notice: Self.notice(of: monitor, kind, at: time, number: id),
          state: .sent,
          tries: 1
        )
      )
    }
    add(nas, .monitorDown, minutes: 4 * 24 * 60, "automation")
    alerts[0].state = .givenUp
    alerts[0].tries = 41
    alerts[0].error = "hooks.example doesn't answer."
    add(nas, .monitorUp, minutes: 4 * 24 * 60 - 72, "phones")
    add(mail, .certificateExpiring, minutes: 150, "phones")
    add(script.monitor(0), .monitorDegraded, minutes: 46, "phones")
    alerts[3].state = .held
    alerts[3].tries = 0
    add(nas, .monitorDown, minutes: 11, "automation")
    alerts[4].state = .waiting
    alerts[4].tries = 3
    alerts[4].nextTry = script.ago(-4)
    alerts[4].error = "hooks.example answers with status 503."
    add(nas, .monitorDown, minutes: 11, "phones")
    return alerts
  }

  static func notice(
    of entry: MonitorSnapshot,
    _ kind: AlertKind,
    at time: Timestamp,
    number: Int64
  ) -> AlertNotice {
    let name = entry.monitor.name
    let (words, severity) = (Self.said(kind), Self.severity(kind))
    let item = AlertNotice.Item(
      kind: kind,
      text: "\(name) \(words)",
      reason: kind == .monitorUp ? nil : entry.reason?.text,
      severity: severity,
      time: time,
      monitor: entry.id,
      subject: name,
      incident: entry.incident?.id
    )
    return AlertNotice(
      id: "n\(number)",
      title: "\(name) \(words)",
      items: [item],
      severity: severity,
      thread: entry.id,
      time: time
    )
  }

  private static func said(_ kind: AlertKind) -> String {
    switch kind {
    case .monitorDown: "is down"
    case .monitorDegraded: "is degraded"
    case .certificateExpiring: "has a certificate that ends soon"
    default: "is up"
    }
  }

  private static func severity(_ kind: AlertKind) -> AlertNotice.Severity {
    switch kind {
    case .monitorDown: .critical
    case .monitorDegraded, .certificateExpiring: .warning
    default: .resolved
    }
  }

  // MARK: Services

  static let services: [FieldValue] = [
    service(
      "ntfy",
      "ntfy",
      [
        setting("server", "Server", "The address of the ntfy server."),
        setting("topic", "Topic", "Choose one that nobody guesses.", isRequired: true),
        setting("token", "Access token", "For a server that asks for one.", isSecret: true),
      ]
    ),
    service(
      "webhook",
      "Webhook",
      [
        setting("url", "Address", "Where the notices are sent.", isRequired: true),
        setting("key", "Key", "Signs the notices.", isSecret: true),
      ]
    ),
    service(
      "mail",
      "E-mail",
      [
        setting("server", "Server", "The mail server’s name.", isRequired: true),
        setting("from", "From", "The sender’s address.", isRequired: true),
        setting("to", "To", "Addresses with commas between them.", isRequired: true),
        setting("password", "Password", "The user’s password.", isSecret: true),
      ]
    ),
  ]

  private static func service(
    _ name: String,
    _ label: String,
    _ settings: [FieldValue]
  ) -> FieldValue {
    .object(["name": .text(name), "label": .text(label), "settings": .list(settings)])
  }

  private static func setting(
    _ name: String,
    _ label: String,
    _ help: String,
    isRequired: Bool = false,
    isSecret: Bool = false
  ) -> FieldValue {
    .object([
      "name": .text(name), "label": .text(label), "help": .text(help),
      "required": .flag(isRequired), "secret": .flag(isSecret), "kind": .text("line"),
      "default": .null,
    ])
  }

  private static let needed = [
    "ntfy": ["topic"], "webhook": ["url"], "mail": ["server", "from", "to"],
  ]
  private static let taken = [
    "ntfy": ["server", "topic"], "webhook": ["url"], "mail": ["server", "from", "to"],
  ]
  private static let secretNames = ["ntfy": "token", "webhook": "key", "mail": "password"]

  /// What is wrong with a channel's settings.
  static func problem(of channel: AlertChannel, secrets: Set<String>) -> MonitoringError? {
    guard let needed = needed[channel.service], let taken = taken[channel.service] else {
      return .unacceptable(
        key: "service",
        "There is no such service; there are ntfy, webhook, mail."
      )
    }
    for name in needed where (channel.settings[name] ?? "").isEmpty {
      return .unacceptable(key: "settings.\(name)", .verbatim("\(name) is missing."))
    }
    for name in channel.settings.keys.sorted() where !taken.contains(name) {
      let short = String(name.unicodeScalars.prefix(64))
      return .unacceptable(key: "settings.\(short)", .verbatim("There is no setting \(short)."))
    }
    for name in secrets.sorted() where name != secretNames[channel.service] {
      let short = String(name.unicodeScalars.prefix(64))
      return .unacceptable(key: "secrets.\(short)", .verbatim("There is no secret \(short)."))
    }
    return nil
  }
}
