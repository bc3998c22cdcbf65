import Monitoring

extension ChannelService {
  /// Pushover.
  ///
  /// Source: Pushover Message API: JSON is posted to `/1/messages.json`; a message has 1,024 characters, a title
  /// 250, an address 512; priorities from -2 to 2, of which 2 would have to be confirmed; 10,000 messages a
  /// month, then 429 until the next, without `Retry-After`; a refusal has `errors`, and who goes on sending
  /// what is refused is locked out; two connections at once. The pace is homenet's own.
  static let pushover = ChannelService(
    name: "pushover",
    label: "Pushover",
    settings: [
      .secret(
        "token",
        "Application token",
        .word(and: "", most: 64),
        isRequired: true,
        help: "Of an application that was made for homenet."
      ),
      .secret(
        "user",
        "User key",
        .word(and: "", most: 64),
        isRequired: true,
        help: "The key of a user or a group."
      ),
      .plain(
        "device",
        "Device",
        .word(and: "_-,", most: 250),
        help: "The name of one device; all of them without it."
      ),
    ],
    limit: .utf16(1024),
    priorities: [.resolved: 0, .info: 0, .warning: 0, .critical: 1],
    pace: Pace(count: 20, seconds: 60),
    transport: .web(
      WebTemplate(
        base: .fixed("https://api.pushover.net"),
        path: "/1/messages.json",
        body: .json([
          "token": "{token}",
          "user": "{user}",
          "device": .optional("{device}"),
          "title": "{title}",
          "message": "{text}",
          "priority": .number("priority"),
          "timestamp": .number("unix"),
          "url": .optional("{page}"),
        ]),
        answer: .init(reasons: [["errors"]], unnamedPause: .seconds(3600))
      )
    )
  )
}
