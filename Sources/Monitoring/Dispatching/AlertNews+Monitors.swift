public import Model

extension AlertNews {
  /// The news in a change of a monitor's state; `nil` where there is none: `unknown` neither begins nor
  /// ends anything.
  public init?(_ event: MonitorEvent) {
    guard let (kind, phase, severity, template) = Self.meaning(of: event) else { return nil }
    let isOpening = phase == .opens
    self.init(
      key: Self.key(of: event),
      kind: kind,
      phase: phase,
      severity: severity,
      text: Message(template, ["name": event.name]).text,
      reason: event.reason?.text,
      subject: event.name,
      time: event.time,
      monitor: event.monitor,
      incident: event.incident,
      deadParents: isOpening ? event.deadParents : [],
      isInMaintenance: isOpening && event.isInMaintenance
    )
  }

  private typealias Meaning = (AlertKind, Phase, AlertNotice.Severity, MessageTemplate)

  private static func meaning(of event: MonitorEvent) -> Meaning? {
    switch event.kind {
    case .flappingBegan: return (.monitorFlapping, .opens, .warning, .alertFlapping)
    case .flappingEnded: return (.monitorFlapping, .resolves, .resolved, .alertSteady)
    case .diagnosed: return (.monitorDown, .completes, .critical, .alertDown)
    case .changed: break
    }
    switch event.now {
    case .down: return (.monitorDown, .opens, .critical, .alertDown)
    case .degraded: return (.monitorDegraded, .opens, .warning, .alertDegraded)
    case .up: return (.monitorUp, .resolves, .resolved, .alertUp)
    case .paused: return (.monitorUp, .resolves, .resolved, .alertPaused)
    case .unknown: return nil
    }
  }

  private static func key(of event: MonitorEvent) -> String {
    switch event.kind {
    case .flappingBegan, .flappingEnded: "flapping:\(event.monitor)"
    case .changed, .diagnosed: key(ofMonitor: event.monitor)
    }
  }

  /// The key of a monitor's state.
  static func key(ofMonitor id: String) -> String { "monitor:\(id)" }

  /// The end of an outage where what came after it is this degradation.
  var relief: AlertNews {
    var news = self
    news.kind = .monitorUp
    news.phase = .resolves
    news.severity = .resolved
    news.text = Message(.alertUpDegraded, ["name": subject ?? key]).text
    return news
  }

  /// A monitor's certificate ends in so many days, or has ended where that is negative.
  public static func certificateExpires(
    of monitor: Monitor,
    inDays days: Double,
    at time: Timestamp
  ) -> AlertNews {
    let name = Message.Value.text(monitor.name)
    let message =
      days < 0
      ? Message(.alertCertificateExpired, ["name": name])
      : Message(.alertCertificateExpires, ["name": name, "left_days": .number(days)])
    return AlertNews(
      key: "certificate:\(monitor.id)",
      kind: .certificateExpiring,
      phase: .opens,
      severity: .warning,
      text: message.text,
      subject: monitor.name,
      time: time,
      monitor: monitor.id
    )
  }

  /// A monitor's certificate is valid for long again.
  public static func certificateRenewed(of monitor: Monitor, at time: Timestamp) -> AlertNews {
    AlertNews(
      key: "certificate:\(monitor.id)",
      kind: .certificateExpiring,
      phase: .resolves,
      severity: .resolved,
      text: Message(.alertCertificateRenewed, ["name": monitor.name]).text,
      subject: monitor.name,
      time: time,
      monitor: monitor.id
    )
  }

  /// The key of what is said of the store.
  static let storageKey = "storage"

  /// What is learned can't be stored, for that reason.
  public static func storageFails(_ reason: Message, at time: Timestamp) -> AlertNews {
    AlertNews(
      key: storageKey,
      kind: .storageTrouble,
      phase: .opens,
      severity: .critical,
      text: Message(.alertStorageFails).text,
      reason: reason.text,
      time: time
    )
  }

  /// What is learned is stored again.
  public static func storageWorks(at time: Timestamp) -> AlertNews {
    AlertNews(
      key: storageKey,
      kind: .storageTrouble,
      phase: .resolves,
      severity: .resolved,
      text: Message(.alertStorageWorks).text,
      time: time
    )
  }

  /// The key of what is said of a channel.
  static func key(ofChannel id: String) -> String { "channel:\(id)" }

  /// A channel takes nothing, and an alert of it was given up; told to the other channels.
  public static func channelFails(
    _ channel: String,
    name: String,
    because reason: Message?,
    at time: Timestamp
  ) -> AlertNews {
    AlertNews(
      key: key(ofChannel: channel),
      kind: .channelTrouble,
      phase: .opens,
      severity: .warning,
      text: Message(.alertChannelFails, ["channel": name]).text,
      reason: reason?.text,
      subject: name,
      time: time,
      exceptChannel: channel
    )
  }

  /// A channel that had given up takes alerts again.
  public static func channelWorks(_ channel: String, name: String, at time: Timestamp) -> AlertNews
  {
    AlertNews(
      key: key(ofChannel: channel),
      kind: .channelTrouble,
      phase: .resolves,
      severity: .resolved,
      text: Message(.alertChannelWorks, ["channel": name]).text,
      subject: name,
      time: time,
      exceptChannel: channel
    )
  }
}

extension MessageTemplate {
  static let alertDown = MessageTemplate("alert.down", "{name} is down.")
  static let alertDegraded = MessageTemplate("alert.degraded", "{name} is degraded.")
  static let alertUp = MessageTemplate("alert.up", "{name} is up again.")
  static let alertUpDegraded = MessageTemplate(
    "alert.up_degraded",
    "{name} is no longer down, but degraded."
  )
  static let alertPaused = MessageTemplate("alert.paused", "{name} is paused.")
  static let alertFlapping = MessageTemplate(
    "alert.flapping",
    "{name} is flapping between states; single changes aren't reported until it is steady."
  )
  static let alertSteady = MessageTemplate("alert.steady", "{name} is steady again.")
  static let alertCertificateExpires = MessageTemplate(
    "alert.certificate_expires",
    "The certificate of {name} expires in {left_days}."
  )
  static let alertCertificateExpired = MessageTemplate(
    "alert.certificate_expired",
    "The certificate of {name} has expired."
  )
  static let alertCertificateRenewed = MessageTemplate(
    "alert.certificate_renewed",
    "The certificate of {name} was renewed."
  )
  static let alertStorageFails = MessageTemplate(
    "alert.storage_fails",
    "What is learned can't be stored."
  )
  static let alertStorageWorks = MessageTemplate(
    "alert.storage_works",
    "What is learned is stored again."
  )
  static let alertChannelFails = MessageTemplate(
    "alert.channel_fails",
    "The channel {channel} takes nothing, and an alert that is three days old was given up."
  )
  static let alertChannelWorks = MessageTemplate(
    "alert.channel_works",
    "The channel {channel} works again."
  )
}
