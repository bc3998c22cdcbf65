public import Home
public import Model

/// Where monitors, their past and their alerts are kept over restarts.
///
/// Calls block and must not be made on the cooperative pool. A write that returned without an error is
/// on the disk.
public protocol MonitorStore: Sendable {
  /// Everything that is needed to go on.
  func loadMonitoring() throws(StoreError) -> StoredMonitoring

  /// Stores the changes, all or nothing of them, and returns the numbers that events, incidents and alerts
  /// got, in the order given.
  @discardableResult
  func commit(_ batch: MonitorBatch) throws(StoreError) -> MonitorNumbers

  /// A monitor's samples from `from` until before `to`, in spans of `step` milliseconds counted from 1970,
  /// ascending; spans without any sample are missing.
  func monitorSamples(of monitor: String, from: Timestamp, to: Timestamp, step: Int64)
    throws(StoreError) -> [SamplePoint]

  /// The states of a monitor: the last change at or before `from`, and those after it until `to`.
  func monitorStates(of monitor: String, from: Timestamp, to: Timestamp) throws(StoreError)
    -> [MonitorStateChange]

  /// The incidents that lasted at some time between the two, the newest first; of one monitor, or of all.
  func incidents(of monitor: String?, from: Timestamp, to: Timestamp, limit: Int)
    throws(StoreError) -> [Incident]

  /// The events after that one, ascending.
  func monitorEvents(after seq: Int64, limit: Int) throws(StoreError) -> [MonitorEvent]

  /// Alerts, the newest first; in one state, or in all.
  func alerts(in state: Alert.State?, before id: Int64?, limit: Int) throws(StoreError) -> [Alert]

  /// Sums up what is past and drops what is older than the policy says; whether there is more to do.
  func maintainMonitoring(_ policy: MonitorPolicy, now: Timestamp) throws(StoreError) -> Bool
}

/// What of monitoring is stored, without what is past.
public struct StoredMonitoring: Hashable, Sendable {
  /// The monitors of users; those of the file are read from there.
  public var monitors: [Monitor] = []
  /// How each monitor was, by its id: the tracker's memory as JSON.
  public var trackers: [String: [UInt8]] = [:]
  /// The incidents that last.
  public var incidents: [Incident] = []
  /// The rules of users.
  public var rules: [AlertRule] = []
  /// The channels of users.
  public var channels: [AlertChannel] = []
  /// What the alert dispatcher has gathered and told, as JSON; `nil` before the first time.
  public var dispatcher: [UInt8]?
  /// The alerts that wait to be sent, ascending.
  public var waiting: [Alert] = []
  /// The status page, as JSON; `nil` before there was one.
  public var statusPage: [UInt8]?
  /// When the checks were last known to be going on.
  public var heartbeat: Timestamp?

  /// Nothing.
  public init() {}
}

/// Changes of what is stored, made in one transaction.
public struct MonitorBatch: Hashable, Sendable {
  /// Monitors that are new or changed.
  public var monitors: [Monitor] = []
  /// The ids of monitors that go, with all that is kept of them.
  public var removedMonitors: [String] = []
  /// Trackers' memories that changed, by monitor.
  public var trackers: [String: [UInt8]] = [:]
  /// What checks found, by monitor.
  public var samples: [String: [RoundTripSample]] = [:]
  /// Changes of states.
  public var states: [MonitorStateChange] = []
  /// Incidents that began: their ids are given by the store.
  public var newIncidents: [Incident] = []
  /// Incidents that changed.
  public var incidents: [Incident] = []
  /// New events; one whose incident is `-1 - i` belongs to `newIncidents[i]`.
  public var events: [MonitorEvent] = []
  /// Rules that are new or changed.
  public var rules: [AlertRule] = []
  /// The ids of rules that go.
  public var removedRules: [String] = []
  /// Channels that are new or changed.
  public var channels: [AlertChannel] = []
  /// The ids of channels that go.
  public var removedChannels: [String] = []
  /// The alert dispatcher's memory.
  public var dispatcher: [UInt8]?
  /// The status page.
  public var statusPage: [UInt8]?
  /// New alerts.
  public var newAlerts: [Alert] = []
  /// Alerts whose state changed.
  public var alerts: [Alert] = []
  /// That checks are going on.
  public var heartbeat: Timestamp?

  /// Nothing.
  public init() {}

  /// Whether there is nothing to store.
  public var isEmpty: Bool { self == MonitorBatch() }
}

/// The numbers that a batch's new rows got.
public struct MonitorNumbers: Hashable, Sendable {
  /// Of ``MonitorBatch/newIncidents``.
  public var incidents: [Int64] = []
  /// Of ``MonitorBatch/events``.
  public var events: [Int64] = []
  /// Of ``MonitorBatch/newAlerts``.
  public var alerts: [Int64] = []

  /// None.
  public init() {}
}

/// How long what is kept.
public struct MonitorPolicy: Hashable, Sendable {
  /// Single samples, in days.
  public var sampleDays = 30
  /// Sums over an hour, in days.
  public var hourDays = 730
  /// Events, incidents and alerts that were sent, in days.
  public var eventDays = 730

  /// The usual times.
  public init() {}
}
