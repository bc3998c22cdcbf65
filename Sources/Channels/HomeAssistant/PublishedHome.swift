import Home
import Model
import Monitoring

/// What is published of a home: from its devices and monitors to topics and their values.
struct PublishedHome: Sendable {
  let discovery: HomeAssistantDiscovery
  private let options: MQTTOptions
  private(set) var topics = TopicStates()
  /// Whether there is a connection: what the broker has to forget is told it then, and found on the next one
  /// otherwise.
  private(set) var isConnected = false

  /// The ids of devices by those for topics.
  private var devices: [String: String] = [:]
  private var monitors: [String: MonitorState] = [:]
  private var hidden: Set<String> = []
  private var atHome: Set<String> = []
  private var status: WatchStatus?
  private var hasMonitors = false
  /// What the broker held when the connection began.
  private var found: Set<Subject> = []
  /// The newest release, where one is known.
  var newest: NewestRelease? { didSet { publishHome() } }

  typealias Subject = HomeAssistantTopics.Subject

  /// More devices and monitors would drown Home Assistant, and a broker.
  static let mostDevices = 2000
  static let mostMonitors = 500
  private static let mostFound = 10_000

  private var names: HomeAssistantTopics { discovery.topics }

  init(_ options: MQTTOptions, version: String) {
    self.options = options
    discovery = HomeAssistantDiscovery(
      topics: HomeAssistantTopics(options),
      homeName: options.homeName,
      version: version,
      pageURL: options.pageURL,
      allowsCommands: options.allowsCommands
    )
  }

  // MARK: What is known

  /// Devices changed.
  mutating func take(_ update: InventoryUpdate) {
    status = update.status
    if update.isSnapshot {
      let present = Set(update.changed.map { HomeAssistantTopics.id($0.id) })
      for id in devices.keys where !present.contains(id) { remove(.device(id)) }
      hidden = []
      atHome = []
    }
    for id in update.removed { forget(id) }
    for device in update.changed { take(device) }
    publishHome()
    dropStrangers()
  }

  private mutating func take(_ device: InventoryDevice) {
    let id = HomeAssistantTopics.id(device.id)
    if device.marks.isHidden {
      hidden.insert(device.id)
      atHome.remove(device.id)
      remove(.device(id))
      return
    }
    hidden.remove(device.id)
    switch device.presence {
    case .present, .asleep: atHome.insert(device.id)
    case .unconfirmed, .away: atHome.remove(device.id)
    }
    guard options.includesTransient || !device.isTransient else { return remove(.device(id)) }
    guard devices[id] != nil || devices.count < Self.mostDevices else { return }
    devices[id] = device.id
    publish(.device(id), discovery.device(device, id: id), TopicValues.device(device))
  }

  private mutating func forget(_ device: String) {
    hidden.remove(device)
    atHome.remove(device)
    remove(.device(HomeAssistantTopics.id(device)))
  }

  /// The monitors as they are now; what happened to them since the last time.
  mutating func take(_ snapshots: [MonitorSnapshot], now: Timestamp) -> [HomeAssistantEvent] {
    var events: [HomeAssistantEvent] = []
    // By id: in the order of states others would come and go with each outage.
    let published = snapshots.sorted { $0.id < $1.id }.prefix(Self.mostMonitors)
    let present = Set(published.map { HomeAssistantTopics.id($0.id) })
    for id in monitors.keys where !present.contains(id) { remove(.monitor(id)) }
    for snapshot in published {
      let id = HomeAssistantTopics.id(snapshot.id)
      let was = monitors.updateValue(snapshot.state, forKey: id)
      if let was, was != snapshot.state, !snapshot.isInMaintenance {
        events.append(HomeAssistantEvent(snapshot, now: now))
      }
      publish(
        .monitor(id),
        discovery.monitor(snapshot.monitor, id: id),
        TopicValues.monitor(snapshot)
      )
    }
    hasMonitors = true
    dropStrangers()
    return events
  }

  /// Whether an event of that device may be told.
  func tells(device: String?) -> Bool { device.map { !hidden.contains($0) } ?? true }

  /// The device of an id in topics.
  func device(_ id: String) -> String? { devices[id] }

  // MARK: What is published

  private mutating func publishHome() {
    guard let status else { return }
    publish(
      .home,
      discovery.home(),
      TopicValues.home(
        status,
        present: atHome.count,
        version: discovery.version,
        newest: newest
      )
    )
  }

  private mutating func publish(
    _ subject: Subject,
    _ config: [UInt8],
    _ values: [String: TopicValue]
  ) {
    topics.set(names.config(subject), TopicValue(config))
    for name in values.keys.sorted() {
      if let value = values[name] { topics.set(names.topic(subject, name), value) }
    }
    if values["rtt"] == nil { topics.withdraw(names.topic(subject, "rtt")) }
  }

  /// A subject is no more: its device vanishes with its retained messages.
  private mutating func remove(_ subject: Subject) {
    let kept: [String]
    var isPublished = false
    switch subject {
    case .home: return
    case .device(let id):
      kept = ["known", "where", "up", "seen"]
      isPublished = devices.removeValue(forKey: id) != nil
    case .monitor(let id):
      kept = ["known", "problem", "reason"]
      isPublished = monitors.removeValue(forKey: id) != nil
    }
    guard isPublished || found.contains(subject) else { return }
    found.remove(subject)
    topics.withdraw(names.topic(subject, "rtt"))
    // The configuration first, so that no entity is there to notice that its states go. `known` last: by it
    // what is left over is found where the connection breaks meanwhile.
    for topic in [names.config(subject)] + kept.reversed().map({ names.topic(subject, $0) }) {
      if isConnected { topics.clear(topic) } else { topics.withdraw(topic) }
    }
  }

  /// The broker holds something of ours: of a device that is gone since, perhaps.
  mutating func find(_ subject: Subject) {
    guard found.count < Self.mostFound else { return }
    found.insert(subject)
    dropStrangers()
  }

  /// Removes what the broker holds and is no more, once it is known what there is.
  private mutating func dropStrangers() {
    for subject in found {
      switch subject {
      case .home: break
      case .device(let id):
        guard status != nil else { continue }
        if devices[id] == nil { remove(subject) }
      case .monitor(let id):
        guard hasMonitors else { continue }
        if monitors[id] == nil { remove(subject) }
      }
      found.remove(subject)
    }
  }

  // MARK: Connections

  /// There is a connection to a broker of which nothing is known.
  mutating func connect() {
    isConnected = true
    found = []
    republish()
  }

  /// The connection is gone.
  mutating func disconnect() {
    isConnected = false
    topics.dropCleared()
  }

  /// Everything is due again, what makes devices known first.
  mutating func republish() {
    let configs = "\(names.prefix)/device/"
    topics.invalidate { $0.hasPrefix(configs) ? 0 : 1 }
  }

  /// The messages to publish now, at most so many.
  mutating func next(atMost limit: Int, at now: Int64) -> [MQTTMessage] {
    topics.next(atMost: limit, at: now)
  }

  /// A message could not be sent.
  mutating func fail(_ topic: String) { topics.fail(topic) }

  /// The broker has a message.
  mutating func acknowledge(_ topic: String) { topics.acknowledge(topic) }
}
