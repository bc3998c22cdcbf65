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
