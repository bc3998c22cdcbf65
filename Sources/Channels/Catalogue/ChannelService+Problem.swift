public import Monitoring
import Model

extension ChannelService {
  /// What is wrong with a channel, with the secrets that it has or would get; `nil` where nothing is.
  ///
  /// Its service may have been given by any name, its settings by anybody. `allowsPrograms` is whether the
  /// configuration lets channels run programs.
  public static func problem(
    of channel: AlertChannel,
    secrets: [String: String],
    allowsPrograms: Bool = true
  ) -> MonitoringError? {
    guard let service = named(channel.service) else {
      return .unacceptable(
        key: "service",
        Message(
          .channelNoService,
          ["service": .text(String(channel.service.prefix(40))), "known": .texts(all.map(\.name))]
        )
      )
    }
    if case .program = service.transport, !allowsPrograms {
      return .impossible(Message(.channelProgramsOff))
    }
    return service.problem(settings: channel.settings, secrets: secrets)
  }

  private func problem(settings: [String: String], secrets: [String: String]) -> MonitoringError? {
    for name in settings.keys.sorted() {
      guard let setting = self.setting(name) else { return unknown(name, isSecret: false) }
      // A reference to a credential is no secret; a secret in the settings would be shown to all.
      guard !setting.isSecret || SettingSyntax.credential(settings[name] ?? "") != nil else {
        return unacceptable(setting, Message(.channelSecretShown, ["setting": name]))
      }
    }
    for name in secrets.keys.sorted() where setting(name)?.isSecret != true {
      return unknown(name, isSecret: true)
    }
    for setting in self.settings {
      let shown = settings[setting.name] ?? ""
      let value = setting.isSecret ? secrets[setting.name] ?? shown : shown
      if value.isEmpty {
        guard !setting.isRequired || setting.usual != nil else {
          return unacceptable(setting, Message(.channelSettingMissing, ["setting": setting.name]))
        }
        continue
      }
      // Whether what a credential holds is right is seen when it is read.
      if setting.isSecret, SettingSyntax.credential(value) != nil { continue }
      if let problem = setting.problem(of: value) { return unacceptable(setting, problem) }
    }
    return contradiction(settings: settings, secrets: secrets)
  }

  /// Settings that don't go together.
  private func contradiction(
    settings: [String: String],
    secrets: [String: String]
  ) -> MonitoringError? {
    func has(_ name: String) -> Bool {
      !(settings[name] ?? "").isEmpty || !(secrets[name] ?? "").isEmpty
    }
    if let user = setting("user"), setting("password") != nil {
      if has("password"), !has("user") {
        return unacceptable(user, Message(.channelSettingMissing, ["setting": "user"]))
      }
      if let token = setting("token"), has("token"), has("user") {
        return unacceptable(token, Message(.channelTokenOrUser))
      }
    }
    if case .mail = transport, settings["security"] == "none", has("password"),
      let security = setting("security")
    {
      return unacceptable(security, Message(.channelPasswordInClear))
    }
    return nil
  }

  private func unknown(_ name: String, isSecret: Bool) -> MonitoringError {
    .unacceptable(
      key: "\(isSecret ? "secrets" : "settings").\(name.prefix(60))",
      Message(
        .channelSettingUnknown,
        [
          "service": .text(label), "setting": .text(String(name.prefix(60))),
          "known": .texts(settings.map(\.name)),
        ]
      )
    )
  }

  private func unacceptable(_ setting: ChannelSetting, _ message: Message) -> MonitoringError {
    .unacceptable(key: "\(setting.isSecret ? "secrets" : "settings").\(setting.name)", message)
  }
}

/// What is wrong with a channel.
extension MessageTemplate {
  static let channelNoService = MessageTemplate(
    "channel.no_service",
    "there is no service called {service}; there are {known|, | and }"
  )
  static let channelSettingUnknown = MessageTemplate(
    "channel.setting_unknown",
    "{service} has no setting {setting}; it has {known|, | and }"
  )
  static let channelSettingMissing = MessageTemplate(
    "channel.setting_missing",
    "{setting} is missing"
  )
  static let channelSecretShown = MessageTemplate(
    "channel.secret_shown",
    "{setting} is a secret: give it as one, or as credential:NAME"
  )
  static let channelTokenOrUser = MessageTemplate(
    "channel.token_or_user",
    "give either a token, or a user with a password"
  )
  static let channelPasswordInClear = MessageTemplate(
    "channel.password_in_clear",
    "without encryption everybody on the way could read the password: choose starttls or tls"
  )
  static let channelProgramsOff = MessageTemplate(
    "channel.programs_off",
    "channels may not run programs here: allow it in the configuration file first"
  )
}
