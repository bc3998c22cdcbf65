import Channels
import Monitoring

/// What configuration files say.
struct HomeConfiguration: Hashable, Sendable {
  /// `[serve]`.
  var serve = ServeSettings()
  /// `[alerts]`.
  var alerts = AlertSettings()
  /// `[mqtt]`: the broker that the home is published to.
  var mqtt: MQTTOptions?
  /// Where the password for that broker is, if it has one.
  var mqttPassword: SecretReference?
  /// `[monitor.ID]`, `[rule.ID]` and `[channel.ID]`.
  var declared = DeclaredMonitoring()
  /// Where the secrets of the declared channels are, by channel and name.
  var secrets: [String: [String: SecretReference]] = [:]
  /// Which file declares what, by `monitor.ID` and so on.
  var origins: [String: String] = [:]
  /// The files that were read, the system's first.
  var files: [String] = []

  /// `[alerts]`.
  struct AlertSettings: Hashable, Sendable {
    /// The page's address for links in messages.
    var pageURL: String?
    /// Whether channels may run programs.
    var allowsExec: Bool?
  }

  /// Takes what another file says, in the place of what this one says of the same.
  mutating func override(by other: HomeConfiguration) {
    serve.override(by: other.serve)
    alerts.pageURL = other.alerts.pageURL ?? alerts.pageURL
    alerts.allowsExec = other.alerts.allowsExec ?? alerts.allowsExec
    if let options = other.mqtt { (mqtt, mqttPassword) = (options, other.mqttPassword) }
    declared.monitors = Self.merged(declared.monitors, other.declared.monitors)
    declared.rules = Self.merged(declared.rules, other.declared.rules)
    declared.channels = Self.merged(declared.channels, other.declared.channels)
    secrets = secrets.filter { id, _ in !other.declared.channels.contains { $0.id == id } }
    secrets.merge(other.secrets) { $1 }
    origins.merge(other.origins) { $1 }
    files += other.files
  }

  private static func merged<Item: Identifiable>(_ old: [Item], _ new: [Item]) -> [Item]
  where Item.ID == String {
    let ids = Set(new.map(\.id))
    return old.filter { !ids.contains($0.id) } + new
  }
}
