extension ChannelService {
  /// A topic of a broker (MQTT 3.1.1), by the system's libmosquitto.
  ///
  /// Each notice is a message (`homenet.alert/1`) at quality of service 1, not retained.
  static let mqtt = ChannelService(
    name: "mqtt",
    label: "MQTT",
    settings: ChannelSetting.broker + [topic],
    limit: .bytes(16_000),
    pace: Pace(count: 60, seconds: 60),
    transport: .mqtt
  )

  private static let topic = ChannelSetting.plain(
    "topic",
    "Topic",
    .word(and: "_-/", most: 128),
    usual: "homenet/alert",
    help: "Where notices are published."
  )
}
