extension ChannelService {
  /// A receiver of Alertmanager's webhooks.
  ///
  /// Source: Prometheus documentation, *Alerting configuration*, `<webhook_config>`: version 4.
  static let alertmanager = ChannelService(
    name: "alertmanager",
    label: "Alertmanager webhook",
    settings: [
      .plain(
        "url",
        "Address",
        .url,
        isRequired: true,
        help: "The address of a program that takes Alertmanager’s webhooks."
      ),
      .secret(
        "token",
        "Token",
        help: "Sent as Authorization: Bearer, where the receiver wants one."
      ),
      .authorities,
      .verification,
    ],
    limit: .bytes(16_000),
    transport: .web(
      WebTemplate(
        base: .setting("url"),
        headers: [.init(name: "Authorization", value: "Bearer {token}")],
        body: .built(AlertmanagerJSON.tree),
        answer: .init(reasons: [["error"], ["message"]])
      )
    )
  )
}
