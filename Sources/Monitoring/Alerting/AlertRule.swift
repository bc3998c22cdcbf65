/// Which news go to which channels, and when.
public struct AlertRule: Hashable, Sendable, Identifiable {
  /// Short and stable.
  public var id: String
  /// What it is called.
  public var name: String
  /// What is told.
  public var events: Set<AlertKind>
  /// Of which devices; of all where it is `nil`.
  public var devices: Set<String>?
  /// Of which monitors; of all where it is `nil`.
  public var monitors: Set<String>?
  /// The ids of the channels.
  public var channels: [String]
  /// When it is told; always where it is `nil`.
  public var hours: LocalHours?
  /// When news are held until those hours end, and then told together; never where it is `nil`.
  public var quietHours: LocalHours?
  /// How long news are gathered before they are told together.
  public var groupWait: Duration
  /// How often what lasts is told again; never where it is `nil`.
  public var repeatEvery: Duration?
  /// Whether it is on.
  public var isOn: Bool
  /// Who wants it.
  public var source: Monitor.Source

  /// A rule with the usual settings.
  public init(
    id: String,
    name: String,
    events: Set<AlertKind>,
    devices: Set<String>? = nil,
    monitors: Set<String>? = nil,
    channels: [String],
    hours: LocalHours? = nil,
    quietHours: LocalHours? = nil,
    groupWait: Duration = .seconds(30),
    repeatEvery: Duration? = nil,
    isOn: Bool = true,
    source: Monitor.Source = .user
  ) {
    self.id = id
    self.name = name
    self.events = events
    self.devices = devices
    self.monitors = monitors
    self.channels = channels
    self.hours = hours
    self.quietHours = quietHours
    self.groupWait = groupWait
    self.repeatEvery = repeatEvery
    self.isOn = isOn
    self.source = source
  }
}

/// What can be told.
public enum AlertKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// A device that was never seen before.
  case newDevice = "new_device"
  /// A device is back.
  case returned
  /// A device left.
  case left
  /// The gateway's address belongs to another link address.
  case gatewayChanged = "gateway_changed"
  /// Two devices claim one address.
  case addressConflict = "address_conflict"
  /// A DHCP server that wasn't known.
  case dhcpServer = "dhcp_server"
  /// A device shows another certificate or host key.
  case keyChanged = "key_changed"
  /// A port is open that wasn't.
  case portAppeared = "port_appeared"
  /// A monitor is down.
  case monitorDown = "monitor_down"
  /// A monitor is degraded.
  case monitorDegraded = "monitor_degraded"
  /// A monitor is up again.
  case monitorUp = "monitor_up"
  /// A monitor flaps, or has stopped to.
  case monitorFlapping = "monitor_flapping"
  /// A certificate soon ends, or has ended.
  case certificateExpiring = "certificate_expiring"
  /// What is learned can't be stored.
  case storageTrouble = "storage_trouble"
  /// A channel gave up on something.
  case channelTrouble = "channel_trouble"

  /// What is told from the start.
  public static let usual: Set<AlertKind> = [
    .newDevice, .gatewayChanged, .monitorDown, .monitorDegraded, .monitorUp, .monitorFlapping,
    .certificateExpiring, .storageTrouble, .channelTrouble,
  ]
}
