public import Home
public import Model
public import Monitoring

/// Publishes a home to a broker of MQTT, in the form that Home Assistant discovers.
///
/// What is published is what the home is now: while the broker is away nothing waits for it, and when it is
/// back it gets the present state.
public actor HomeAssistantPublisher {
  private let home: any HomeWatching
  private let history: (any HomeHistory)?
  private let monitoring: (any HomeMonitoring)?
  private let options: MQTTOptions
  private let now: @Sendable () -> Timestamp
  private let seams: MQTTSeams
  private let names: HomeAssistantTopics

  private var published: PublishedHome
  private var connection: MQTTConnection?
  /// The topics of the messages that the broker has not acknowledged yet, by number.
  private var unacknowledged: [Int: String] = [:]
  /// What happened and was not told yet, with the time at which that was noticed.
  private var events: [(event: HomeAssistantEvent, noticed: Int64)] = []
  /// The last change of the home that was told.
  private var lastChange: UInt64?
  private var isHistoryDue = true
  private var scans = CommandLimit()
  private var republishTime: Int64?
  /// Why there is no connection; `nil` where there is one, or none was tried yet.
  public private(set) var problem: Message?

  /// As many messages may be on their way: the broker's answers set the pace.
  private static let mostUnacknowledged = 64
  private static let mostEvents = 64
  /// Older events are of no use to automations, in milliseconds.
  private static let oldestEvent: Int64 = 900_000

  /// A publisher; `monitoring` and `history` may be missing, and so are monitors and events then.
  public init(
    home: any HomeWatching,
    history: (any HomeHistory)?,
    monitoring: (any HomeMonitoring)?,
    options: MQTTOptions,
    version: String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      home: home,
      history: history,
      monitoring: monitoring,
      options: options,
      version: version,
      now: now,
      seams: .system
    )
  }

  init(
    home: any HomeWatching,
    history: (any HomeHistory)?,
    monitoring: (any HomeMonitoring)?,
    options: MQTTOptions,
    version: String,
    now: @escaping @Sendable () -> Timestamp,
    seams: MQTTSeams
  ) {
    self.home = home
    self.history = history
    self.monitoring = options.includesMonitors ? monitoring : nil
    self.options = options
    self.now = now
    self.seams = seams
    names = HomeAssistantTopics(options)
    published = PublishedHome(options, version: version)
  }

  /// Publishes until the task is cancelled; can be called once.
  public func run() async {
    guard connection == nil, let client = MQTTClient(options.broker) else { return }
    let connection = MQTTConnection(client, seams: seams)
    self.connection = connection
    await withDiscardingTaskGroup { group in
      group.addTask { await connection.run() }
      group.addTask { await self.read(connection.inbox) }
      group.addTask { await self.followHome() }
      group.addTask { await self.followMonitors() }
      group.addTask { await self.keepTime() }
    }
    published.disconnect()
  }

  /// Whether the broker has accepted this homenet.
  public var isConnected: Bool { published.isConnected }

  /// A release is out, or none is known any more.
  public func note(newest: NewestRelease?) {
    published.newest = newest
    flush()
  }

  // MARK: The home

  private nonisolated func followHome() async {
    let (snapshot, updates) = await home.follow()
    await take(InventoryUpdate(snapshot))
    for await update in updates { await take(update) }
  }

  private func take(_ update: InventoryUpdate) {
    published.take(update)
    isHistoryDue = true
    flush()
  }

  private nonisolated func followMonitors() async {
    guard let monitoring else { return await take([]) }
    let wakeups = await monitoring.monitoringWakeups()
    await take(monitoring.snapshots())
    for await _ in wakeups {
      await take(monitoring.snapshots())
      // Changes that come together are published together.
      do { try await seams.sleep(.seconds(2)) } catch { return }
    }
  }

  private func take(_ monitors: [MonitorSnapshot]) {
    for event in published.take(monitors, now: now()) { tell(event) }
    flush()
  }

  /// Reads what happened in the home since the last time; nothing of before the first time.
  private func readHistory() async {
    guard isHistoryDue, let history else { return }
    isHistoryDue = false
    guard let last = lastChange else {
      let page = try? await history.changes(HistoryQuery(ChangeQuery(limit: 1)))
      if let page { lastChange = page.next } else { isHistoryDue = true }
      return
    }
    let query = HistoryQuery(ChangeQuery(after: last, limit: 200))
    guard let page = try? await history.changes(query) else {
      isHistoryDue = true
      return
    }
    lastChange = page.next
    if !page.changes.isEmpty { isHistoryDue = true }
    for change in page.changes where published.tells(device: change.device) {
      tell(HomeAssistantEvent(change))
    }
  }

  private func tell(_ event: HomeAssistantEvent) {
    events.append((event, seams.now()))
    if events.count > Self.mostEvents { events.removeFirst() }
  }

  // MARK: The broker

  private nonisolated func read(_ inbox: MQTTInbox) async {
    for await _ in inbox.wakeups {
      for event in inbox.take() { await take(event) }
    }
  }

  private func take(_ event: MQTTEvent) async {
    switch event {
    case .connected:
      problem = nil
      unacknowledged = [:]
      published.connect()
      subscribe()
    case .disconnected(let outcome):
      problem = outcome.message(host: options.broker.host)
      unacknowledged = [:]
      published.disconnect()
    case .delivered(let number):
      guard let topic = unacknowledged.removeValue(forKey: number) else { return }
      published.acknowledge(topic)
    case .received(let message): await take(message)
    }
    flush()
  }

  private func subscribe() {
    var filters = [names.birth] + names.published
    if options.allowsCommands { filters += [names.scanCommand, names.rescanCommand("+")] }
    for filter in filters { connection?.subscribe(filter) }
  }

  private func take(_ message: MQTTMessage) async {
    if message.topic == names.birth {
      // All that speak MQTT hear that Home Assistant has started: they shouldn't all answer at once.
      if !message.isRetained, message.text == "online", republishTime == nil {
        republishTime = seams.now() + Int64(1000 + 9000 * seams.random())
      }
    } else if let subject = names.subject(ofKnown: message.topic) {
      if message.isRetained, !message.bytes.isEmpty { published.find(subject) }
    } else if options.allowsCommands, let command = HomeAssistantCommand(message, names) {
      await obey(command)
    }
  }

  private func obey(_ command: HomeAssistantCommand) async {
    guard scans.take(at: seams.now()) else { return }
    switch command {
    case .scan: _ = await home.startScan()
    case .rescan(let id):
      // A device that can't be asked now is asked by the next sweep.
      if let device = published.device(id) { try? await home.rescan(device) }
    }
  }

  private nonisolated func keepTime() async {
    while true {
      do { try await seams.sleep(.seconds(1)) } catch { return }
      await tick()
    }
  }

  private func tick() async {
    await readHistory()
    let now = seams.now()
    if let time = republishTime, now >= time {
      republishTime = nil
      published.republish()
    }
    events.removeAll { now - $0.noticed > Self.oldestEvent }
    flush()
  }

  /// Publishes what is due, as far as the broker keeps up.
  private func flush() {
    guard published.isConnected, let connection else { return }
    let room = Self.mostUnacknowledged - unacknowledged.count
    guard room > 0 else { return }
    let messages = published.next(atMost: room, at: seams.now())
    for (index, message) in messages.enumerated() {
      guard let number = connection.publish(message) else {
        for unsent in messages[index...] { published.fail(unsent.topic) }
        return
      }
      unacknowledged[number] = message.topic
    }
    // An event is for entities that are known by now.
    while let (event, _) = events.first, unacknowledged.count < Self.mostUnacknowledged {
      let topic = names.topic(.home, "event")
      let message = MQTTMessage(topic, event.bytes, isRetained: false)
      guard let number = connection.publish(message) else { return }
      unacknowledged[number] = topic
      events.removeFirst()
    }
  }
}
