import Model

extension AlertRule {
  /// As many channels as a rule may have.
  package static let mostChannels = 20
  /// As many devices, or monitors, as a rule may name.
  package static let mostSubjects = 1000
  /// How long news may be gathered.
  package static let groupWaits = Duration.zero...Duration.seconds(3600)
  /// How often what lasts may be told again.
  package static let repetitions = Duration.seconds(60)...Duration.seconds(30 * 86_400)

  /// What is wrong with its settings, or which of its channels isn't among those; `nil` where nothing is.
  public func problem(channels known: some Sequence<AlertChannel>) -> MonitoringError? {
    var check = FieldCheck()
    check.id(id)
    check.name(name)
    check.require(!events.isEmpty, "events", .fieldEmpty)
    check.require(!channels.isEmpty, "channels", .fieldEmpty)
    check.count(channels.count, of: "channels", most: Self.mostChannels)
    check.require(Set(channels).count == channels.count, "channels", .problemTwice)
    let ids = Set(known.map(\.id))
    if let unknown = channels.first(where: { !ids.contains($0) }) {
      let id = String(unknown.unicodeScalars.prefix(64))
      check.note("channels", .problemNoChannel, ["id": .text(id)])
    }
    Self.examine(devices, &check, "devices")
    Self.examine(monitors, &check, "monitors")
    hours?.examine(&check, "hours")
    quietHours?.examine(&check, "quiet_hours")
    check.range(groupWait, of: "group_wait_s", Self.groupWaits)
    if let repeatEvery { check.range(repeatEvery, of: "repeat_s", Self.repetitions) }
    return check.problem
  }

  private static func examine(_ ids: Set<String>?, _ check: inout FieldCheck, _ key: String) {
    guard let ids else { return }
    check.count(ids.count, of: key, most: mostSubjects)
    for id in ids.sorted().prefix(mostSubjects) { check.name(id, of: key, most: 128) }
  }
}

extension AlertChannel {
  /// As many settings, and secrets, as a channel may have.
  package static let mostSettings = 64
  /// As many characters as a setting's name may have.
  package static let longestSettingName = 64
  /// As many characters as a setting, or a secret, may have.
  package static let longestSetting = 4096

  /// What is wrong with its name or the sizes of its settings; what they mean, its service knows.
  public func problem() -> MonitoringError? {
    var check = FieldCheck()
    check.id(id)
    check.name(name)
    check.require(TargetSyntax.isToken(service), "service", .problemService)
    check.length(service, of: "service", most: 40)
    check.count(settings.count, of: "settings", most: Self.mostSettings)
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      let key = "settings.\(String(name.unicodeScalars.prefix(80)))"
      check.name(name, of: key, most: Self.longestSettingName)
      check.length(value, of: key, most: Self.longestSetting)
    }
    return check.problem
  }
}

/// What is wrong with a rule's or a channel's settings.
extension MessageTemplate {
  static let problemNoChannel = MessageTemplate(
    "alert.problem_no_channel",
    "There is no channel with the id {id}."
  )
  static let problemService = MessageTemplate(
    "channel.problem_service",
    "{key} has to be the name of a service, such as ntfy, mail or webhook."
  )
}
