import Model

/// The context at one moment, with what all decisions of that moment share.
struct AlertView {
  let context: AlertContext
  let now: Timestamp
  let rules: [Rule]
  /// The monitors that flap.
  let flapping: Set<String>
  private let channelsOn: Set<String>

  /// A rule, and whether the moment lies in its hours.
  struct Rule {
    var rule: AlertRule
    var isInHours: Bool
    /// When its quiet hours end; `nil` outside them.
    var quietUntil: Timestamp?

    var isQuiet: Bool { quietUntil != nil }
  }

  /// What a rule says of a piece of news now.
  enum Verdict: Equatable {
    /// The rule doesn't tell it.
    case no
    /// It isn't told; if it lasts until then, it is.
    case silent(until: Timestamp?)
    /// It is told later, whether or not it lasts.
    case held(until: Timestamp?)
    /// It isn't known yet whether it is told: parents are still to be checked, at most until then.
    case awaited(until: Timestamp)
    /// It is told as soon as the news that belong to it are gathered.
    case gathering
  }

  init(_ context: AlertContext, at now: Timestamp, flapping: Set<String>) {
    self.context = context
    self.now = now
    self.flapping = flapping
    channelsOn = Set(context.channels.filter(\.isOn).map(\.id))
    rules = context.rules.filter(\.isOn).map { rule -> Rule in
      let quiet = rule.quietHours.flatMap { hours -> Timestamp? in
        hours.contains(now, in: context.localTime)
          ? hours.end(after: now, in: context.localTime) : nil
      }
      return Rule(
        rule: rule,
        isInHours: rule.hours?.contains(now, in: context.localTime) ?? true,
        quietUntil: quiet
      )
    }
  }

  /// The rules that lead to a channel.
  func rules(to channel: String) -> [Rule] {
    guard channelsOn.contains(channel) else { return [] }
    return rules.filter { $0.rule.channels.contains(channel) }
  }

  /// Whether any rule tells such news to a channel, whenever that is.
  func isWanted(_ news: AlertNews, by channel: String) -> Bool {
    guard news.exceptChannel != channel else { return false }
    return rules(to: channel).contains { $0.rule.wants(news) }
  }

  /// Whether news are the cause of a monitor's state, and a channel is told of that state.
  func isTold(asState news: AlertNews, to channel: String) -> Bool {
    var state = news
    switch news.phase {
    case .becomesOutage: state.kind = .monitorDown
    case .becomesDegradation: state.kind = .monitorDegraded
    case .opens, .resolves, .event, .completes: return false
    }
    return isWanted(state, by: channel)
  }

  /// What a rule says of an event.
  func verdict(_ rule: Rule, on news: AlertNews) -> Verdict {
    guard rule.rule.wants(news), rule.isInHours,
      context.muted(monitor: news.monitor, device: news.device, at: now) == nil
    else { return .no }
    return rule.quietUntil.map { Verdict.held(until: $0) } ?? .gathering
  }

  /// What a rule says of what is to be told of an episode, or of its repetition.
  func verdict(_ rule: Rule, on episode: AlertEpisode) -> Verdict {
    if episode.tellsResolve, let resolve = episode.resolve {
      return verdict(rule, onResolve: resolve)
    }
    let news = episode.opening
    guard rule.rule.wants(news) else { return .no }
    if let end = context.muted(monitor: news.monitor, device: news.device, at: now) {
      return .silent(until: end)
    }
    guard rule.isInHours else { return .silent(until: nextMinute) }
    // What is over was told by what held while it lasted.
    if episode.resolve == nil, let monitor = news.monitor, isWithheld(monitor, news.kind) {
      return .silent(until: nil)
    }
    if let monitor = news.monitor, let end = parentsAwaited(of: monitor) {
      return .awaited(until: end)
    }
    return rule.quietUntil.map { Verdict.held(until: $0) } ?? .gathering
  }

  /// A resolve is told whatever mutes, maintenance or parents say: its opening was.
  private func verdict(_ rule: Rule, onResolve news: AlertNews) -> Verdict {
    guard rule.rule.wants(news) else { return .no }
    if isFlapping(news.monitor, news.kind) { return .held(until: nil) }
    guard rule.isInHours else { return .held(until: nextMinute) }
    return rule.quietUntil.map { Verdict.held(until: $0) } ?? .gathering
  }

  /// The first failed check of the outage or degradation that news are of.
  func failingSince(_ news: AlertNews) -> Timestamp? {
    switch news.kind {
    case .monitorDown, .monitorDegraded: news.monitor.flatMap { context.failingSince[$0] }
    default: nil
    }
  }

  private func isWithheld(_ monitor: String, _ kind: AlertKind) -> Bool {
    context.inMaintenance.contains(monitor) || context.recovering.contains(monitor)
      || isFlapping(monitor, kind)
      || !(context.deadParents[monitor] ?? []).isEmpty
  }

  /// Whether single changes of a monitor's state aren't told.
  private func isFlapping(_ monitor: String?, _ kind: AlertKind) -> Bool {
    guard let monitor, flapping.contains(monitor) else { return false }
    return switch kind {
    case .monitorDown, .monitorDegraded, .monitorUp: true
    default: false
    }
  }

  /// When a monitor's parents are no longer waited for; `nil` where all were checked.
  private func parentsAwaited(of monitor: String) -> Timestamp? {
    guard !(context.uncheckedParents[monitor] ?? []).isEmpty else { return nil }
    let end = AlertTime.adding(AlertContext.longestParentWait, to: context.started)
    return now < end ? end : nil
  }

  private var nextMinute: Timestamp { AlertTime.nextMinute(after: now) }
}

extension AlertRule {
  /// Whether the rule tells such news, whenever that is.
  func wants(_ news: AlertNews) -> Bool {
    guard events.contains(news.kind) else { return false }
    if let monitor = news.monitor { return monitors?.contains(monitor) ?? true }
    if let device = news.device { return devices?.contains(device) ?? true }
    return true
  }
}
