/// Where the secrets of channels are kept: passwords and tokens, never shown again.
public protocol SecretStore: Sendable {
  /// The names of the secrets that are kept of a channel.
  func names(of channel: String) async -> [String]
  /// The secrets of a channel, by their names; empty where it has none.
  func secrets(of channel: AlertChannel) async throws(MonitoringError) -> [String: String]
  /// Keeps those secrets beside the others of that channel.
  func set(_ secrets: [String: String], of channel: String) async throws(MonitoringError)
  /// Forgets a channel's secrets.
  func remove(_ channel: String) async throws(MonitoringError)
}
