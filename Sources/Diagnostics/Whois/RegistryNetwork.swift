internal import FoundationEssentials
internal import LinuxNetwork
public import Model
public import Networking
public import Wire

/// The services that registry look-ups use; tests replace them.
public struct RegistryNetwork: Sendable {
  /// Fetches RDAP documents.
  public var web: any WebFetching
  /// Connects to whois servers.
  public var streams: any StreamNetwork
  /// Where IANA's lists are, with a final slash.
  public var bootstrap: String
  /// Where whois servers listen.
  public var whoisPort: UInt16
  /// Resolves a whois server; `nil` if it has no public address.
  public var resolve: @Sendable (_ host: String) async throws(DiagnosticError) -> IPAddress?
  /// Where documents are kept.
  public var cache: DocumentCache
  /// The time.
  public var now: @Sendable () -> Timestamp

  /// The registries' services, reached over those streams and that web client.
  public init(
    web: any WebFetching = WebClient(),
    streams: any StreamNetwork = SystemStreams(for: .whois),
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
  /// - Throws: That there is no such host, that no resolver answers, or that this machine can't
  /// look it up.
  @Sendable public static func publicAddress(
    of host: String
  ) async throws(DiagnosticError) -> IPAddress? {
    do throws(HostLookup.Failure) {
      return try await HostLookup.addresses(of: host).first(where: SpecialUse.isInternetAddress)
    } catch {
      throw DiagnosticError(error, lookingUp: host, isOnline: RoutingTable.hasInternetRoute)
    }
  }
}

extension DiagnosticError {
  /// Why a server has no address.
  init(_ failure: HostLookup.Failure, lookingUp host: String, isOnline: Bool) {
    self =
      switch failure {
      case .local(let failure): .local(failure, during: Message(.errorLookingUp, ["host": host]))
      case .cancelled: .interrupted(Message(.webInterrupted))
      case .cutOff: .local(.noRoute, during: Message(.errorLookingUp, ["host": host]))
      case .unanswered, .unknown:
        if !isOnline {
          .local(.noRoute, during: Message(.errorLookingUp, ["host": host]))
        } else if failure == .unknown {
          .unknownHost(host, because: Message(.errorHostThereUnknown))
        } else {
          .unknownHost(host, because: Message(.errorAddressUnresolved))
        }
      }
  }
}

/// One query to a registry.
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
  /// A URL, or a host name.
  public var server: String
  /// What came of it.
  public var outcome: Outcome
  /// Why it failed, or why the answer is not about the subject.
  public var because: Message?

  private enum CodingKeys: String, CodingKey { case source, server, outcome, because, message }

  /// Writes an entry of `attempts`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(source, forKey: .source)
    try json.encode(server, forKey: .server)
    try json.encode(outcome, forKey: .outcome)
    try json.encode(because?.text, forKey: .because)
    try json.encode(because, forKey: .message)
  }
}

/// Why a registry's server said nothing of a subject.
extension MessageTemplate {
  static let registryUnlisted = MessageTemplate(
    "registry.unlisted",
    "no RDAP server is listed for {subject}"
  )
  static let registryNoList = MessageTemplate(
    "registry.no_list",
    "its answer is not a list of registries"
  )
  static let registryOlderList = MessageTemplate(
    "registry.older_list",
    "{reason}; an older list is used"
  )
  static let registryNoAnswer = MessageTemplate("registry.no_answer", "no answer")
  static let registryUnreadable = MessageTemplate(
    "registry.unreadable",
    "its answer can't be read"
  )
  static let registryOtherSubject = MessageTemplate(
    "registry.other_subject",
    "its answer is not about {subject}"
  )
  static let registryLargerBlock = MessageTemplate(
    "registry.larger_block",
    "its answer is about a larger block than {subject}"
  )
  static let registryOtherNetwork = MessageTemplate(
    "registry.other_network",
    "its answer is about another network than {subject}, or a part of it"
  )
  static let registryPrivate = MessageTemplate(
    "registry.private",
    "it has no address on the Internet, so it is not asked"
  )
  static let registryClosed = MessageTemplate(
    "registry.closed",
    "it closed the connection without an answer"
  )
  static let registryReferralAlone = MessageTemplate(
    "registry.referral_alone",
    "it only refers to another server"
  )
}

/// Documents from the web kept on disk, with their age.
public struct DocumentCache: Sendable {
  private let directory: String?

  /// The documents in a directory, which is made when it is needed; `nil` to keep none.
  public init(directory: String?) {
    self.directory = directory
  }

  /// `$XDG_CACHE_HOME/homenet`, or `~/.cache/homenet`; none where neither is known.
  public static func user(_ environment: [String: String]) -> DocumentCache {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return DocumentCache(directory: cache + "/homenet")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      return DocumentCache(directory: nil)
    }
    return DocumentCache(directory: home + "/.cache/homenet")
  }

  /// A kept document and how many seconds old it is; `nil` where there is none.
  func read(_ name: String, now: Timestamp) -> (bytes: [UInt8], age: Int)? {
    guard let path = path(name), let data = try? Data(contentsOf: URL(filePath: path)),
      data.count <= 8 << 20,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let changed = attributes[.modificationDate] as? Date
    else { return nil }
    // A clock that went back makes documents of the future: those count as old.
    let age = Double(now.milliseconds) / 1000 - changed.timeIntervalSince1970
    return (Array(data), age < -60 ? .max : Int(max(0, age)))
  }

  /// Keeps a document; what can't be kept is fetched again next time.
  func write(_ bytes: [UInt8], as name: String) {
    guard let directory, let path = path(name) else { return }
    try? FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    // Atomic: another run may be reading it.
    try? Data(bytes).write(to: URL(filePath: path), options: .atomic)
  }

  private func path(_ name: String) -> String? {
    directory.map { "\($0)/\(name)" }
  }
}

extension RegistryNetwork {
  /// The Internet's registries, with the user's cache of their lists.
  package static var system: RegistryNetwork {
    RegistryNetwork(cache: .user(ProcessInfo.processInfo.environment), now: { .now })
  }
}
