public import Model

/// Looks up the AS that announces an address, and its holder: `homenet asn`.
public struct ASNDiagnostic: Diagnostic {
  /// What is asked.
  public struct Options: Codable, Hashable, Sendable {
    /// Addresses, and systems as `AS` and a number.
    public var subjects: [String]
    /// Whether the RPKI state of announcements is asked for.
    public var wantsRPKI: Bool
    /// Whether it is asked what a system announces.
    public var wantsPrefixes: Bool
    /// Whether the registry is asked too, by RDAP.
    public var wantsRegistration: Bool

    /// Options with the defaults of `homenet asn`.
    public init(
      _ subjects: [String],
      wantsRPKI: Bool = Parameters.rpki.defaultValue,
      wantsPrefixes: Bool = Parameters.prefixes.defaultValue,
      wantsRegistration: Bool = false
    ) {
      self.subjects = subjects
      self.wantsRPKI = wantsRPKI
      self.wantsPrefixes = wantsPrefixes
      self.wantsRegistration = wantsRegistration
    }
  }

  private let options: Options
  private let origins: any OriginLookup
  private let statistics: RoutingStatistics
  private let registry: RegistryNetwork

  /// The most that one run asks about.
  public static let subjectLimit = 1000
  private static let parallel = 8

  /// Caches `origins` for the run; `statistics` gives RPKI states, `registry` carries RDAP.
  public init(
    _ options: Options,
    origins: any OriginLookup,
    statistics: RoutingStatistics,
    registry: RegistryNetwork
  ) {
    self.options = options
    self.origins = OriginCache(origins)
    self.statistics = statistics
    self.registry = registry
  }

  /// Asks about eight subjects at a time.
  public func run(
    onProgress: @escaping @Sendable (ASNReport.Entry) -> Void
  ) async throws(DiagnosticError) -> ASNReport {
    guard !options.subjects.isEmpty, options.subjects.count <= Self.subjectLimit else {
      throw .usage(Message(.errorSubjectCount, ["most": "\(Self.subjectLimit)"]))
    }
    var subjects: [RegistrySubject] = []
    for text in options.subjects {
      let subject = try RegistrySubject(text)
      switch subject {
      case .address, .system: subjects.append(subject)
      case .domain, .network:
        throw .usage(Message(.errorNoSystem, ["text": text]))
      }
    }
    let found = await sideBySide(subjects, atOnce: Self.parallel) { subject in
      // Once it is cancelled, nothing more is asked.
      if Task.isCancelled { return ASNReport.Entry(subject) }
      let entry = await find(subject)
      onProgress(entry)
      return entry
    }
    return ASNReport(results: found)
  }

  private func find(_ subject: RegistrySubject) async -> ASNReport.Entry {
    var entry = ASNReport.Entry(subject)
    entry.specialUse = SpecialUse.words(subject)
    guard entry.specialUse == nil else { return entry }
    async let registration = registration(of: subject)
    do throws(DiagnosticError) {
      switch subject {
      case .address(let address):
        entry.origin = try await origins.origin(of: address)
        if entry.origin == nil { entry.failure = Message(.asnUnannounced) }
      case .system(let number):
        entry.holder = try await origins.holder(of: number)
        if entry.holder == nil { entry.failure = Message(.asnUnregistered) }
      case .domain, .network: break
      }
      if let first = entry.origin?.systems.first {
        // A name that can't be found doesn't fail the rest.
        entry.holder = (try? await origins.holder(of: first)) ?? ASHolder(system: first)
      }
    } catch {
      entry.failure = error.message
      entry.isOwnFailure = error.isOwnFailure
    }
    await complete(&entry)
    entry.registration = await registration
    return entry
  }

  private func complete(_ entry: inout ASNReport.Entry) async {
    if options.wantsRPKI, let origin = entry.origin, let first = origin.systems.first {
      entry.rpki = await statistics.authorisation(of: origin.prefix, by: first)
    }
    if options.wantsPrefixes, case .system(let number) = entry.subject {
      switch await statistics.prefixes(of: number) {
      case .success(let prefixes): entry.prefixes = prefixes
      case .failure(let why): entry.prefixesFailure = why.message
      }
    }
  }

  private func registration(of subject: RegistrySubject) async -> Registration? {
    guard options.wantsRegistration else { return nil }
    let client = RDAPClient(network: registry, limit: .seconds(5))
    return (try? await client.look(up: subject) { _ in })?.registration
  }
}

/// What `asn` found: `homenet.asn/1`.
public struct ASNReport: DiagnosticReport, Hashable {
  /// The JSON schema.
  public static let schema = "homenet.asn/1"

  /// One a subject, in the order asked.
  public var results: [Entry]

  /// Whether a look-up failed, or an announcement is RPKI-invalid.
  public var isBad: Bool {
    results.contains { $0.failure != nil || $0.rpki == .invalid }
  }

  /// Whether every look-up failed for this machine's own reason.
  public var isOwnFailure: Bool {
    let asked = results.filter { $0.specialUse == nil }
    return !asked.isEmpty && asked.allSatisfy(\.isOwnFailure)
  }

