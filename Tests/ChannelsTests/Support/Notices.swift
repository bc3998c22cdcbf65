import Model
import Monitoring

/// Notices for tests.
enum Notices {
  static let time = Timestamp("2026-11-27T19:38:30.000Z") ?? .never

  /// One monitor is down.
  static let down = AlertNotice(
    id: "n-1",
    title: "NAS is down",
    items: [
      AlertNotice.Item(
        kind: .monitorDown,
        text: "NAS doesn’t answer",
        reason: "No ARP answer either: it is off",
        severity: .critical,
        time: time,
        monitor: "nas",
        device: "d7",
        subject: "NAS",
        incident: 12
      )
    ],
    severity: .critical,
    thread: "incident-12",
    time: time,
    url: "http://home.lan:8480/#alerts"
  )

  /// It is up again.
  static var up: AlertNotice {
    var notice = down
    notice.id = "n-2"
    notice.title = "NAS is up again"
    notice.severity = .resolved
    notice.items[0].kind = .monitorUp
    notice.items[0].text = "NAS answers again"
    notice.items[0].reason = nil
    notice.items[0].severity = .resolved
    return notice
  }

  /// So many new devices of a name.
  static func devices(_ count: Int, called name: String = "Camera", more: Int = 0) -> AlertNotice {
    AlertNotice(
      id: "n-3",
      title: "\(count) new devices",
      items: (0..<count).map { number in
        AlertNotice.Item(
          kind: .newDevice,
          text: "\(name) \(number) is new",
          severity: .info,
          time: time,
          device: "d\(number)",
          subject: "\(name) \(number)"
        )
      },
      more: more,
      severity: .info,
      time: time
    )
  }

  /// What somebody may call a device to do harm.
  static let hostile =
    "\"},{\\\n<b>&x</b> @everyone <!channel> <@U1> [a](http://e) **b** {token} \u{202E}x\u{0}\r\nBcc: e@e.e"
}
