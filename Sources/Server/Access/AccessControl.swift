import HTTPTypes
import Hummingbird
import LinuxNetwork
import Networking
import Logging
import Model
import NIOPosix
import Wire

/// Authenticates requests: by session cookie, or by a script's bearer token.
///
/// File I/O and password hashing block, so they run on thread pools of their own.
final class AccessControl: Sendable {
  static let cookie = "homenet"
  /// The name of the device cookie: a browser that logged in once has its own budget of attempts.
  static let browserCookie = "homenet_browser"

  private struct State {
    var password = PasswordState()
    var readAt: ContinuousClock.Instant?
    var reading: Task<Void, Never>?
    var limiter = LoginLimiter()
    var sessions = Sessions()
    var browsers = KnownBrowsers()
  }

  private let file: PasswordFile?
  private let sessionFile: SessionFile?
  private let isAlwaysNeeded: Bool
  private let isEncrypted: Bool
  private let logger: Logger
  private let peerLog: PeerLog
  private let state = Lock(State())
  /// A hash takes 32 MiB and a core: at most two at once.
  private let hashing = NIOThreadPool(numberOfThreads: 2)
  /// One thread, so that reads and writes of the files stay in order.
  private let files: NIOThreadPool
  /// The password file is read again when the last read is older than this.
  private let freshness: Duration

  /// Reads the password file.
  ///
  /// With `isAlwaysNeeded` and no password, every request is rejected; with `isEncrypted`, cookies are
  /// `Secure`.
  init(
    _ file: PasswordFile?,
    isAlwaysNeeded: Bool,
    isEncrypted: Bool,
    logger: Logger,
    peerLog: PeerLog,
    files: NIOThreadPool = NIOThreadPool(numberOfThreads: 1),
    freshness: Duration = .seconds(1)
  ) throws(PrivateFileError) {
    self.file = file
    sessionFile = file.map { SessionFile(beside: $0) }
    self.isAlwaysNeeded = isAlwaysNeeded
    self.isEncrypted = isEncrypted
    self.logger = logger
    self.peerLog = peerLog
    self.files = files
    self.freshness = freshness
    // Read now, so that a later read error isn't taken for "no password".
    if let reading = try file?.read() { note(.success(reading)) }
    if let sessionFile {
      state.withLock { $0.browsers = sessionFile.browsers(now: Self.now) }
    }
    hashing.start()
    files.start()
  }

  deinit {
    files.shutdownGracefully { _ in }
    hashing.shutdownGracefully { _ in }
  }

  var hasPassword: Bool { state.withLock { $0.password.password != nil } }

  /// The credentials needed now; the file is re-read when stale, since the command line may change it.
  private var requirement: PasswordState.Requirement {
    get async {
      guard let file else { return .none }
      let reading: Task<Void, Never>? = state.withLock { state in
        if let reading = state.reading { return reading }
        if let readAt = state.readAt, .now - readAt < freshness { return nil }
        let reading = Task { await readAgain(file) }
        state.reading = reading
        state.readAt = .now
        return reading
      }
      await reading?.value
      return state.withLock(\.password.requirement)
    }
  }

  var isReading: Bool { state.withLock { $0.reading != nil } }

  private func readAgain(_ file: PasswordFile) async {
    // The pool is inactive only after the server has ended.
    try? await files.runIfActive { [self] in
      note(Result { () throws(PrivateFileError) in try file.read() })
    }
    state.withLock { $0.reading = nil }
  }

  /// Records the result of reading the file; blocks, and is called by one thread at a time.
  private func note(_ result: Result<PasswordFile.Reading, PrivateFileError>) {
    let before = state.withLock(\.password)
    var password = before
    password.note(result)
    // A changed password ends all sessions.
    let sessions: Sessions? =
      password.password == before.password
      ? nil : sessionFile?.sessions(of: password.password, now: Self.now) ?? Sessions()
    state.withLock { state in
      state.password = password
      if let sessions { state.sessions = sessions }
    }
    guard password.failure != before.failure else { return }
    guard let failure = password.failure else {
      return logger.notice("the password file can be read again")
    }
    logger.error(
      password.password == nil
        ? "the password file can't be read: every request is refused"
        : "the password file can't be read: the password from before is still needed",
      metadata: ["error": "\(failure)"]
    )
  }

  var isNeeded: Bool {
    get async {
      if isAlwaysNeeded { return true }
      return await requirement != .none
    }
  }

  /// The answer to an unauthenticated request: 401, or 503 if the password file can't be read.
  var rejection: Problem {
    get async {
      guard case .unknown = await requirement else {
        return Problem(
          .unauthorized,
          "The password, or a token, is needed.",
          [.wwwAuthenticate: "Bearer realm=\"homenet\""]
        )
      }
      return .passwordUnreadable
    }
  }

  /// The client identity that the request's cookie or token proves.
  func visitor(of request: Request) async -> Visitor {
    switch await requirement {
    case .none: return isAlwaysNeeded ? .unauthenticated : .passwordless
    case .unknown: return .unauthenticated
    case .secret(let contents): return visitor(of: request, contents)
    }
  }

