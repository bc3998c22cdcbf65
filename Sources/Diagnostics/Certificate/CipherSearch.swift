public import Model
public import Wire

/// The cipher suites that a server accepts for one version of TLS.
public struct CipherList: Hashable, Sendable {
  /// The version.
  public var version: TLSVersion
  /// The suites, in the server's order of preference if it has one.
  public var suites: [TLSCipherSuite] = []
  /// Whose order decides; `nil` if unknown.
  public var preference: Preference?
  /// Why the list is incomplete; `nil` if it is complete.
  public var reason: Message?

  /// Why the list is incomplete, in English.
  public var because: String? { reason?.text }

  /// The side whose order of preference decides.
  public enum Preference: String, Encodable, Sendable {
    case server, client
  }

  /// The suites that should no longer be accepted.
  public var weak: [TLSCipherSuite] { suites.filter { $0.weakness != nil } }

  /// The suites of a version in separate offers, common ones first: some servers fail on long hellos.
  static func offers(for version: TLSVersion) -> [[TLSCipherSuite]] {
    switch version {
    case .tls13: [TLSCipherSuite.modern + TLSCipherSuite.rareModern]
    case .tls12: [TLSCipherSuite.classic, TLSCipherSuite.rareClassic]
    default: [TLSCipherSuite.old, TLSCipherSuite.rareOld]
    }
  }
}

extension CipherList: Encodable {
  private enum CodingKeys: String, CodingKey {
    case version, preference, complete, because, message, suites
  }

  private struct Suite: Encodable {
    let suite: TLSCipherSuite

    private enum CodingKeys: String, CodingKey {
      case name, weakness
      case isForwardSecret = "forward_secret"
    }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(suite.description, forKey: .name)
      try json.encode(suite.weakness?.message.text, forKey: .weakness)
      try json.encode(suite.isForwardSecret, forKey: .isForwardSecret)
    }
  }

  /// Writes an entry of `ciphers`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(version.description, forKey: .version)
    try json.encode(preference, forKey: .preference)
    try json.encode(reason == nil, forKey: .complete)
    try json.encode(because, forKey: .because)
    try json.encode(reason, forKey: .message)
    try json.encode(suites.map(Suite.init), forKey: .suites)
  }
}

/// Finds the suites that a server accepts for one version; no connection, no clock.
///
/// The server's choice is left out of the next offer, until it refuses: one connection for each suite,
/// and a few more for the order of preference.
struct CipherSearch: Sendable {
  /// The answer to a hello.
  enum Answer: Hashable, Sendable {
    /// The negotiated suite.
    case chose(TLSCipherSuite)
    /// The server accepts none of the offer.
    case refused
    /// No result, and why.
    case failed(Message)
  }

  /// The result so far.
  private(set) var list: CipherList
  /// The next offer; `nil` at the end.
  private(set) var offer: [TLSCipherSuite]?

  private enum Phase {
    /// Enumerates the accepted suites of a group.
    case accepted
    /// Offers all accepted suites in reverse order, then in order.
    case backward, forward(backward: TLSCipherSuite)
    /// Finds the server's order across groups.
    case order
  }

  private var phase = Phase.accepted
  private var groups: [[TLSCipherSuite]]
  private var groupsWithSuites = 0
  private var ordered: [TLSCipherSuite] = []

  /// A search among groups of suites, each in offers of its own.
  init(_ version: TLSVersion, among groups: [[TLSCipherSuite]]) {
    list = CipherList(version: version)
    self.groups = groups
    next()
  }

  /// Takes the answer to the last offer.
  mutating func take(_ answer: Answer) {
    guard let offer else { return }
    if case .failed(let why) = answer { return fail(why) }
    if case .chose(let suite) = answer, !offer.contains(suite) {
      return fail(Message(.certCiphersNotOffered, ["suite": "\(suite)"]))
    }
    switch (phase, answer) {
    case (.accepted, .chose(let suite)):
      if list.suites.count == countBefore { groupsWithSuites += 1 }
      list.suites.append(suite)
      self.offer = offer.filter { $0 != suite }
      if self.offer?.isEmpty == true { next() }
    case (.accepted, _):
      next()
    case (.backward, .chose(let suite)):
      phase = .forward(backward: suite)
      self.offer = list.suites
    case (.forward(let backward), .chose(let suite)):
      list.preference = suite == backward ? .server : .client
      if suite == backward, groupsWithSuites > 1 {
        phase = .order
        self.offer = list.suites
      } else {
        self.offer = nil
      }
    case (.order, .chose(let suite)):
      ordered.append(suite)
      self.offer = offer.filter { $0 != suite }
      if self.offer?.isEmpty == true {
        list.suites = ordered
        self.offer = nil
      }
    case (.backward, _), (.forward, _), (.order, _):
      fail(Message(.certCiphersRefused))
    }
  }

  /// The number of suites before the current group.
  private var countBefore = 0

