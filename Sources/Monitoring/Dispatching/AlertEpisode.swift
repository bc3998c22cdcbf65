import Model

/// What lasts from an opening to its resolve, and what of it one channel was told.
struct AlertEpisode: Codable, Hashable, Sendable {
  /// The present opening: a degradation that became an outage is the outage.
  var opening: AlertNews
  /// When it began.
  var began: Timestamp
  /// The first failed check, of which an outage is noticed only later; `nil` where it isn't known.
  var failedFrom: Timestamp?
  /// Since when that which is to be told waits.
  var gathered: Timestamp
  /// The kind that was told; `nil` before.
  var told: AlertKind?
  /// When it was told, or repeated.
  var toldAt: Timestamp?
  /// How it ended.
  var resolve: AlertNews?
  /// Whether nothing of it is told as things are: muted, in maintenance, behind a dead parent.
  var isSilent: Bool
  /// Until when it stays silent after the reason for that is gone, so that another check may end it.
  var notBefore: Timestamp?

  /// One that begins.
  init(_ opening: AlertNews, arrived: Timestamp) {
    self.opening = opening
    began = opening.time
    gathered = arrived
    isSilent = !opening.deadParents.isEmpty || opening.isInMaintenance
  }

  /// From when its length counts.
  var lastsFrom: Timestamp { failedFrom ?? began }

  /// Whether the present opening was told.
  var isOpeningTold: Bool { told == opening.kind }

  /// Whether there is something to tell.
  var isPending: Bool { resolve != nil || !isOpeningTold }

  /// Whether what is to be told is the end of something that was told.
  var tellsResolve: Bool { resolve != nil && told != nil }

  /// Whether it began and ended without being told.
  var isOverUntold: Bool { resolve != nil && told == nil }
}

/// News that happened at a moment, and when they came.
struct ArrivedNews: Codable, Hashable, Sendable {
  var news: AlertNews
  var arrived: Timestamp
}

/// What one channel was told, and what is gathered for it.
struct ChannelMemory: Codable, Hashable, Sendable {
  /// By key, in order; only the last one of a key may last.
  var episodes: [String: [AlertEpisode]] = [:]
  /// Single events that wait.
  var events: [ArrivedNews] = []
  /// How many events and episodes were dropped for want of room since the last notice.
  var dropped = 0

  /// As many events as wait; devices with made-up addresses can make any number.
  static let mostEvents = 500
  /// As many episodes of one key as wait for the end of quiet hours.
  static let mostEpisodes = 20
  /// As many keys as are remembered: every monitor's, its certificate's and its flapping's.
  static let mostKeys = 3 * Monitor.most + 100

  var isEmpty: Bool { episodes.isEmpty && events.isEmpty && dropped == 0 }

  /// Notes news; those that no rule wants for this channel can only end something.
  mutating func note(_ arrival: ArrivedNews, isWanted: Bool) {
    let news = arrival.news
    switch news.phase {
    case .event:
      guard isWanted else { return }
      guard events.count < Self.mostEvents else {
        dropped += 1
        return
      }
      events.append(arrival)
    case .opens, .becomesOutage, .becomesDegradation:
      open(news, at: arrival.arrived, isWanted: isWanted)
    case .resolves: resolve(news, at: arrival.arrived)
    case .completes: complete(news)
    }
  }

  private mutating func open(_ news: AlertNews, at arrived: Timestamp, isWanted: Bool) {
    var list = episodes[news.key, default: []]
    if var last = list.last, last.resolve == nil {
      // The same incident goes on: through `unknown`, or after a restart.
      if last.opening.kind == news.kind { return }
      if news.severity > last.opening.severity {
        guard isWanted else { return }
        if last.told != nil { last.gathered = arrived }
        last.isSilent =
          last.isSilent || !news.deadParents.isEmpty || news.isInMaintenance
        last.opening = news
        list[list.count - 1] = last
        episodes[news.key] = list
        return
      }
      resolve(news.relief, at: arrived)
      list = episodes[news.key, default: []]
    }
    guard isWanted else { return }
    guard !list.isEmpty || episodes.count < Self.mostKeys else {
      dropped += 1
      return
    }
    list.append(AlertEpisode(news, arrived: arrived))
    if list.count > Self.mostEpisodes, let oldest = list.firstIndex(where: \.isOverUntold) {
      list.remove(at: oldest)
      dropped += 1
    }
    episodes[news.key] = list
  }

  private mutating func resolve(_ news: AlertNews, at arrived: Timestamp) {
    guard var list = episodes[news.key], var last = list.popLast(), last.resolve == nil else {
      return
    }
    if last.told != nil || !last.isSilent {
      last.resolve = news
      if last.isOpeningTold { last.gathered = arrived }
      list.append(last)
    }
    episodes[news.key] = list.isEmpty ? nil : list
  }

  /// Ends what lasts with a key without a word: the channel is told of it as something else.
  mutating func supersede(_ key: String) {
    guard var list = episodes[key], let last = list.popLast(), last.resolve == nil else { return }
    episodes[key] = list.isEmpty ? nil : list
  }

  private mutating func complete(_ news: AlertNews) {
    guard var list = episodes[news.key],
      let index = list.lastIndex(where: { $0.opening.incident == news.incident }),
      !list[index].isOpeningTold
    else { return }
    list[index].opening.reason = news.reason ?? list[index].opening.reason
    episodes[news.key] = list
  }

  /// Notes the number of a monitor's incident that lasts, where it wasn't known yet.
  mutating func set(incident: Int64, of monitor: String) {
    let key = AlertNews.key(ofMonitor: monitor)
    guard var list = episodes[key], let last = list.indices.last,
      list[last].opening.numberedIncident == nil
    else { return }
    list[last].opening.incident = incident
    episodes[key] = list
  }

  /// Lets nothing wait until the clock is where it was.
  mutating func turnBack(to now: Timestamp) {
    for index in events.indices { events[index].arrived = min(events[index].arrived, now) }
    for (key, list) in episodes {
      episodes[key] = list.map { episode in
        var episode = episode
        episode.gathered = min(episode.gathered, now)
        episode.toldAt = episode.toldAt.map { min($0, now) }
        // It is waited for anew.
        if let time = episode.notBefore, time > now { episode.notBefore = nil }
        return episode
      }
    }
  }

  /// Forgets what concerns a monitor.
  mutating func forget(monitor id: String) { forget { $0.monitor == id } }

  /// Forgets what news say that are such.
  mutating func forget(where isGone: (AlertNews) -> Bool) {
    episodes = episodes.filter { _, list in list.first.map { !isGone($0.opening) } ?? false }
    events.removeAll { isGone($0.news) }
  }
}
