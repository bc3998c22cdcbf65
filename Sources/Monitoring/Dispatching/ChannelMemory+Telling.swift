import Model

extension ChannelMemory {
  /// Drops what no rule tells any more, and notes what became silent and what ceased to be.
  mutating func settle(_ rules: [AlertView.Rule], _ view: AlertView) {
    events.removeAll { event in
      rules.allSatisfy { view.verdict($0, on: event.news) == .no }
    }
    for (key, list) in episodes where list.contains(where: \.isPending) {
      let kept = list.compactMap { episode -> AlertEpisode? in
        episode.isPending ? Self.settled(episode, rules, view) : episode
      }
      episodes[key] = kept.isEmpty ? nil : kept
    }
  }

  private static func settled(_ episode: AlertEpisode, _ rules: [AlertView.Rule], _ view: AlertView)
    -> AlertEpisode?
  {
    var episode = episode
    var isSilent = false
    var isAwaited = false
    var shortestWait: Duration?
    for rule in rules {
      switch view.verdict(rule, on: episode) {
      case .no: break
      case .silent: isSilent = true
      case .awaited: isAwaited = true
      case .held, .gathering:
        shortestWait = min(shortestWait ?? rule.rule.groupWait, rule.rule.groupWait)
      }
    }
    if let shortestWait {
      guard episode.isSilent, !episode.tellsResolve else { return episode }
      // Still silent for a while: what ends then was not down for itself.
      if let notBefore = episode.notBefore {
        episode.isSilent = view.now < notBefore
      } else {
        episode.notBefore = AlertTime.adding(shortestWait, to: view.now)
      }
      return episode
    }
    if isAwaited { return episode }
    if isSilent {
      if episode.isOverUntold { return nil }
      episode.isSilent = true
      episode.notBefore = nil
      return episode
    }
    // No rule tells it: what was told and lasts is kept, for its resolve may be told.
    return episode.told == nil || episode.resolve != nil ? nil : episode
  }

  /// What a rule tells now, which then counts as told; `nil` while it gathers or has nothing.
  mutating func flush(_ rule: AlertView.Rule, _ view: AlertView) -> AlertContent? {
    var isDue = false
    var pending: [String] = []
    var repeated: [String] = []
    for (key, list) in episodes {
      for episode in list {
        if isReady(episode, rule, view) {
          isDue = isDue || isGathered(since: episode.gathered, rule, view)
          if pending.last != key { pending.append(key) }
        } else if let time = repetition(of: episode, rule), time <= view.now,
          view.verdict(rule, on: episode) == .gathering, !isAcknowledged(episode, view)
        {
          repeated.append(key)
        }
      }
    }
    let ready = events.filter { view.verdict(rule, on: $0.news) == .gathering }
    isDue = isDue || ready.contains { isGathered(since: $0.arrived, rule, view) }
    guard isDue || !repeated.isEmpty else { return nil }

    var content = AlertContent()
    let behind = BlockedMonitors(episodes, view)
    if isDue {
      let writer = AlertWriter(view, behind)
      for key in pending.sorted() { tell(key, rule, view, writer, &content) }
      for event in ready { content.add(writer.item(event.news), thread: event.news.thread) }
      events.removeAll { view.verdict(rule, on: $0.news) == .gathering }
    }
    for key in repeated.sorted() {
      guard var list = episodes[key], let last = list.indices.last else { continue }
      list[last].toldAt = view.now
      content.add(
        AlertWriter(view, behind).repetition(of: list[last]),
        thread: list[last].opening.thread
      )
      episodes[key] = list
    }
    content.more += dropped
    dropped = 0
    return content
  }

