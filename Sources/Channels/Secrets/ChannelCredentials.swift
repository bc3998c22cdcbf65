internal import Glibc
public import Monitoring
internal import PrivateFiles

/// Secrets that systemd hands to the service (systemd.exec(5), *LoadCredential*), for channels that name
/// them as `credential:NAME`.
public struct ChannelCredentials: Hashable, Sendable {
  private let directory: String?

  private static let mostBytes = 16_384

  /// The credentials in that directory, which systemd names in `$CREDENTIALS_DIRECTORY`; none where it is
  /// `nil`.
  public init(directory: String?) {
    self.directory = directory
  }

  /// A channel's secrets, with credentials in place of their names.
  ///
  /// Blocks, as it reads files.
  public func resolved(_ secrets: [String: String], of channel: AlertChannel)
    throws(SecretsError) -> [String: String]
  {
    var resolved = secrets
    for name in ChannelService.named(channel.service)?.secretNames ?? [] where resolved[name] == nil
    {
      resolved[name] = channel.settings[name]
    }
    for (name, value) in resolved {
      guard let credential = SettingSyntax.credential(value) else { continue }
      resolved[name] = try contents(of: credential)
    }
    return resolved
  }

  private func contents(of name: String) throws(SecretsError) -> String {
    guard let directory else { throw SecretsError(.noCredential, name) }
    let path = "\(directory)/\(name)"
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw SecretsError(errno == ENOENT ? .noCredential : .failed, path, errno)
    }
    defer { close(file) }
    let bytes: [UInt8]
    do throws(PrivateFile.Failure) {
      bytes = try PrivateFile.contents(of: file, most: Self.mostBytes)
    } catch {
      throw SecretsError(error, of: path)
    }
    var text = String(decoding: bytes, as: UTF8.self)
    // Editors end a file with a line end, which is no part of a password.
    while let last = text.last, last.isNewline { text.removeLast() }
    return text
  }
}
