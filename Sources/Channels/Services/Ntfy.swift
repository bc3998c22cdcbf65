import Monitoring

extension ChannelService {
  /// ntfy, at ntfy.sh or at home.
  ///
  /// Source: ntfy documentation, *Publishing* (*Publish as JSON*, *Updating notifications*, *Limitations*):
  /// JSON is posted to the server's root; priorities are 1 to 5; a longer message than 4,096 bytes becomes
  /// an attachment; 60 messages at once and then one every 5 s. A message with the sequence id of an earlier
  /// one takes its place on Android and in browsers (2.16 and later; older servers and iOS show both).
  static let ntfy = ChannelService(
    name: "ntfy",
    label: "ntfy",
    settings: [
      .plain(
        "server",
        "Server",
        .url,
        usual: "https://ntfy.sh",
        help: "The address of the ntfy server."
      ),
      .plain(
        "topic",
        "Topic",
        .word(and: "_-", most: 64),
        isRequired: true,
        help: "Who knows a topic of a public server can read it: choose one that nobody guesses."
      ),
      .secret("token", "Access token", help: "For a server that asks for one: tk_…"),
      .plain("user", "User", .line(most: 200), help: "Instead of a token: a user of the server."),
      .secret("password", "Password", help: "The user’s password."),
      .authorities,
      .verification,
    ],
    limit: .bytes(4000),
    priorities: [.resolved: 3, .info: 3, .warning: 4, .critical: 5],
    tags: [
      .resolved: "white_check_mark", .info: "information_source", .warning: "warning",
      .critical: "rotating_light",
    ],
    pace: Pace(count: 12, seconds: 60),
    tellsRepetitions: true,
    transport: .web(
      WebTemplate(
        base: .setting("server"),
        headers: [
          .init(name: "Authorization", value: "Bearer {token}"),
          .init(name: "Authorization", value: "Basic {basic}"),
          .init(name: "X-Sequence-ID", value: "{id_key}"),
        ],
        body: .json([
          "topic": "{topic}",
          "title": "{title}",
          "message": "{text}",
          "priority": .number("priority"),
          "tags": ["{tag}"],
          "click": .optional("{page}"),
          "sequence_id": "{id_key}",
        ]),
        answer: .init(reasons: [["error"]], notFound: .channelNoTopic)
      )
    )
  )
}
