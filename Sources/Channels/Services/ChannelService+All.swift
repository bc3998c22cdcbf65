extension ChannelService {
  /// Every service, in the order in which a form lists them.
  public static let all = [
    ntfy, mail, webhook, telegram, discord, slack, matrix, gotify, pushover, alertmanager, mqtt,
    exec,
  ]

  /// The service of that name.
  public static func named(_ name: String) -> ChannelService? { all.first { $0.name == name } }
}
