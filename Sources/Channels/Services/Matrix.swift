extension ChannelService {
  /// A room of Matrix.
  ///
  /// Source: Matrix specification, *Client-Server API*: `PUT …/send/{eventType}/{txnId}`, where a transaction id
  /// that the server has seen makes no second message; `m.text` with `org.matrix.custom.html`; an empty
  /// `m.mentions` mentions nobody; an event has 65,536 bytes at most; `M_LIMIT_EXCEEDED` has `Retry-After`,
  /// and before version 1.10 `retry_after_ms`. `m.notice` would be for programs, but the usual push rules keep
  /// silent about it. Each homeserver chooses its limits; Synapse takes 10 messages at once and then one every
  /// 5 s (its configuration manual, `rc_message`). Encrypted rooms can't be written to without a client's keys:
  /// choose one that isn't.
  static let matrix = ChannelService(
    name: "matrix",
    label: "Matrix",
    settings: [
      .plain(
        "server",
        "Server",
        .url,
        isRequired: true,
        help: "The address of the homeserver, such as https://matrix.org."
      ),
      .plain(
        "room",
        "Room",
        .word(and: "!:._-+/=~[]", most: 255),
        isRequired: true,
        help: "The internal id of a room that isn’t encrypted, beginning with !."
      ),
      .secret(
        "token",
        "Access token",
        .word(and: "_-.=+/~", most: 1024),
        isRequired: true,
        help: "Of a user that is in the room."
      ),
      .authorities,
      .verification,
    ],
    // Plain and formatted text are both in the event.
    limit: .bytes(12_000),
    markup: .matrix,
    pace: Pace(count: 10, seconds: 60),
    tellsRepetitions: true,
    transport: .web(
      WebTemplate(
        method: "PUT",
        base: .setting("server"),
        path: "/_matrix/client/v3/rooms/{room}/send/m.room.message/{id_key}",
        headers: [.init(name: "Authorization", value: "Bearer {token}")],
        body: .json([
          "msgtype": "m.text",
          "body": "{titled}",
          "format": "org.matrix.custom.html",
          "formatted_body": "{rich}",
          "m.mentions": .object([]),
        ]),
        answer: .init(
          reasons: [["error"]],
          retryMilliseconds: ["retry_after_ms"],
          notFound: .channelNoRoom,
          missingWords: ["not in room", "not joined", "unknown room"]
        )
      )
    )
  )
}
