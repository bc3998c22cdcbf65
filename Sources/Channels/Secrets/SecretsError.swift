internal import Glibc
public import Model
internal import PrivateFiles

/// Why secrets can't be read or kept.
public struct SecretsError: Error, Hashable, Sendable {
  /// What is wrong.
  public let kind: Kind
  /// The file.
  public let path: String
  private let number: Int32

  /// What is wrong with a file of secrets.
  public enum Kind: Hashable, Sendable {
    /// Others than its owner may read it.
    case openToOthers
    /// It is not what homenet wrote.
    case malformed
    /// There is no credential of that name.
    case noCredential
    /// The system refused.
    case failed
  }

  init(_ kind: Kind, _ path: String, _ number: Int32 = 0) {
    self.kind = kind
    self.path = path
    self.number = number
  }

  init(_ failure: PrivateFile.Failure, of path: String) {
    switch failure {
    case .openToOthers: self.init(.openToOthers, path)
    case .unexpected: self.init(.malformed, path)
    case .system(let errno): self.init(.failed, path, errno)
    }
  }

  /// One sentence that says what to do.
  public var message: Message {
    switch kind {
    case .openToOthers: Message(.channelSecretsOpen, ["path": path])
    case .malformed: Message(.channelSecretsMalformed, ["path": path])
    case .noCredential: Message(.channelNoCredential, ["path": path])
    case .failed:
      Message(.channelSecretsFailed, ["path": path, "error": String(cString: strerror(number))])
    }
  }
}

/// What is wrong with a file of secrets.
extension MessageTemplate {
  static let channelSecretsOpen = MessageTemplate(
    "channel.secrets_open",
    "{path} holds secrets, and others may read it: run chmod 600 on it"
  )
  static let channelSecretsMalformed = MessageTemplate(
    "channel.secrets_malformed",
    "{path} is not what homenet wrote: move it away and give the secrets of the channels again"
  )
  static let channelNoCredential = MessageTemplate(
    "channel.no_credential",
    "the credential {path} can’t be found: add LoadCredential= to the service"
  )
  static let channelSecretsFailed = MessageTemplate("channel.secrets_failed", "{path}: {error}")
}
