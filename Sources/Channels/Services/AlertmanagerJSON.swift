import Model
import Monitoring
import Wire

/// A notice as Alertmanager sends it to webhooks, version 4 (Prometheus documentation, *Alerting
/// configuration*, `<webhook_config>`).
enum AlertmanagerJSON {
  static func tree(_ context: NoticeContext) -> JSONValue {
    let notice = context.notice
    let alerts = notice.items.map(labels)
    let common = alerts.first.map { first in
      first.filter { label in alerts.allSatisfy { $0.contains(label) } }
    }
    let isResolved = notice.severity == .resolved
    return .object([
      .init("version", "4"),
      .init("groupKey", .text("{}:{thread=\"\(key(notice.thread ?? notice.id))\"}")),
      .init("truncatedAlerts", .number(Double(notice.more))),
      .init("status", isResolved ? "resolved" : "firing"),
      .init("receiver", .text(context.channel)),
      .init("groupLabels", .object([.init("job", "homenet")])),
      .init("commonLabels", object(common ?? [])),
      .init("commonAnnotations", .object([.init("title", .text(notice.title))])),
      .init("externalURL", .text(notice.url ?? "")),
      .init("alerts", .list(notice.items.map { alert($0, notice) })),
    ])
  }

  private static func alert(_ item: AlertNotice.Item, _ notice: AlertNotice) -> JSONValue {
    let isResolved = item.severity == .resolved
    let start = (item.began?.time ?? item.time).description
    return .object([
      .init("status", isResolved ? "resolved" : "firing"),
      .init("labels", object(labels(item))),
      .init(
        "annotations",
        .object([
          .init("title", .text(notice.title)),
          .init("summary", .text(item.text)),
          .init("description", .text(item.reason ?? item.text)),
        ])
      ),
      .init("startsAt", .text(start)),
      // What Go's zero time is written as: it lasts.
      .init("endsAt", .text(isResolved ? item.time.description : "0001-01-01T00:00:00Z")),
      .init("generatorURL", .text(notice.url ?? "")),
      .init("fingerprint", .text(fingerprint(item))),
    ])
  }

  private struct Label: Hashable {
    var name: String
    var value: String
  }

  private static func labels(_ item: AlertNotice.Item) -> [Label] {
    let labels = [
      Label(name: "alertname", value: name(item.kind)),
      Label(name: "job", value: "homenet"),
      Label(name: "instance", value: item.subject ?? ""),
      Label(name: "monitor", value: item.monitor ?? ""),
      Label(name: "device", value: item.device ?? ""),
      // Some receivers pair an end with its beginning by all labels.
      Label(name: "severity", value: (item.began?.severity ?? item.severity).rawValue),
    ]
    return labels.filter { !$0.value.isEmpty }
  }

  /// One name for what begins and for what ends: by it and the subject receivers pair them.
  private static func name(_ kind: AlertKind) -> String {
    switch kind {
    case .monitorDown, .monitorUp, .monitorDegraded: "monitor"
    default: kind.rawValue
    }
  }

  private static func object(_ labels: [Label]) -> JSONValue {
    .object(labels.map { JSONValue.Member($0.name, .text($0.value)) })
  }

  /// The same for an alert and its end: FNV-1a of 64 bits over what it is about.
  private static func fingerprint(_ item: AlertNotice.Item) -> String {
    let about = [name(item.kind), item.monitor ?? "", item.device ?? "", item.subject ?? ""]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in about.joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Hex.encode(hash, digits: 16)
  }

  private static func key(_ text: String) -> String {
    CleanText.line(text, most: 100).filter { $0 != "\"" && $0 != "\\" }
  }
}
