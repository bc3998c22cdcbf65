internal import Model
public import Monitoring
internal import Networking

/// The secrets of channels in a file of the data directory, and credentials that systemd hands over.
public struct ChannelSecretStore: SecretStore {
  private let file: SecretsFile
  private let credentials: ChannelCredentials
  /// Held while the file is changed, on threads that may block.
  private let changing = Lock(())

  /// The file in that directory; `credentials` is what systemd names in `$CREDENTIALS_DIRECTORY`.
  public init(directory: String, credentials: String?) {
    file = SecretsFile(directory: directory)
    self.credentials = ChannelCredentials(directory: credentials)
  }

  /// The names of the secrets that are kept of a channel; none where the file can't be read.
  public func names(of channel: String) async -> [String] {
    let read = try? await onThread { () throws(SecretsError) in try file.secrets(of: channel) }
    return (read ?? [:]).keys.sorted()
  }

  /// A channel's secrets, with credentials in place of their names.
  public func secrets(of channel: AlertChannel) async throws(MonitoringError) -> [String: String] {
    try await onThread { () throws(SecretsError) in
      try credentials.resolved(file.secrets(of: channel.id), of: channel)
    }
  }

  /// Keeps those secrets beside the others of that channel.
  public func set(
    _ secrets: [String: String],
    of channel: String
  ) async throws(MonitoringError) {
    try await onThread { () throws(SecretsError) in
      try changing.withLock { _ throws(SecretsError) in
        try file.set(file.secrets(of: channel).merging(secrets) { $1 }, of: channel)
      }
    }
  }

  /// Forgets a channel's secrets.
  public func remove(_ channel: String) async throws(MonitoringError) {
    try await onThread { () throws(SecretsError) in
      try changing.withLock { _ throws(SecretsError) in try file.remove(channel) }
    }
  }

  private func onThread<Value: Sendable>(
    _ call: @escaping @Sendable () throws(SecretsError) -> Value
  ) async throws(MonitoringError) -> Value {
    let result = await BlockingThread.run { () -> Result<Value, SecretsError> in
      Result { () throws(SecretsError) in try call() }
    }
    guard let result else { throw .notStored(Message(.channelNoThread)) }
    do throws(SecretsError) {
      return try result.get()
    } catch {
      throw .notStored(error.message)
    }
  }
}
