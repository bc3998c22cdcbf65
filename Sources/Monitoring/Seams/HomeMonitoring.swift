public import Model

/// The interface of monitors and alerts for their users: the CLI and the server.
public protocol HomeMonitoring: Sendable {
  /// Every monitor, the worst state first, then by name.
  func monitors() async -> [MonitorSnapshot]
  /// A page of the monitors, as ``monitors()`` has them.
  func monitors(_ query: MonitorQuery) async -> MonitorPage
  /// Every monitor as ``monitors()`` has it, in no order and without uptime, which is looked up.
  func snapshots() async -> [MonitorSnapshot]
  /// One monitor.
  func monitor(_ id: String) async -> MonitorSnapshot?
  /// Adds a monitor; its id is made here where it is empty.
  func add(_ monitor: Monitor) async throws(MonitoringError) -> MonitorSnapshot
  /// Replaces a monitor's settings.
  func replace(_ monitor: Monitor) async throws(MonitoringError) -> MonitorSnapshot
  /// Removes a monitor with its past.
  func remove(monitor id: String) async throws(MonitoringError)
  /// Checks a monitor now; its next check comes when it would have.
  func check(_ id: String) async throws(MonitoringError) -> CheckResult
  /// Pauses a monitor, or resumes it.
  func setPaused(_ isPaused: Bool, of id: String) async throws(MonitoringError) -> MonitorSnapshot
  /// Monitors that the home suggests: its gateway, its storage, its printers, the Internet.
  func suggestions() async -> [Monitor]
  /// How the schedule of checks is kept; `nil` where nothing is checked.
  func scheduleFigures() async -> ScheduleFigures?

  /// A monitor's samples.
  func samples(of id: String, from: Timestamp, to: Timestamp, step: Int64)
    async throws(MonitoringError) -> [SamplePoint]
  /// A monitor's states from `from` to `to`, the first one as it was at `from`.
  func states(of id: String, from: Timestamp, to: Timestamp)
    async throws(MonitoringError) -> [MonitorStateChange]
  /// Incidents, the newest first; of one monitor, or of all.
  func incidents(of id: String?, from: Timestamp, to: Timestamp, limit: Int)
    async throws(MonitoringError) -> [Incident]
  /// Notes that the user knows of an incident.
  func acknowledge(_ incident: Int64) async throws(MonitoringError) -> Incident

  /// The rules, in order of name.
  func rules() async -> [AlertRule]
  /// Adds or replaces a rule; its id is made here where it is empty.
  func set(_ rule: AlertRule) async throws(MonitoringError) -> AlertRule
  /// Removes a rule.
  func remove(rule id: String) async throws(MonitoringError)
  /// The channels, in order of name.
  func channels() async -> [AlertChannel]
  /// The services that channels can be of, as JSON objects for forms.
  func channelServices() async -> [FieldValue]
  /// The names of the secrets that a channel has.
  func secretNames(of channel: String) async -> [String]
  /// Adds or replaces a channel and those of its secrets that are given; its id is made here where it is
  /// empty.
  func set(_ channel: AlertChannel, secrets: [String: String]) async throws(MonitoringError)
    -> AlertChannel
  /// Removes a channel and its secrets.
  func remove(channel id: String) async throws(MonitoringError)
  /// Sends a test notice over a channel.
  func test(channel id: String) async throws(MonitoringError) -> Delivery

  /// Alerts, the newest first; in one state, or in all.
  func alerts(in state: Alert.State?, before id: Int64?, limit: Int)
    async throws(MonitoringError) -> [Alert]
  /// What is muted, and until when.
  func mutes() async -> [Mute]
  /// Mutes a subject, or unmutes it where `until` is `nil`.
  func mute(_ subject: Mute.Subject, until: Timestamp?) async throws(MonitoringError)

  /// The page that shows chosen monitors to whoever has its address.
  func statusPage() async -> StatusPage
  /// Replaces that page.
  func set(_ page: StatusPage) async throws(MonitoringError) -> StatusPage

  /// An element whenever monitors or alerts may have changed; a slow reader finds one, not many.
  func monitoringWakeups() async -> AsyncStream<Void>
}

extension HomeMonitoring {
  /// A page of all.
  public func monitors(_ query: MonitorQuery) async -> MonitorPage {
    MonitorPage(query, of: await monitors())
  }

  /// Nothing is checked.
  public func scheduleFigures() async -> ScheduleFigures? { nil }
}

/// What nothing is told of for a time.
public struct Mute: Hashable, Sendable {
  /// What is muted.
  public var subject: Subject
  /// Until when; the last moment there is means for ever.
  public var until: Timestamp

  /// What can be muted.
  public enum Subject: Hashable, Sendable {
    /// A monitor, by its id.
    case monitor(String)
    /// A device, by its id.
    case device(String)
    /// Everything.
    case everything
  }

  /// Memberwise initialiser.
  public init(_ subject: Subject, until: Timestamp) {
    self.subject = subject
    self.until = until
  }
}
