import Model
import Monitoring
import Wire

/// The whole notice as JSON: what webhooks get without a template, and programs on standard input.
///
/// Its schema is `homenet.alert/1`, described in docs/alerts.md: members may be added, and mean the same for
/// ever.
enum NoticeJSON {
  static let schema = "homenet.alert/1"

  static func tree(_ context: NoticeContext) -> JSONValue {
    let notice = context.notice
    return .object([
      .init("schema", .text(schema)),
      .init("id", .text(notice.id)),
      .init("channel", .text(context.channel)),
      .init("title", .text(notice.title)),
      .init("text", .text(context.places["text"] ?? "")),
      .init("severity", .text(notice.severity.rawValue)),
      .init("time", .text(notice.time.description)),
      .init("thread", text(notice.thread)),
      .init("url", text(notice.url)),
      .init("items", .list(notice.items.map(item))),
      .init("more", .number(Double(notice.more))),
    ])
  }

  private static func item(_ item: AlertNotice.Item) -> JSONValue {
    .object([
      .init("kind", .text(item.kind.rawValue)),
      .init("text", .text(item.text)),
      .init("reason", text(item.reason)),
      .init("severity", .text(item.severity.rawValue)),
      .init("time", .text(item.time.description)),
      .init("subject", text(item.subject)),
      .init("monitor", text(item.monitor)),
      .init("device", text(item.device)),
      .init("incident", item.incident.map { JSONValue.number(Double($0)) } ?? .null),
    ])
  }

  private static func text(_ text: String?) -> JSONValue {
    text.map { JSONValue.text($0) } ?? .null
  }
}
