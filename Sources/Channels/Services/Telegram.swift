extension ChannelService {
  /// A chat of Telegram.
  ///
  /// Source: Telegram Bot API, *sendMessage*, *HTML style*, *ResponseParameters*; Bots FAQ, *My bot is hitting
  /// limits*: 4,096 characters, counted after the markup is read; one message a second to a chat, with short
  /// bursts above it, and 20 a minute to a group. A refusal has `description`, one for being too fast
  /// `parameters.retry_after` in seconds.
  static let telegram = ChannelService(
    name: "telegram",
    label: "Telegram",
    settings: [
      .secret(
        "token",
        "Bot token",
        .word(and: ":_-", most: 200),
        isRequired: true,
        help: "From @BotFather: a number, a colon and letters."
      ),
      .plain(
        "chat",
        "Chat",
        .word(and: "@_-", most: 64),
        isRequired: true,
        help: "The chat’s number, or the name of a public channel with its @."
      ),
      .plain(
        "topic",
        "Topic",
        .number(1...2_147_483_647),
        help: "The number of a topic, in a group that has them."
      ),
      .plain(
        "server",
        "Server",
        .url,
        usual: "https://api.telegram.org",
        help: "Another address only for a Bot API server of your own."
      ),
    ],
    limit: .utf16(4000),
    markup: .telegram,
    pace: Pace(count: 20, seconds: 60),
    transport: .web(
      WebTemplate(
        base: .setting("server"),
        path: "/bot{token}/sendMessage",
        body: .json([
          "chat_id": "{chat}",
          "message_thread_id": .number("topic"),
          "text": "{rich}",
          "parse_mode": "HTML",
          "link_preview_options": ["is_disabled": true],
        ]),
        answer: .init(
          reasons: [["description"]],
          retrySeconds: ["parameters", "retry_after"],
          // The token is part of the address.
          notFound: .channelWrongToken,
          unauthorized: .channelWrongToken,
          missingWords: [
            "chat not found", "bot was kicked", "bot was blocked", "bot is not a member",
            "bot can't initiate conversation",
          ],
          missing: .channelNoChat
        )
      )
    )
  )
}
