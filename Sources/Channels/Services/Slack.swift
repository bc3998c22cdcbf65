extension ChannelService {
  /// A channel of Slack.
  ///
  /// Source: Slack API, *Sending messages using incoming webhooks*, *Formatting text*, *Rate limits*, and its
  /// change log of 2016-05-17, *Changes to errors for incoming webhooks*: `&`, `<` and `>` are written as
  /// entities, which also takes `<!channel>` its meaning; one message a second, with short bursts above it, then
  /// 429 with `Retry-After`; errors are words in the body (`no_service`, `channel_not_found`,
  /// `channel_is_archived`). Text should stay below 4,000 characters, and is cut at 40,000.
  static let slack = ChannelService(
    name: "slack",
    label: "Slack",
    settings: [
      .secret(
        "webhook",
        "Webhook address",
        .url,
        isRequired: true,
        help: "From the app’s settings, Incoming Webhooks: https://hooks.slack.com/services/…"
      )
    ],
    limit: .utf16(3900),
    markup: .slack,
    pace: Pace(count: 30, seconds: 60),
    transport: .web(
      WebTemplate(
        base: .setting("webhook"),
        body: .json([
          "text": "{rich}",
          "mrkdwn": false,
          "link_names": false,
          "unfurl_links": false,
          "unfurl_media": false,
        ]),
        answer: .init(
          reasons: [["error"]],
          notFound: .channelNoWebhook,
          unauthorized: .channelNoWebhook,
          missingWords: [
            "no_service", "no_team", "team_disabled", "no_active_hooks", "invalid_token",
            "channel_not_found", "channel_is_archived",
          ]
        )
      )
    )
  )
}
