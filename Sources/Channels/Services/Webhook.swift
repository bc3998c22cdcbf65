import Monitoring

extension ChannelService {
  /// Any program that takes JSON over HTTP.
  ///
  /// The body is `homenet.alert/1` (docs/alerts.md), or a template of the user's. It is signed as Stripe and
  /// GitHub sign theirs: HMAC-SHA-256 (RFC 2104) with a key that both know, here over the time and the body,
  /// so that an old one can't be sent again.
  static let webhook = ChannelService(
    name: "webhook",
    label: "Webhook",
    settings: [
      .plain("url", "Address", .url, isRequired: true, help: "Where the JSON is sent."),
      .plain(
        "method",
        "Method",
        .choice(["POST", "PUT", "PATCH"]),
        usual: "POST",
        help: "The method of HTTP."
      ),
      .plain(
        "template",
        "Template",
        .json,
        help:
          "JSON of your own with places in its texts, such as {title}; without one homenet’s own."
      ),
      .secret(
        "authorization",
        "Authorization",
        help: "What the field Authorization says, such as Bearer and a token."
      ),
      // Many services want a key in a field of their own, so all of them are kept as secrets.
      .secret("headers", "Fields", .headers, help: "More fields of the request, one a line."),
      .secret(
        "key",
        "Key for signatures",
        help: "With one each request has a signature in the field X-HomeNet-Signature."
      ),
      .authorities,
      .verification,
    ],
    limit: .bytes(16_000),
    priorities: [.resolved: 0, .info: 1, .warning: 2, .critical: 3],
    tags: [
      .resolved: "resolved", .info: "info", .warning: "warning", .critical: "critical",
    ],
    tellsRepetitions: true,
    transport: .web(
      WebTemplate(
        method: "{method}",
        base: .setting("url"),
        headers: [
          .init(name: "Authorization", value: "{authorization}"),
          .init(name: "Idempotency-Key", value: "{id_key}"),
        ],
        body: .templated(by: "template", otherwise: NoticeJSON.tree),
        moreHeaders: "headers",
        signedBy: "key",
        answer: .init(reasons: [["error"], ["message"], ["detail"]])
      )
    )
  )
}
