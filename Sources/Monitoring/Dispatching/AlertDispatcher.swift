public import Model

/// Gathers news and turns them into alerts: what is new, what is over, and nothing twice.
///
/// Its memory is stored in one transaction with the alerts that it makes. If that fails, or the program
/// ends before, the older memory makes the same alerts again, with the same ids.
///
/// - An opening is told once its rule has gathered for its `groupWait`, unless it is silent: muted, in
///   maintenance, behind a dead parent, outside the rule's hours, or flapping. What ends while it is
///   silent is never told. What still lasts then is told a `groupWait` later.
/// - What ended before it was told is told in one line.
/// - A resolve is told if and only if its opening was, unless other news took its place. Quiet hours, the rule's
///   hours and flapping delay it; mutes, maintenance and parents don't.
/// - Quiet hours hold everything and tell it at their end in one notice.
/// - Events are told once; muted ones, and those outside the rule's hours, never.
public struct AlertDispatcher: Hashable, Sendable {
  /// What tells this home's notices from those of others.
  private(set) var seed: UInt64
  /// How many notices were made.
  private(set) var made: UInt64 = 0
  /// What came and wasn't looked at yet.
  private(set) var inbox: [ArrivedNews] = []
  /// The monitors that flap.
  private(set) var flapping: Set<String> = []
  /// What each channel was told, by its id.
  var memories: [String: ChannelMemory] = [:]

  /// As many news as wait for the next ``due(at:context:)``.
  static let mostInInbox = 5 * Monitor.most

  /// An empty dispatcher; the seed is chosen at random, once.
  public init(seed: UInt64 = 0) { self.seed = seed }

  /// Notes news; ``due(at:context:)`` has to follow with what was true when they came.
  public mutating func take(_ news: [AlertNews], at now: Timestamp) {
    let room = max(0, Self.mostInInbox - inbox.count)
    inbox += news.prefix(room).map { ArrivedNews(news: $0, arrived: now) }
  }

  /// Notes the number that the store gave to a monitor's incident that lasts: the news came before it.
  ///
  /// Called after the commit, and after a start for each incident that lasts.
  public mutating func set(incident: Int64, of monitor: String) {
    let key = AlertNews.key(ofMonitor: monitor)
    for index in inbox.indices
    where inbox[index].news.key == key && inbox[index].news.numberedIncident == nil {
      inbox[index].news.incident = incident
    }
    for channel in Array(memories.keys) {
      memories[channel]?.set(incident: incident, of: monitor)
    }
  }

  /// Whether any channel was told, or is to be told, of something with that key that hasn't ended.
  func lasts(_ key: String) -> Bool {
    memories.values.contains { $0.episodes[key]?.last.map { $0.resolve == nil } ?? false }
  }

  /// Forgets what concerns a monitor that is removed.
  public mutating func forget(monitor id: String) {
    inbox.removeAll { $0.news.monitor == id }
    flapping.remove(id)
    for channel in Array(memories.keys) { memories[channel]?.forget(monitor: id) }
    dropEmptyMemories()
  }

  /// Forgets what concerns other monitors than these; whether there was something.
  mutating func keep(monitors: Set<String>) -> Bool {
    let before = self
    func isGone(_ news: AlertNews) -> Bool { news.monitor.map { !monitors.contains($0) } ?? false }
    inbox.removeAll { isGone($0.news) }
    flapping.formIntersection(monitors)
    for channel in Array(memories.keys) { memories[channel]?.forget(where: isGone) }
    dropEmptyMemories()
    return self != before
  }

  /// Notes that the clock was set back: what happened later than now, happened now.
  mutating func turnBack(to now: Timestamp) {
    for index in inbox.indices { inbox[index].arrived = min(inbox[index].arrived, now) }
    for channel in Array(memories.keys) { memories[channel]?.turnBack(to: now) }
  }

  /// The alerts that are to be sent now; called after each ``take(_:at:)``, at ``nextDue(after:context:)``
  /// and whenever the context changes.
  public mutating func due(at now: Timestamp, context: AlertContext) -> [Alert] {
    distribute(context, at: now)
    let view = AlertView(context, at: now, flapping: flapping)
    let present = Set(context.channels.map(\.id))
    memories = memories.filter { present.contains($0.key) }
    for channel in Array(memories.keys) {
      memories[channel]?.settle(view.rules(to: channel), view)
    }
    var alerts: [Alert] = []
    for rule in view.rules {
      for channel in rule.rule.channels {
        if let alert = flush(rule, to: channel, view) { alerts.append(alert) }
      }
    }
    dropEmptyMemories()
    return alerts
  }

