import Glibc
import Model
import Monitoring
import PrivateFiles
import Storage

/// Where a secret of a declared channel is: in a file of its own, or in systemd's credentials, never in the
/// configuration file, which many may read.
enum SecretReference: Hashable, Sendable {
  /// `file:/etc/homenet/ntfy-token`.
  case file(String)
  /// `credential:NAME` (systemd.exec(5), *LoadCredential*).
  case credential(String)

  /// Reads a reference; `nil` for any other text.
  init?(_ text: String) {
    if text.hasPrefix("file:/") {
      self = .file(String(text.dropFirst("file:".count)))
    } else if text.hasPrefix("credential:") {
      let name = text.dropFirst("credential:".count)
      guard !name.isEmpty, name != ".", name != "..", !name.contains("/") else { return nil }
      self = .credential(String(name))
    } else {
      return nil
    }
  }

  /// The longest secret.
  private static let mostBytes = 16_384

  /// The secret, or why there is none; `credentials` is the directory that systemd names.
  ///
  /// Blocks, as it reads a file.
  func read(credentials: String?) -> Result<String, Unreadable> {
    let path: String
    switch self {
    case .file(let file): path = file
    case .credential(let name):
      guard let credentials else {
        return .failure(
          Unreadable(
            "there is no credential \(name): $CREDENTIALS_DIRECTORY, which systemd sets, is not set"
          )
        )
      }
      path = "\(credentials)/\(name)"
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return .failure(Unreadable("can't read \(path): \(String(cString: strerror(errno)))"))
    }
    defer { close(descriptor) }
    guard let mode = DataPermissions.mode(of: descriptor), mode & S_IFMT == S_IFREG else {
      return .failure(Unreadable("\(path) is no file"))
    }
    if case .file = self, mode & 0o007 != 0 {
      return .failure(Unreadable("others may read \(path): chmod 600 \(path)"))
    }
    guard let bytes = try? PrivateFile.contents(of: descriptor, most: Self.mostBytes) else {
      return .failure(Unreadable("\(path) is longer than a secret may be, or can't be read"))
    }
    var text = String(decoding: bytes, as: UTF8.self)
    // Editors end a file with a line end, which is no part of a password.
    while let last = text.last, last.isNewline { text.removeLast() }
    return text.isEmpty ? .failure(Unreadable("\(path) is empty")) : .success(text)
  }

  /// Why a secret can't be read.
  struct Unreadable: Error, Hashable {
    var words: String

    init(_ words: String) { self.words = words }
  }
}

/// The secrets of channels: those of declared channels where the configuration says, the others where the
/// page keeps them.
struct DeclaredSecrets: SecretStore {
  private let declared: @Sendable () -> [String: [String: SecretReference]]
  private let kept: any SecretStore
  private let credentials: String?

  /// - Parameters:
  ///   - declared: What the configuration says now, by channel and name.
  ///   - kept: Where the others are.
  ///   - credentials: `$CREDENTIALS_DIRECTORY`.
  init(
    declared: @escaping @Sendable () -> [String: [String: SecretReference]],
    beside kept: any SecretStore,
    credentials: String?
  ) {
    self.declared = declared
    self.kept = kept
    self.credentials = credentials
  }

  func names(of channel: String) async -> [String] {
    guard let references = declared()[channel] else { return await kept.names(of: channel) }
    return references.keys.sorted()
  }

  /// The secrets as they are now: a file that was replaced needs no restart.
  func secrets(of channel: AlertChannel) async throws(MonitoringError) -> [String: String] {
    guard let references = declared()[channel.id] else {
      return try await kept.secrets(of: channel)
    }
    var secrets: [String: String] = [:]
    for (name, reference) in references.sorted(by: { $0.key < $1.key }) {
      switch reference.read(credentials: credentials) {
      case .success(let secret): secrets[name] = secret
      case .failure(let unreadable): throw .impossible(.verbatim(unreadable.words))
      }
    }
    return secrets
  }

  func set(_ secrets: [String: String], of channel: String) async throws(MonitoringError) {
    try await kept.set(secrets, of: channel)
  }

  func remove(_ channel: String) async throws(MonitoringError) {
    try await kept.remove(channel)
  }
}

extension HomeConfiguration {
  /// The secrets that this user can't read now.
  ///
  /// Blocks, as it reads files.
  func unreadableSecrets(credentials: String?) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    for (channel, references) in secrets.sorted(by: { $0.key < $1.key }) {
      for (name, reference) in references.sorted(by: { $0.key < $1.key }) {
        guard case .failure(let unreadable) = reference.read(credentials: credentials) else {
          continue
        }
        problems.append(
          ConfigurationProblem(
            "channel.\(channel).secrets.\(name): \(unreadable.words)",
            in: origins["channel.\(channel)"] ?? ""
          )
        )
      }
    }
    return problems
  }
}
