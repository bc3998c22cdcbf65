/// What Home Assistant asks for with a button.
enum HomeAssistantCommand: Hashable, Sendable {
  case scan
  /// A device, by its id in topics.
  case rescan(String)

  /// The command of a message; `nil` if it is none.
  ///
  /// A retained one is old: it would be obeyed at every start.
  init?(_ message: MQTTMessage, _ topics: HomeAssistantTopics) {
    guard !message.isRetained, message.bytes.count <= 64 else { return nil }
    if message.topic == topics.scanCommand {
      self = .scan
      return
    }
    let prefix = topics.rescanCommand("")
    guard message.topic.hasPrefix(prefix) else { return nil }
    let id = message.topic.dropFirst(prefix.count)
    guard HomeAssistantTopics.isID(id) else { return nil }
    self = .rescan(String(id))
  }
}

/// How often commands are obeyed; those that come faster are dropped.
struct CommandLimit: Hashable, Sendable {
  private var times: [Int64] = []

  private static let most = 10
  private static let span: Int64 = 60_000

  /// Whether one may be obeyed now, in milliseconds.
  mutating func take(at now: Int64) -> Bool {
    times.removeAll { now - $0 >= Self.span }
    guard times.count < Self.most else { return false }
    times.append(now)
    return true
  }
}