  /// What is known of one subject.
  public struct Entry: Hashable, Sendable {
    /// The address or AS number.
    public var subject: RegistrySubject
    /// The purpose of a special-purpose subject, for which no service is asked.
    public var specialUse: String?
    /// The announcement that covers an address.
    public var origin: ASOrigin?
    /// The AS asked about, or the first that announces the address.
    public var holder: ASHolder?
    /// The RPKI state; `nil` if not asked.
    public var rpki: RoutingStatistics.Authorisation?
    /// The announced prefixes; `nil` if not asked, or not answered.
    public var prefixes: [String]?
    /// Why `prefixes` could not be fetched.
    public var prefixesFailure: Message?
    /// The RDAP registration; `nil` if not asked, or not answered.
    public var registration: Registration?
    /// Why the look-up failed.
    public var failure: Message?
    /// Whether `failure` is this machine's own.
    public var isOwnFailure = false

    /// An entry without results.
    public init(_ subject: RegistrySubject) {
      self.subject = subject
    }
  }
}

extension ASNReport.Entry: Encodable {
  private enum CodingKeys: String, CodingKey {
    case subject, kind, asn, asns, prefix, holder, country, registry, allocated, rpki, prefixes
    case rpkiBecause = "rpki_because"
    case rpkiMessage = "rpki_message"
    case prefixesBecause = "prefixes_because"
    case prefixesMessage = "prefixes_message"
    case registration, error, message
    case specialUse = "special_use"
  }

  /// Writes an entry of `results`; progress is such an entry too.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(subject.description, forKey: .subject)
    try json.encode(subject.kind, forKey: .kind)
    try json.encode(specialUse, forKey: .specialUse)
    try json.encode(origin?.systems.first ?? holder?.system, forKey: .asn)
    try json.encode(origin?.systems ?? holder.map { [$0.system] } ?? [], forKey: .asns)
    try json.encode(origin?.prefix, forKey: .prefix)
    try json.encode(holder?.name, forKey: .holder)
    try json.encode(origin?.country ?? holder?.country, forKey: .country)
    try json.encode(origin?.registry ?? holder?.registry, forKey: .registry)
    try json.encode(origin?.allocated ?? holder?.allocated, forKey: .allocated)
    try json.encode(rpki?.word, forKey: .rpki)
    try json.encode(rpki?.reason?.text, forKey: .rpkiBecause)
    try json.encode(rpki?.reason, forKey: .rpkiMessage)
    try json.encode(prefixes, forKey: .prefixes)
    try json.encode(prefixesFailure?.text, forKey: .prefixesBecause)
    try json.encode(prefixesFailure, forKey: .prefixesMessage)
    try json.encode(registration, forKey: .registration)
    try json.encode(failure?.text, forKey: .error)
    try json.encode(failure, forKey: .message)
  }
}

extension RoutingStatistics.Authorisation {
  /// The state in JSON; `nil` where undetermined.
  public var word: String? {
    switch self {
    case .valid: "valid"
    case .invalid: "invalid"
    case .unknown: "unknown"
    case .undetermined: nil
    }
  }

  /// Why the state is undetermined.
  public var reason: Message? {
    if case .undetermined(let why) = self { why } else { nil }
  }
}

/// Why something is not known of an autonomous system.
extension MessageTemplate {
  static let asnUnannounced = MessageTemplate(
    "asn.unannounced",
    "no autonomous system announces it"
  )
  static let asnUnregistered = MessageTemplate("asn.unregistered", "no registry knows it")
  static let asnUndetermined = MessageTemplate(
    "asn.undetermined",
    "the answer does not say it"
  )
  static let asnUnreadable = MessageTemplate("asn.unreadable", "the answer can't be read")
}

extension ASNDiagnostic {
  /// Asks Team Cymru, RIPE's statistics and the registries.
  package static func system(_ options: Options) -> ASNDiagnostic {
    ASNDiagnostic(
      options,
      origins: CymruOrigins.system,
      statistics: RoutingStatistics(),
      registry: .system
    )
  }
}

extension ASNDiagnostic.Options {
  /// The parameters of `asn`.
  public enum Parameters {
    /// The addresses and systems.
    public static let subjects = ToolParameter<[String]>(
      "subjects",
      .hosts(most: 64),
      default: [],
      isRequired: true,
      spelling: .argument,
      valueName: "subject",
      help: "Addresses, or AS and a number; - reads them from standard input, one a line."
    )
    /// Whether the RPKI state of announcements is asked for.
    public static let rpki = ToolParameter<Bool>(
      "rpki",
      .flag,
      default: true,
      spelling: .negated,
      help: "Don't ask whether announcements are authorised."
    )
    /// Whether it is asked what a system announces.
    public static let prefixes = ToolParameter<Bool>(
      "prefixes",
      .flag,
      default: false,
      help: "List the networks that a system announces."
    )
  }
}
