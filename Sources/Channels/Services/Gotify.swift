import Monitoring

extension ChannelService {
  /// Gotify.
  ///
  /// Source: Gotify documentation, *Push messages*, *Message extras*, and its REST API: `POST /message` with an
  /// application's token in `X-Gotify-Key`; priorities from 0 to 10, of which apps make a sound from 4 and are
  /// loud from 8; `client::display` says that the text is no Markdown. A refusal has `errorDescription`.
  static let gotify = ChannelService(
    name: "gotify",
    label: "Gotify",
    settings: [
      .plain(
        "server",
        "Server",
        .url,
        isRequired: true,
        help: "The address of the Gotify server, with its path if it has one."
      ),
      .secret(
        "token",
        "Application token",
        .word(and: "._-", most: 200),
        isRequired: true,
        help: "Of an application that was made for homenet, not of a client."
      ),
      .authorities,
      .verification,
    ],
    limit: .bytes(8000),
    priorities: [.resolved: 4, .info: 4, .warning: 6, .critical: 8],
    transport: .web(
      WebTemplate(
        base: .setting("server"),
        path: "/message",
        headers: [.init(name: "X-Gotify-Key", value: "{token}")],
        body: .json([
          "title": "{title}",
          "message": "{text}",
          "priority": .number("priority"),
          "extras": .object([
            .init(name: "client::display", value: ["contentType": "text/plain"]),
            .init(
              name: "client::notification",
              value: .having("page", ["click": ["url": "{page}"]])
            ),
          ]),
        ]),
        answer: .init(reasons: [["errorDescription"], ["error"]])
      )
    )
  )
}
