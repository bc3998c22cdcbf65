public import Model
public import Monitoring

extension GeneratedMonitors {
  // MARK: Rules

  /// The rules, in order of name.
  public func rules() -> [AlertRule] {
    ruleTable.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Adds or replaces a rule.
  public func set(_ rule: AlertRule) throws(MonitoringError) -> AlertRule {
    var rule = rule
    if rule.id.isEmpty { rule.id = newID() }
    if let before = ruleTable[rule.id] { try refuseLocked(before.source) }
    guard ruleTable[rule.id] != nil || ruleTable.count < Self.mostRules else {
      throw .impossible("There are as many rules as there can be.")
    }
    if let problem = rule.problem(channels: channelTable.values) { throw problem }
    ruleTable[rule.id] = rule
    changed()
    return rule
  }

  private static let mostRules = 1000

  /// Removes a rule.
  public func remove(rule id: String) throws(MonitoringError) {
    guard let rule = ruleTable[id] else { throw .notFound("There is no rule with that id.") }
    try refuseLocked(rule.source)
    ruleTable[id] = nil
    changed()
  }

  // MARK: Channels

  /// The channels, in order of name.
  public func channels() -> [AlertChannel] {
    channelTable.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Three services: one with a secret that isn't needed, one with an address, one with all of it.
  public func channelServices() -> [FieldValue] { ScriptedAlerting.services }

  /// The names of a channel's secrets.
  public func secretNames(of channel: String) -> [String] {
    (secrets[channel] ?? [:]).keys.sorted()
  }

  /// Adds or replaces a channel.
  public func set(
    _ channel: AlertChannel,
    secrets new: [String: String]
  ) throws(MonitoringError) -> AlertChannel {
    var channel = channel
    if channel.id.isEmpty { channel.id = newID() }
    if let before = channelTable[channel.id] { try refuseLocked(before.source) }
    guard channelTable[channel.id] != nil || channelTable.count < Self.mostRules else {
      throw .impossible("There are as many channels as there can be.")
    }
    if let problem = channel.problem() { throw problem }
    if let problem = ScriptedAlerting.problem(of: channel, secrets: Set(new.keys)) { throw problem }
    channelTable[channel.id] = channel
    secrets[channel.id, default: [:]].merge(new) { $1 }
    changed()
    return channel
  }

  /// Removes a channel and its secrets.
  public func remove(channel id: String) throws(MonitoringError) {
    try refuseLocked(try known(channel: id).source)
    channelTable[id] = nil
    secrets[id] = nil
    changed()
  }

  /// Sends nothing: a channel whose name begins with `silent` can't be reached, one with `wrong` refuses.
  public func test(channel id: String) throws(MonitoringError) -> Delivery {
    let channel = try known(channel: id)
    if channel.name.hasPrefix("silent") {
      return .failed("The server doesn't answer.", retryAfter: .seconds(60))
    }
    if channel.name.hasPrefix("wrong") { return .refused("The server doesn't take that token.") }
    return .sent
  }

  private func known(channel id: String) throws(MonitoringError) -> AlertChannel {
    guard let channel = channelTable[id] else {
      throw .notFound("There is no channel with that id.")
    }
    return channel
  }

  // MARK: Alerts

  /// Alerts, the newest first.
  public func alerts(
    in state: Alert.State?,
    before id: Int64?,
    limit: Int
  ) throws(MonitoringError) -> [Alert] {
    let found = outbox.reversed().lazy.filter { alert in
      (state == nil || alert.state == state) && (id.map { alert.id < $0 } ?? true)
    }
    return Array(found.prefix(max(0, limit)))
  }

  /// What is muted now.
  public func mutes() -> [Mute] { muted.filter { $0.until > clock() } }

  /// Mutes a subject, or unmutes it.
  public func mute(_ subject: Mute.Subject, until: Timestamp?) throws(MonitoringError) {
    if case .monitor(let id) = subject { _ = try known(id) }
    muted.removeAll { $0.subject == subject }
    if let until, muted.count < Self.mostRules { muted.append(Mute(subject, until: until)) }
    changed()
  }

  /// Makes the alerts of a change, sent at once.
  func tell(_ entry: MonitorSnapshot, was: MonitorState, at now: Timestamp) {
    guard !entry.isInMaintenance, !muted.contains(where: { $0.subject == .monitor(entry.id) }),
      let kind = Self.kind(entry.state, was: was)
    else { return }
    for rule in rules() where rule.isOn && rule.events.contains(kind) {
      guard rule.monitors?.contains(entry.id) ?? true else { continue }
      for channel in rule.channels {
        let id = (outbox.last?.id ?? 0) + 1
        let notice = ScriptedAlerting.notice(of: entry, kind, at: now, number: id)
        outbox.append(
          Alert(id: id, time: now, rule: rule.id, channel: channel, notice: notice, state: .sent)
        )
      }
    }
    if outbox.count > Self.mostAlerts { outbox.removeFirst(outbox.count - Self.mostAlerts) }
  }

  private static let mostAlerts = 1000

  private static func kind(_ state: MonitorState, was: MonitorState) -> AlertKind? {
    switch state {
    case .down: .monitorDown
    case .degraded: .monitorDegraded
    case .up where was == .down || was == .degraded: .monitorUp
    case .up, .unknown, .paused: nil
    }
  }
}
