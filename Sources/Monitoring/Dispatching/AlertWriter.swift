import Model

/// Puts what is told into items of a notice.
struct AlertWriter {
  private let view: AlertView
  private let behind: BlockedMonitors

  init(_ view: AlertView, _ behind: BlockedMonitors) {
    self.view = view
    self.behind = behind
  }

  /// An event.
  func item(_ news: AlertNews) -> AlertNotice.Item {
    item(news, text: news.text, reason: news.reason, at: news.time)
  }

  /// What began and lasts, with how many monitors an outage takes along.
  func opening(of episode: AlertEpisode) -> AlertNotice.Item {
    let news = episode.opening
    var reasons = [news.reason].compactMap(\.self)
    if news.kind == .monitorDown, let monitor = news.monitor {
      let count = max(view.context.dependents[monitor] ?? 0, behind.count(behind: monitor))
      if count > 0 {
        reasons = reasons.map(Self.ended)
        reasons.append(Message(.alertBehind, ["count": .count(count)]).text)
      }
    }
    let reason = reasons.isEmpty ? nil : reasons.joined(separator: " ")
    return item(news, text: news.text, reason: reason, at: episode.began)
  }

  /// A reason that another sentence follows: those of checks, unlike those of diagnoses, have no full stop.
  private static func ended(_ reason: String) -> String {
    reason.hasSuffix(".") || reason.isEmpty ? reason : reason + "."
  }

  /// What was told before and lasts.
  func repetition(of episode: AlertEpisode) -> AlertNotice.Item {
    let news = episode.opening
    let lasting = Message(
      .alertStill,
      ["lasting_s": seconds(since: episode.lastsFrom, to: view.now)]
    )
    let reasons = [lasting.text, news.reason].compactMap(\.self)
    return item(news, text: news.text, reason: reasons.joined(separator: " "), at: episode.began)
  }

  /// The end of what was told.
  func end(of episode: AlertEpisode, _ resolve: AlertNews) -> AlertNotice.Item {
    let length = seconds(since: episode.lastsFrom, to: resolve.time)
    let lasted = Message(.alertLasted, ["lasted_s": length])
    let reasons = [lasted.text, resolve.reason].compactMap(\.self)
    var told = item(
      resolve,
      text: resolve.text,
      reason: reasons.joined(separator: " "),
      at: resolve.time
    )
    told.incident = resolve.numberedIncident ?? episode.opening.numberedIncident
    told.began = AlertNotice.Item.Beginning(
      severity: episode.opening.severity,
      time: episode.began
    )
    return told
  }

  /// What began and ended before it was told, in one line.
  func whole(_ episode: AlertEpisode, _ resolve: AlertNews) -> AlertNotice.Item {
    let news = episode.opening
    let local = view.context.localTime
    let template: MessageTemplate? =
      switch news.kind {
      case .monitorDown: .alertWasDown
      case .monitorDegraded: .alertWasDegraded
      case .monitorFlapping: .alertFlapped
      default: nil
      }
    let text =
      if let template {
        Message(
          template,
          [
            "name": news.subject ?? news.key,
            "from": local.minuteText(of: news.time),
            "to": local.minuteText(of: resolve.time),
          ]
        ).text
      } else {
        "\(news.text) \(resolve.text)"
      }
    var told = item(news, text: text, reason: news.reason, at: news.time)
    told.severity = .resolved
    return told
  }

  private func item(_ news: AlertNews, text: String, reason: String?, at time: Timestamp)
    -> AlertNotice.Item
  {
    AlertNotice.Item(
      kind: news.kind,
      text: text,
      reason: reason,
      severity: news.severity,
      time: time,
      monitor: news.monitor,
      device: news.device,
      subject: news.subject,
      incident: news.numberedIncident
    )
  }

  private func seconds(since start: Timestamp, to end: Timestamp) -> Message.Value {
    .number(Double(max(0, end.milliseconds - start.milliseconds)) / 1000)
  }
}

/// What one notice tells.
struct AlertContent {
  private(set) var items: [AlertNotice.Item] = []
  private var threads: Set<String> = []
  /// How many news are told by their number alone.
  var more = 0

  mutating func add(_ item: AlertNotice.Item, thread: String) {
    items.append(item)
    threads.insert(thread)
  }

  /// What it is about, as a number that is the same in every run: FNV-1a of what no further check changes.
  ///
  /// Without reasons and times, which a start may find otherwise for what it finds again.
  var digest: UInt64 {
    let parts = items.map { item in
      let subject = item.monitor ?? item.device ?? item.subject ?? ""
      return "\(item.kind.rawValue) \(item.severity.rawValue) \(subject)"
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.sorted().joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }

  /// The notice, the worst first.
  func notice(id: String, url: String?) -> AlertNotice {
    let sorted = items.sorted { left, right in
      if left.severity != right.severity { return left.severity > right.severity }
      if left.time != right.time { return left.time < right.time }
      return left.text < right.text
    }
    return AlertNotice(
      id: id,
      title: AlertTitle.text(of: sorted, more: more),
      items: Array(sorted.prefix(AlertNotice.mostItems)),
      more: more + max(0, sorted.count - AlertNotice.mostItems),
      severity: sorted.first?.severity ?? .info,
      thread: threads.count == 1 ? threads.first : nil,
      time: sorted.map(\.time).min() ?? .never,
      url: url
    )
  }
}

extension MessageTemplate {
  static let alertBehind = MessageTemplate(
    "alert.behind",
    one: "{count} monitor behind it is affected.",
    other: "{count} monitors behind it are affected."
  )
  static let alertStill = MessageTemplate("alert.still", "It has lasted {lasting_s} so far.")
  static let alertLasted = MessageTemplate("alert.lasted", "It lasted {lasted_s}.")
  static let alertWasDown = MessageTemplate(
    "alert.was_down",
    "{name} was down from {from} to {to}."
  )
  static let alertWasDegraded = MessageTemplate(
    "alert.was_degraded",
    "{name} was degraded from {from} to {to}."
  )
  static let alertFlapped = MessageTemplate(
    "alert.flapped",
    "{name} flapped from {from} to {to}."
  )
}
