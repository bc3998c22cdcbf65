internal import FoundationEssentials
internal import PrivateFiles
internal import Wire

/// The file with the secrets of channels: JSON by the channel's id and the secret's name, mode 0600.
///
/// Secrets are nowhere else: not in the inventory, not in its backups, not in answers. Calls block; who
/// changes the file does so from one place at a time.
public struct SecretsFile: Hashable, Sendable {
  private let file: PrivateFile

  /// The most bytes that one channel's secrets may have.
  private static let mostBytes = 16_384

  /// The file in that data directory.
  public init(directory: String) {
    let slash = directory.hasSuffix("/") ? "" : "/"
    file = PrivateFile(path: "\(directory)\(slash)channel-secrets.json")
  }

  /// Its path.
  public var path: String { file.path }

  /// All secrets, by channel and name.
  public func read() throws(SecretsError) -> [String: [String: String]] {
    let contents: [UInt8]?
    do throws(PrivateFile.Failure) {
      contents = try file.read()
    } catch {
      throw SecretsError(error, of: path)
    }
    guard let bytes = contents else { return [:] }
    guard
      let secrets = try? JSONDecoder().decode([String: [String: String]].self, from: Data(bytes))
    else { throw SecretsError(.malformed, path) }
    return secrets
  }

  /// The secrets of one channel.
  public func secrets(of channel: String) throws(SecretsError) -> [String: String] {
    try read()[channel] ?? [:]
  }

  /// Sets those of a channel's secrets that are given, and drops those that are given empty.
  public func set(_ secrets: [String: String], of channel: String) throws(SecretsError) {
    var all = try read()
    var kept = all[channel] ?? [:]
    for (name, secret) in secrets { kept[name] = secret.isEmpty ? nil : secret }
    guard kept.values.reduce(0, { $0 + $1.utf8.count }) <= Self.mostBytes else {
      throw SecretsError(.malformed, path)
    }
    let was = all[channel]
    all[channel] = kept.isEmpty ? nil : kept
    if all[channel] != was { try write(all) }
  }

  /// Drops all secrets of a channel.
  public func remove(_ channel: String) throws(SecretsError) {
    var all = try read()
    guard all.removeValue(forKey: channel) != nil else { return }
    try write(all)
  }

  private func write(_ all: [String: [String: String]]) throws(SecretsError) {
    let tree = JSONValue.object(
      all.sorted { $0.key < $1.key }.map { channel, secrets in
        JSONValue.Member(
          channel,
          .object(
            secrets.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .text($0.value)) }
          )
        )
      }
    )
    do throws(PrivateFile.Failure) {
      try file.write(Array(tree.json.utf8))
    } catch {
      throw SecretsError(error, of: path)
    }
  }
}
