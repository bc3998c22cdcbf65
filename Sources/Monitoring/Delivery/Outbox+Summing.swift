import Model

extension Outbox {
  /// The alerts that change where too many wait for one channel: news that are only to know are summed
  /// up in the first notice of each run of such, and the others of the run are given up with a reason
  /// that says so.
  ///
  /// Only runs without another notice between them: the order stays. Alerts that were tried, which a
  /// channel may have got, stay as they are.
  public static func sumUp(_ waiting: [Alert]) -> [Alert] {
    var changed: [Alert] = []
    let byChannel = Dictionary(grouping: waiting.filter { $0.state == .waiting }, by: \.channel)
    for channel in byChannel.keys.sorted() {
      let alerts = (byChannel[channel] ?? []).sorted(by: isEarlier)
      var excess = alerts.count - mostWaiting
      guard excess > 0 else { continue }
      var run: [Alert] = []
      for alert in alerts {
        if excess > 0, isSummable(alert) {
          run.append(alert)
          if run.count > 1 { excess -= 1 }
        } else {
          changed += summed(run)
          run = []
        }
      }
      changed += summed(run)
    }
    return changed
  }

  /// Untouched, and nothing but news to know.
  private static func isSummable(_ alert: Alert) -> Bool {
    alert.tries == 0 && alert.notice.severity == .info
      && alert.notice.items.allSatisfy { $0.severity == .info }
  }

  private static func summed(_ run: [Alert]) -> [Alert] {
    guard run.count > 1, var first = run.first else { return [] }
    let items = run.flatMap(\.notice.items)
    let more = run.reduce(0) { $0 + $1.notice.more }
    var notice = first.notice
    notice.items = Array(items.prefix(AlertNotice.mostItems))
    notice.more = more + max(0, items.count - AlertNotice.mostItems)
    notice.title = AlertTitle.text(of: items, more: more)
    notice.thread = nil
    first.notice = notice
    return [first] + run.dropFirst().map { giveUp($0, because: Message(.alertSummedUp)) }
  }
}

extension MessageTemplate {
  static let alertSummedUp = MessageTemplate(
    "alert.summed_up",
    "Too many alerts waited for this channel; an earlier one contains this one's news."
  )
}