  private mutating func next() {
    countBefore = list.suites.count
    if !groups.isEmpty {
      offer = groups.removeFirst()
      return
    }
    guard list.suites.count > 1 else {
      offer = nil
      return
    }
    phase = .backward
    offer = list.suites.reversed()
  }

  private mutating func fail(_ why: Message) {
    list.reason = why
    offer = nil
  }
}

extension CertificateDiagnostic {
  /// The pause between two connections, to spare small devices.
  private static let pace = Duration.milliseconds(20)
  /// The time limit; a small device may take seconds for each connection.
  private static let longest = Duration.seconds(120)

  /// Finds the suites of each version that the server speaks, one connection at a time.
  func ciphers(
    of asked: [VersionProbe],
    _ sayHello: @Sendable (TLSVersion, [TLSCipherSuite], TLSGroupOffer) async -> VersionProbe,
    _ onProgress: @Sendable (CertificateProgress) -> Void
  ) async -> [CipherList] {
    let end = ContinuousClock.now + Self.longest
    var lists: [CipherList] = []
    for one in asked where one.mayAcceptSuites {
      // With TLS 1.3 the chosen suite is visible even if the group isn't implemented here.
      let groups = one.version == .tls13 ? .all : one.groups
      var search = CipherSearch(one.version, among: CipherList.offers(for: one.version))
      while let offer = search.offer {
        guard ContinuousClock.now < end else {
          search.take(.failed(Message(.certCiphersTooSlow)))
          break
        }
        try? await Task.sleep(for: Self.pace)
        var answer = await sayHello(one.version, offer, groups)
        // One retry: a busy server may drop a connection.
        if answer.isUnanswered { answer = await sayHello(one.version, offer, groups) }
        search.take(answer.choice)
        onProgress(.ciphers(one.version, accepted: search.list.suites.count))
      }
      if one.received.version == one.version || !search.list.suites.isEmpty {
        var list = search.list
        // A silent close means a refused suite, or a rate limit.
        if let suite = one.received.suite, one.received.version == one.version,
          list.reason == nil, !list.suites.contains(suite)
        {
          list.reason = Message(.certCiphersRefusesSuite)
        }
        lists.append(list)
      }
    }
    return lists
  }
}

extension VersionProbe {
  /// Whether the hello got no answer, so that a retry may help.
  fileprivate var isUnanswered: Bool {
    guard received.version == nil, received.failure == nil else { return false }
    return end != .interrupted
  }

  /// The answer to an offer of suites.
  fileprivate var choice: CipherSearch.Answer {
    if received.version == version, let suite = received.suite { return .chose(suite) }
    if received.version != nil { return .refused }
    switch (received.failure, end) {
    case (.alert?, _), (nil, .closed), (nil, .reset): return .refused
    case (let failure?, _): return .failed(failure.message)
    case (nil, _): return .failed(end.message)
    }
  }
}

/// Why there may be more suites than are listed.
extension MessageTemplate {
  static let certCiphersNotOffered = MessageTemplate(
    "cert.ciphers.not_offered",
    "it chooses {suite}, which was not offered"
  )
  static let certCiphersRefused = MessageTemplate(
    "cert.ciphers.refused",
    "it refuses what it accepted before"
  )
  static let certCiphersRefusesSuite = MessageTemplate(
    "cert.ciphers.refuses_suite",
    "the server refuses a suite that it accepted before"
  )
  static let certCiphersTooSlow = MessageTemplate(
    "cert.ciphers.too_slow",
    "it takes longer than two minutes"
  )
}

extension TLSCipherSuite.Weakness {
  /// The reason as a message.
  package var message: Message {
    switch self {
    case .unencrypted: Message(.certSuiteUnencrypted)
    case .anonymous: Message(.certSuiteAnonymous)
    case .exportKeys: Message(.certSuiteExportKeys)
    case .shortBlocks: Message(.certSuiteShortBlocks)
    case .rc4: Message(.certSuiteRC)
    case .tripleDES: Message(.certSuiteTripleDES)
    case .des: Message(.certSuiteDES)
    }
  }
}

/// Why a suite should not be used any more.
extension MessageTemplate {
  static let certSuiteUnencrypted = MessageTemplate(
    "cert.suite.unencrypted",
    "nothing is sealed"
  )
  static let certSuiteAnonymous = MessageTemplate(
    "cert.suite.anonymous",
    "nobody shows who they are"
  )
  static let certSuiteExportKeys = MessageTemplate(
    "cert.suite.export_keys",
    "its keys are short on purpose"
  )
  static let certSuiteShortBlocks = MessageTemplate(
    "cert.suite.short_blocks",
    "its cipher has blocks of 64 bits"
  )
  static let certSuiteRC = MessageTemplate("cert.suite.rc", "RC4 is broken")
  static let certSuiteTripleDES = MessageTemplate(
    "cert.suite.triple_des",
    "3DES has blocks of 64 bits"
  )
  static let certSuiteDES = MessageTemplate("cert.suite.des", "DES has keys of 56 bits")
}
