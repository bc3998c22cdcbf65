import Model

extension AlertNews {
  /// What is stored can't be read, for that reason.
  static func storageUnread(_ reason: Message, at time: Timestamp) -> AlertNews {
    AlertNews(
      key: storageKey,
      kind: .storageTrouble,
      phase: .opens,
      severity: .critical,
      text: Message(.alertStorageUnread).text,
      reason: reason.text,
      time: time
    )
  }

  /// A notice of this alone, for when there is no dispatcher that numbers it; within an hour it is the same one.
  func notice(url: String?) -> AlertNotice {
    let hour = time.milliseconds / 3_600_000
    let item = AlertNotice.Item(
      kind: kind,
      text: text,
      reason: reason,
      severity: severity,
      time: time,
      began: phase == .resolves ? .init(severity: .critical, time: time) : nil
    )
    return AlertNotice(
      id: "\(key)-\(phase.rawValue)-\(hour)",
      title: AlertTitle.text(of: [item], more: 0),
      items: [item],
      severity: severity,
      thread: thread,
      time: time,
      url: url
    )
  }
}

extension MessageTemplate {
  static let alertStorageHangs = MessageTemplate(
    "alert.storage_hangs",
    "The disk has not answered for half a minute."
  )
  static let alertStorageUnread = MessageTemplate(
    "alert.storage_unread",
    "What was stored can't be read, so no monitor is checked."
  )
}
