import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import PrivateFiles
import Wire

/// The sessions of logged-in browsers: digests of their secrets, with expiry times.
struct Sessions: Hashable {
  static let lifetime = Duration.seconds(30 * 86_400)

  private var ends: [[UInt8]: Int64] = [:]
  private let most: Int

  init(most: Int = 256) {
    self.most = most
  }

  /// The stored sessions that haven't expired.
  init(_ kept: [Kept], now: Int64) {
    self.init()
    for session in kept.prefix(most) where session.ends > now {
      guard session.ends <= now + Self.lifetime.components.seconds else { continue }
      ends[session.digest] = session.ends
    }
  }

  struct Kept: Hashable, Codable {
    var digest: [UInt8]
    /// Seconds since 1970.
    var ends: Int64
  }

  /// All, in order of expiry.
  var kept: [Kept] {
    ends.map { Kept(digest: $0.key, ends: $0.value) }.sorted { $0.ends < $1.ends }
  }

  /// The number of sessions, including those that expired since the last change.
  var count: Int { ends.count }

  /// Begins a session; evicts the one that expires first where there are too many.
  mutating func begin(_ digest: [UInt8], now: Int64) {
    ends = ends.filter { $0.value > now }
    if ends.count >= most, let first = ends.min(by: { $0.value < $1.value })?.key {
      ends[first] = nil
    }
    ends[digest] = now + Self.lifetime.components.seconds
  }

  /// Whether the session is valid; `now` is in seconds since 1970.
  func holds(_ digest: [UInt8], now: Int64) -> Bool {
    ends[digest].map { $0 > now } ?? false
  }

  mutating func end(_ digest: [UInt8]) {
    ends[digest] = nil
  }
}

/// The file that keeps sessions and known browsers over a restart, as digests of their secrets.
///
/// Its sessions are void once the password has changed, also while the server was stopped.
struct SessionFile: Hashable, Sendable {
  private let file: PrivateFile

  var path: String { file.path }

  init(beside password: PasswordFile) {
    file = PrivateFile(path: password.path + "-sessions")
  }

  private struct Contents: Codable {
    var schema = "homenet.sessions/1"
    /// The fingerprint of the password that the sessions began with.
    var password: [UInt8]
    var sessions: [Sessions.Kept]
    /// Missing in files of older versions.
    var browsers: [KnownBrowsers.Kept]?
  }

  /// The sessions; none if the file can't be read or the password has changed.
  func sessions(of password: PasswordHash?, now: Int64) -> Sessions {
    guard let password, let contents = contents(),
      Secrets.areEqual(contents.password, password.fingerprint)
    else { return Sessions() }
    return Sessions(contents.sessions, now: now)
  }

  /// The known browsers, whatever password they gave.
  func browsers(now: Int64) -> KnownBrowsers {
    KnownBrowsers(contents()?.browsers ?? [], now: now)
  }

  private func contents() -> Contents? {
    guard let bytes = try? file.contents(),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
      contents.schema == "homenet.sessions/1"
    else { return nil }
    return contents
  }

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
    try file.replace(by: JSONBytes.encode(contents))
  }
}

extension PasswordHash {
  /// A digest of salt and key; unique, since the salt is random.
  fileprivate var fingerprint: [UInt8] {
    Secrets.digest(Hex.encode(salt + key))
  }
}

/// `/api/v1/session`: log-in and log-out.
struct SessionRoutes {
  let access: AccessControl
  let hub: EventHub

  private struct LogIn: Decodable {
    var password: String
  }

  private struct State: Encodable {
    var required: Bool
    var authenticated: Bool
  }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/session") { _, context in
        try .json(
          State(required: await access.isNeeded, authenticated: context.visitor != .unauthenticated)
        )
      },
      Route(.post, "/api/v1/session", for: .everyone) { request, context in
        let body = try await JSONBody.read(LogIn.self, of: request, context)
        guard await access.isNeeded else { return .empty(.noContent) }
        let secrets = try await access.logIn(with: body.password, by: request, from: context.peer)
        let cookies = access.cookieFields(secrets, for: request)
        return .empty(
          .noContent,
          HTTPFields(cookies.map { HTTPField(name: .setCookie, value: $0) })
        )
      },
      Route(.delete, "/api/v1/session") { request, context in
        try await JSONBody.refuse(of: request, context)
        await access.logOut(context.visitor)
        if case .session = context.visitor { await hub.end(context.visitor) }
        return .empty(.noContent, [.setCookie: access.cookieField(nil, for: request)])
      },
    ]
  }
}

/// Random secrets and their digests: 256 random bits need no slow hash.
enum Secrets {
  /// 256 random bits in hexadecimal.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return Hex.encode((0..<4).flatMap { _ in bytes(of: generator.next()) })
  }

  /// 128 random bits in hexadecimal.
  static func token() -> String { Hex.encode(salt(16)) }

  static func salt(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// A passphrase to be typed on a phone: 80 random bits.
  static func passphrase() -> String {
    // Without 0, 1, l and o, which look alike.
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    var generator = SystemRandomNumberGenerator()
    let groups = (0..<4).map { _ in
      String((0..<4).map { _ in letters[Int(generator.next() % UInt64(letters.count))] })
    }
    return groups.joined(separator: "-")
  }

  static func digest(_ secret: String) -> [UInt8] {
    Array(SHA256.hash(data: Data(secret.utf8)))
  }

  /// Compares in constant time for equal lengths.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
