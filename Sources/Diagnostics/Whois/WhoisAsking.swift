internal import LinuxNetwork
public import Model
public import Wire

/// What carries questions to registries: the system's network, or a test's.
public struct RegistryNetwork: Sendable {
  /// What fetches documents.
  public var web: any WebFetching
  /// What carries conversations.
  public var streams: any StreamNetwork
  /// Where IANA's lists are, with a final slash.
  public var bootstrap: String
  /// Where whois servers listen.
  public var whoisPort: UInt16
  /// The address of a whois server; `nil` where there is none that may be asked.
  ///
  /// Throws this machine's own failure, and that nobody tells.
  public var resolve: @Sendable (_ host: String) async throws(DiagnosticError) -> IPAddress?
  /// Where documents are kept.
  public var cache: DocumentCache
  /// The time.
  public var now: @Sendable () -> Timestamp

  /// The registries' services, reached over those streams and that web client.
  ///
  /// - Parameters:
  ///   - web: What fetches documents.
  ///   - streams: What carries conversations.
  ///   - bootstrap: Where IANA's lists are, with a final slash.
  ///   - whoisPort: Where whois servers listen.
  ///   - cache: Where documents are kept.
  ///   - resolve: The address of a whois server; `nil` where there is none that may be asked.
  ///   - now: The time.
  public init(
    web: any WebFetching = WebClient(),
    streams: any StreamNetwork = SystemStreams(),
    bootstrap: String = "https://data.iana.org/rdap/",
    whoisPort: UInt16 = 43,
    cache: DocumentCache,
    resolve:
      @escaping @Sendable (_ host: String) async throws(DiagnosticError) -> IPAddress? =
      Self.publicAddress,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.web = web
    self.streams = streams
    self.bootstrap = bootstrap
    self.whoisPort = whoisPort
    self.cache = cache
    self.resolve = resolve
    self.now = now
  }

  /// The host's first address on the Internet: a referral must not lead into the home.
  ///
  /// - Throws: That there is no such host, that nobody tells, or that this machine can't look it up.
  @Sendable public static func publicAddress(
    of host: String
  ) async throws(DiagnosticError) -> IPAddress? {
    do throws(HostLookup.Failure) {
      return try await HostLookup.addresses(of: host).first(where: SpecialUse.isOfInternet)
    } catch {
      throw DiagnosticError(error, lookingUp: host, isOnline: OwnRoute.leadsOut)
    }
  }
}

extension DiagnosticError {
  /// Why a server has no address.
  ///
  /// - Parameters:
  ///   - failure: What the look-up says.
  ///   - host: The server.
  ///   - isOnline: Whether any route leads to the Internet: without one no resolver is to blame.
  init(_ failure: HostLookup.Failure, lookingUp host: String, isOnline: Bool) {
    self =
      switch failure {
      case .local(let failure): .local(failure, during: "can't look up \(host)")
      case .cancelled: .interrupted("it was interrupted")
      case .cutOff: .local(.noRoute, during: "can't look up \(host)")
      case .unanswered, .unknown:
        if !isOnline {
          .local(.noRoute, during: "can't look up \(host)")
        } else if failure == .unknown {
          .unknownHost(host, because: "there is no such host")
        } else {
          .unknownHost(host, because: "its address can't be looked up: no resolver gives one")
        }
      }
  }
}

/// One attempt to learn of a registration.
public struct RegistryAttempt: Encodable, Hashable, Sendable {
  /// By which means.
  public enum Source: String, Encodable, Sendable {
    case bootstrap, rdap, whois
  }

  /// What came of it.
  public enum Outcome: String, Encodable, Sendable {
    case answered
    /// There is no such registration.
    case absent
    /// The server is asked too often.
    case tooOften = "too_often"
    /// It didn't answer, or not with what was asked.
    case failed
  }

  /// By which means.
  public var source: Source
  /// Whom: a URL, or a host's name.
  public var server: String
  /// What came of it.
  public var outcome: Outcome
  /// Why, in words, where it failed, or where what it answered is not of the subject.
  public var because: String?

  private enum CodingKeys: String, CodingKey { case source, server, outcome, because }

  /// Writes an entry of `attempts`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(source, forKey: .source)
    try json.encode(server, forKey: .server)
    try json.encode(outcome, forKey: .outcome)
    try json.encode(because, forKey: .because)
  }
}
