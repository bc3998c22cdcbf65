/// What `asn` found: `homenet.asn/1`.
public struct ASNReport: DiagnosticReport, Hashable {
  /// The name and version of its JSON.
  public static let schema = "homenet.asn/1"

  /// One entry a subject, in the order asked.
  public var results: [Finding]

  /// One of them is unknown, or is announced without authorisation.
  public var isBad: Bool {
    results.contains { $0.failure != nil || $0.rpki == .invalid }
  }

  /// This machine could ask about none of those that others have to be asked about.
  public var isOwnFailure: Bool {
    let asked = results.filter { $0.specialUse == nil }
    return !asked.isEmpty && asked.allSatisfy(\.isOwnFailure)
  }

  /// What is known of one subject.
  public struct Finding: Hashable, Sendable {
    /// What was asked about.
    public var subject: RegistrySubject
    /// What it is for, where it is special-purpose and no service was asked.
    public var specialUse: String?
    /// Which systems announce an address, and in what network.
    public var origin: ASOrigin?
    /// The system: that which was asked about, or the first of those that announce the address.
    public var holder: ASHolder?
    /// Whether the system may announce the network; `nil` where that was not asked.
    public var rpki: RoutingStatistics.Authorisation?
    /// What the system announces; `nil` where that was not asked, or not answered.
    public var prefixes: [String]?
    /// Why there are no `prefixes`, where they were asked for.
    public var prefixesFailure: String?
    /// What the registry says; `nil` where that was not asked, or not answered.
    public var registration: Registration?
    /// Why nothing is known of it.
    public var failure: String?
    /// Whether that is this machine's own failure.
    public var isOwnFailure = false

    /// Nothing yet.
    public init(_ subject: RegistrySubject) {
      self.subject = subject
    }
  }
}

extension ASNReport: Encodable {
  private enum CodingKeys: String, CodingKey { case results }

  /// Writes the members of `homenet.asn/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(results, forKey: .results)
  }
}

extension ASNReport.Finding: Encodable {
  private enum CodingKeys: String, CodingKey {
    case subject, kind, asn, asns, prefix, holder, country, registry, allocated, rpki, prefixes
    case rpkiBecause = "rpki_because"
    case prefixesBecause = "prefixes_because"
    case registration, error
    case specialUse = "special_use"
  }

  /// Writes an entry of `results`, and what is told while the tool runs.
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
    try json.encode(rpki?.reason, forKey: .rpkiBecause)
    try json.encode(prefixes, forKey: .prefixes)
    try json.encode(prefixesFailure, forKey: .prefixesBecause)
    try json.encode(registration, forKey: .registration)
    try json.encode(failure, forKey: .error)
  }
}

extension RoutingStatistics.Authorisation {
  /// The state as JSON has it; `nil` where it could not be found out.
  public var word: String? {
    switch self {
    case .valid: "valid"
    case .invalid: "invalid"
    case .unknown: "unknown"
    case .untold: nil
    }
  }

  /// Why it could not be found out.
  public var reason: String? {
    if case .untold(let why) = self { why } else { nil }
  }
}