  private func visitor(of request: Request, _ contents: PasswordFile.Contents) -> Visitor {
    for secret in request.cookieValues(Self.cookie) {
      let digest = Secrets.digest(String(secret))
      if state.withLock({ $0.sessions.holds(digest, now: Self.now) }) { return .session(digest) }
    }
    if let token = request.bearerToken {
      let digest = Secrets.digest(String(token))
      if let token = contents.tokens.first(where: { Secrets.areEqual($0.digest, digest) }) {
        return .token(name: token.name, digest: token.digest)
      }
    }
    return .unauthenticated
  }

  /// Whether a client still has access: passwords change, sessions expire, tokens are revoked.
  func isStillAuthorised(_ visitor: Visitor) async -> Bool {
    if visitor == .owner { return true }
    return switch (await requirement, visitor) {
    case (.none, _): !isAlwaysNeeded
    case (.secret, .session(let digest)):
      state.withLock { $0.sessions.holds(digest, now: Self.now) }
    case (.secret(let contents), .token(let name, let digest)):
      contents.tokens.contains { $0.name == name && Secrets.areEqual($0.digest, digest) }
    case (.secret, .unauthenticated), (.secret, .passwordless), (.secret, .owner), (.unknown, _):
      false
    }
  }

  struct LogIn {
    var session: String
    /// The device cookie; `nil` where the browser has one.
    var browser: String?
  }

  /// Checks the password and begins a session; throws 401, or 429 with Retry-After.
  func logIn(
    with password: String,
    by request: Request,
    from address: IPAddress?
  ) async throws -> LogIn {
    let known = knownBrowser(of: request)
    let client = known.map { LoginLimiter.Client.browser($0) } ?? .address(address)
    if let wait = state.withLock({ $0.limiter.attempt(from: client, now: .now) }) {
      peerLog.note(.tooManyAttempts, from: address)
      throw Problem(
        .tooManyRequests,
        "Too many attempts; wait a little.",
        [.retryAfter: String(max(1, wait.components.seconds + 1))]
      )
    }
    let requirement = await requirement
    if case .unknown = requirement { throw Problem.passwordUnreadable }
    guard case .secret(let contents) = requirement, let hash = contents.password,
      password.utf8.count <= PasswordFile.longest,
      try await hashing.runIfActive({ hash.matches(password) })
    else {
      peerLog.note(.wrongPassword, from: address)
      throw Problem(.unauthorized, "That is not the password.")
    }
    let secrets = LogIn(
      session: Secrets.make(),
      browser: known == nil ? Secrets.make() : nil
    )
    state.withLock { state in
      state.limiter.succeeded(from: client)
      // The password may have changed while it was hashed.
      guard state.password.password == hash else { return }
      state.sessions.begin(Secrets.digest(secrets.session), now: Self.now)
      if let browser = known ?? secrets.browser.map({ Secrets.digest($0) }) {
        state.browsers.note(browser, now: Self.now)
      }
    }
    await keepSessions()
    logger.info("logged in", metadata: ["peer": "\(address?.description ?? "-")"])
    return secrets
  }

  private func knownBrowser(of request: Request) -> [UInt8]? {
    request.cookieValues(Self.browserCookie).lazy.map { Secrets.digest(String($0)) }
      .first { digest in state.withLock { $0.browsers.knows(digest, now: Self.now) } }
  }

  func logOut(_ visitor: Visitor) async {
    guard case .session(let digest) = visitor else { return }
    state.withLock { $0.sessions.end(digest) }
    await keepSessions()
  }

  /// Writes the session file; if that fails, browsers have to log in again after a restart.
  private func keepSessions() async {
    guard let sessionFile else { return }
    do {
      try await files.runIfActive { [self] in
        let now = state.withLock { ($0.sessions, $0.password.password, $0.browsers) }
        try sessionFile.save(now.0, of: now.1, now.2)
      }
    } catch {
      logger.warning("the sessions can't be kept", metadata: ["error": "\(error)"])
    }
  }

  func cookieFields(_ secrets: LogIn, for request: Request) -> [String] {
    var fields = [cookieField(secrets.session, for: request)]
    if let browser = secrets.browser {
      // The path limits it to log-in requests.
      let age = KnownBrowsers.lifetime.components.seconds
      fields.append(
        "\(Self.browserCookie)=\(browser); Path=/api/v1/session; HttpOnly; SameSite=Strict; "
          + "Max-Age=\(age)" + secureAttribute(for: request)
      )
    }
    return fields
  }

  /// The `Set-Cookie` field of the session; without a secret it deletes the cookie.
  func cookieField(_ secret: String?, for request: Request) -> String {
    let age = secret == nil ? 0 : Sessions.lifetime.components.seconds
    return "\(Self.cookie)=\(secret ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)"
      + secureAttribute(for: request)
  }

  /// `Secure` where the client speaks TLS, to this server or to a reverse proxy.
  ///
  /// A forged X-Forwarded-Proto affects only the client's own cookie.
  private func secureAttribute(for request: Request) -> String {
    isEncrypted || request.headers[.forwardedProto] == "https" ? "; Secure" : ""
  }

  private static var now: Int64 { Timestamp.now.milliseconds / 1000 }
}
