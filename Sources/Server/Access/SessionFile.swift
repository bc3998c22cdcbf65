import FoundationEssentials
import Wire

/// The file that keeps sessions and known browsers over a restart: digests of their secrets, never the
/// secrets.
///
/// It is worth something beside the password that they were begun with only: where that was changed,
/// also while the server was stopped, its sessions are void.
struct SessionFile: Hashable, Sendable {
  private let file: PrivateFile

  /// Where it is.
  var path: String { file.path }

  /// The file beside that of the password.
  init(beside password: PasswordFile) {
    file = PrivateFile(path: password.path + "-sessions")
  }

  private struct Contents: Codable {
    var schema = "homenet.sessions/1"
    /// Which password they were begun with.
    var password: [UInt8]
    var sessions: [Sessions.Kept]
    /// Those that were logged in once; missing where an older version wrote the file.
    var browsers: [KnownBrowsers.Kept]?
  }

  /// The sessions; none where the file is missing or can't be read.
  func sessions(of password: PasswordHash?, now: Int64) -> Sessions {
    guard let password, let contents = contents(),
      Secrets.areEqual(contents.password, password.fingerprint)
    else { return Sessions() }
    return Sessions(contents.sessions, now: now)
  }

  /// Those that were logged in once, with whatever password.
  func browsers(now: Int64) -> KnownBrowsers {
    KnownBrowsers(contents()?.browsers ?? [], now: now)
  }

  private func contents() -> Contents? {
    guard let bytes = try? file.read(),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
      contents.schema == "homenet.sessions/1"
    else { return nil }
    return contents
  }

  /// Writes the sessions and the known browsers.
  func save(
    _ sessions: Sessions,
    of password: PasswordHash?,
    _ browsers: KnownBrowsers
  ) throws {
    guard let password else { return }
    let contents = Contents(
      password: password.fingerprint,
      sessions: sessions.kept,
      browsers: browsers.kept
    )
    try file.write(JSONBytes.encode(contents))
  }
}

extension PasswordHash {
  /// What tells it from every other, by a digest: its salt is random.
  fileprivate var fingerprint: [UInt8] {
    Secrets.digest(Hex.encode(salt + key))
  }
}
