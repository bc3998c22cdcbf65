import Wire

extension ChannelService {
  /// A channel of a Discord server.
  ///
  /// Source: Discord Developer Documentation, *Webhook Resource* (*Execute Webhook*), *Allowed Mentions*, *Rate
  /// Limits*: `content` of 2,000 characters; with `wait=true` the answer says whether it was kept; nobody is
  /// mentioned where `parse` is empty; flag 4 shows no previews of links; 429 has `retry_after` in seconds. The
  /// limits themselves are in no document; its makers have named 30 a minute to a channel and 5 in 2 s by a
  /// webhook (discord-api-docs, issue 367).
  static let discord = ChannelService(
    name: "discord",
    label: "Discord",
    settings: [
      .secret(
        "webhook",
        "Webhook address",
        .url,
        isRequired: true,
        help: "From the channel’s settings, Integrations: https://discord.com/api/webhooks/…"
      )
    ],
    limit: .utf16(2000),
    markup: .discord,
    pace: Pace(count: 25, seconds: 60),
    transport: .web(
      WebTemplate(
        base: .setting("webhook"),
        path: "?wait=true",
        body: .json([
          "content": "{rich}",
          "flags": .fixed(.number(4)),
          "allowed_mentions": ["parse": .list([])],
        ]),
        answer: .init(
          reasons: [["message"]],
          retrySeconds: ["retry_after"],
          notFound: .channelNoWebhook,
          unauthorized: .channelNoWebhook
        )
      )
    )
  )
}