  private mutating func tell(
    _ key: String,
    _ rule: AlertView.Rule,
    _ view: AlertView,
    _ writer: AlertWriter,
    _ content: inout AlertContent
  ) {
    var kept: [AlertEpisode] = []
    for var episode in episodes[key] ?? [] {
      guard isReady(episode, rule, view) else {
        kept.append(episode)
        continue
      }
      let thread = episode.opening.thread
      guard let resolve = episode.resolve else {
        content.add(writer.opening(of: episode), thread: thread)
        episode.failedFrom = episode.failedFrom ?? view.failingSince(episode.opening)
        episode.told = episode.opening.kind
        episode.isSilent = false
        episode.toldAt = view.now
        kept.append(episode)
        continue
      }
      // An outage that followed a degradation that was told, and ended before it was told itself.
      let hidesMore =
        !episode.isOpeningTold && !episode.isSilent && rule.rule.wants(episode.opening)
      if hidesMore { content.add(writer.whole(episode, resolve), thread: thread) }
      if episode.told != nil { content.add(writer.end(of: episode, resolve), thread: thread) }
    }
    episodes[key] = kept.isEmpty ? nil : kept
  }

  /// When there will be something to tell by a rule, if nothing changes.
  func nextDue(_ rule: AlertView.Rule, _ view: AlertView) -> Timestamp? {
    var next: Timestamp?
    func note(_ time: Timestamp?) {
      guard let time else { return }
      next = min(next ?? time, time)
    }
    for list in episodes.values {
      for episode in list {
        let repeated = repetition(of: episode, rule)
        guard episode.isPending || (repeated != nil && !isAcknowledged(episode, view)) else {
          continue
        }
        switch view.verdict(rule, on: episode) {
        case .no: break
        case .silent(let until), .held(let until): note(until)
        case .awaited(let until): note(until)
        case .gathering:
          let ready = AlertTime.adding(rule.rule.groupWait, to: episode.gathered)
          note(episode.isPending ? max(ready, episode.notBefore ?? ready) : repeated)
        }
      }
    }
    for event in events {
      switch view.verdict(rule, on: event.news) {
      case .no: break
      case .silent(let until), .held(let until): note(until)
      case .awaited(let until): note(until)
      case .gathering: note(AlertTime.adding(rule.rule.groupWait, to: event.arrived))
      }
    }
    return next
  }

  private func isReady(_ episode: AlertEpisode, _ rule: AlertView.Rule, _ view: AlertView) -> Bool {
    guard episode.isPending else { return false }
    if let notBefore = episode.notBefore, view.now < notBefore, !episode.tellsResolve {
      return false
    }
    return view.verdict(rule, on: episode) == .gathering
  }

  private func isGathered(since time: Timestamp, _ rule: AlertView.Rule, _ view: AlertView) -> Bool
  {
    AlertTime.adding(rule.rule.groupWait, to: time) <= view.now
  }

  /// When what was told and lasts is told again.
  private func repetition(of episode: AlertEpisode, _ rule: AlertView.Rule) -> Timestamp? {
    guard let every = rule.rule.repeatEvery, let told = episode.toldAt, !episode.isPending else {
      return nil
    }
    return AlertTime.adding(every, to: told)
  }

  private func isAcknowledged(_ episode: AlertEpisode, _ view: AlertView) -> Bool {
    episode.opening.incident.map(view.context.acknowledged.contains) ?? false
  }
}

/// The monitors whose openings aren't told because a parent of theirs is down.
struct BlockedMonitors {
  private let children: [String: [String]]

  init(_ episodes: [String: [AlertEpisode]], _ view: AlertView) {
    var children: [String: [String]] = [:]
    for list in episodes.values {
      guard let episode = list.last, episode.resolve == nil, episode.told == nil,
        let monitor = episode.opening.monitor
      else { continue }
      for parent in view.context.deadParents[monitor] ?? [] {
        children[parent, default: []].append(monitor)
      }
    }
    self.children = children
  }

  /// How many are behind a monitor, over all that are behind those, too.
  func count(behind monitor: String) -> Int {
    var seen: Set<String> = [monitor]
    var next = [monitor]
    while let parent = next.popLast() {
      for child in children[parent] ?? [] where seen.insert(child).inserted { next.append(child) }
    }
    return seen.count - 1
  }
}