  /// When ``due(at:context:)`` may have something to do, if the context doesn't change before.
  public func nextDue(after now: Timestamp, context: AlertContext) -> Timestamp? {
    if !inbox.isEmpty { return now }
    let view = AlertView(context, at: now, flapping: flapping)
    let times = memories.compactMap { (channel, memory) -> Timestamp? in
      view.rules(to: channel).compactMap { memory.nextDue($0, view) }.min()
    }
    return times.min().map { max($0, now) }
  }

  /// What quiet hours hold, as it would be told if they ended now.
  public func held(at now: Timestamp, context: AlertContext) -> [Alert] {
    let view = AlertView(context, at: now, flapping: flapping)
    let quiet = Set(view.rules.filter(\.isQuiet).map(\.rule.id))
    guard !quiet.isEmpty else { return [] }
    var loud = context
    loud.rules = context.rules.filter { quiet.contains($0.id) }.map { rule in
      var rule = rule
      rule.quietHours = nil
      rule.groupWait = .zero
      rule.repeatEvery = nil
      return rule
    }
    var copy = self
    return copy.due(at: now, context: loud).map { alert in
      var alert = alert
      alert.state = .held
      return alert
    }
  }

  private mutating func distribute(_ context: AlertContext, at now: Timestamp) {
    guard !inbox.isEmpty else { return }
    let view = AlertView(context, at: now, flapping: flapping)
    for arrival in inbox {
      note(flappingIn: arrival.news)
      for channel in context.channels {
        if view.isTold(asState: arrival.news, to: channel.id) {
          memories[channel.id]?.supersede(arrival.news.key)
          continue
        }
        let isWanted = view.isWanted(arrival.news, by: channel.id)
        guard isWanted || memories[channel.id] != nil else { continue }
        memories[channel.id, default: ChannelMemory()].note(arrival, isWanted: isWanted)
      }
    }
    inbox = []
  }

  private mutating func note(flappingIn news: AlertNews) {
    guard news.kind == .monitorFlapping, let monitor = news.monitor else { return }
    switch news.phase {
    case .opens: flapping.insert(monitor)
    case .resolves: flapping.remove(monitor)
    case .event, .completes, .becomesOutage, .becomesDegradation: break
    }
  }

  private mutating func flush(_ rule: AlertView.Rule, to channel: String, _ view: AlertView)
    -> Alert?
  {
    guard view.rules(to: channel).contains(where: { $0.rule.id == rule.rule.id }),
      let content = memories[channel]?.flush(rule, view)
    else { return nil }
    made += 1
    // A memory that couldn't be stored may give the number to other news after a start: those are no repetition.
    let digest = String(content.digest, radix: 36)
    let id = "\(String(seed, radix: 36))-\(made)-\(digest)"
    return Alert(
      time: view.now,
      rule: rule.rule.id,
      channel: channel,
      notice: content.notice(id: id, url: view.context.url)
    )
  }

  private mutating func dropEmptyMemories() {
    memories = memories.filter { !$0.value.isEmpty }
  }
}

extension AlertDispatcher: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, seed, made, inbox, flapping, memories
  }

  /// The version of the stored form.
  static let version = 1

  /// Reads a stored memory; throws where a later version wrote it.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    let version = try json.decode(Int.self, forKey: .version)
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: json,
        debugDescription: "version \(version) of the alert dispatcher's memory is not known"
      )
    }
    // As text: JSON numbers of other programs end at 2^53.
    let seedText = try json.decode(String.self, forKey: .seed)
    seed = UInt64(seedText) ?? 0
    made = try json.decode(UInt64.self, forKey: .made)
    inbox = try json.decode([ArrivedNews].self, forKey: .inbox)
    flapping = Set(try json.decode([String].self, forKey: .flapping))
    memories = try json.decode([String: ChannelMemory].self, forKey: .memories)
  }

  /// Writes the memory with its version.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(Self.version, forKey: .version)
    try json.encode(String(seed), forKey: .seed)
    try json.encode(made, forKey: .made)
    try json.encode(inbox, forKey: .inbox)
    try json.encode(flapping.sorted(), forKey: .flapping)
    try json.encode(memories, forKey: .memories)
  }
}
