/// A way that alerts take: a service and its settings.
public struct AlertChannel: Hashable, Sendable, Identifiable {
  /// Short and stable.
  public var id: String
  /// What it is called.
  public var name: String
  /// The service: `ntfy`, `webhook`, `mail` and others.
  public var service: String
  /// The settings, by the names that the service declares; secrets are not among them.
  public var settings: [String: String]
  /// Whether it is on.
  public var isOn: Bool
  /// Who wants it.
  public var source: Monitor.Source

  /// Memberwise initialiser.
  public init(
    id: String,
    name: String,
    service: String,
    settings: [String: String],
    isOn: Bool = true,
    source: Monitor.Source = .user
  ) {
    self.id = id
    self.name = name
    self.service = service
    self.settings = settings
    self.isOn = isOn
    self.source = source
  }
}
