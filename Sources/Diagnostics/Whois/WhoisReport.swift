public import Model

/// What `whois` found: `homenet.whois/1`.
public struct WhoisReport: DiagnosticReport, Hashable {
  /// The name and version of its JSON.
  public static let schema = "homenet.whois/1"

  /// What was asked about.
  public var subject: RegistrySubject
  /// The subject as it was typed, where that is a name in another script, or a range.
  public var typed: String?
  /// What it is for, where no registry has it and nobody was asked.
  public var specialUse: String?
  /// Whether it is registered; `nil` where nobody told.
  public var isRegistered: Bool?
  /// Who told.
  public var source: RegistryAttempt?
  /// What was told.
  public var registration: Registration?
  /// The answer as it came.
  public var raw: String?
  /// Whom was asked, in order.
  public var attempts: [RegistryAttempt] = []
  /// When it was judged.
  public var now: Timestamp

  /// The days until a domain's registration ends, negative where it has.
  public var daysToExpiry: Double? {
    registration?.expires.map { expires in
      (Double(expires.milliseconds - now.milliseconds) / 864_000).rounded() / 100
    }
  }

  /// Nothing is registered, nobody told, or the registration is over.
  public var isBad: Bool {
    specialUse == nil && (isRegistered != true || (daysToExpiry ?? 1) < 0)
  }
}

extension WhoisReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case subject, kind
    case specialUse = "special_use"
    case isRegistered = "registered"
    case source, server, registration
    case daysToExpiry = "days_to_expiry"
    case attempts, raw
  }

  /// Writes the members of `homenet.whois/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(typed ?? subject.description, forKey: .subject)
    try json.encode(subject.kind, forKey: .kind)
    try json.encode(specialUse, forKey: .specialUse)
    try json.encode(isRegistered, forKey: .isRegistered)
    try json.encode(source?.source, forKey: .source)
    try json.encode(source?.server, forKey: .server)
    try json.encode(registration, forKey: .registration)
    try json.encode(daysToExpiry, forKey: .daysToExpiry)
    try json.encode(attempts, forKey: .attempts)
    try json.encode(raw, forKey: .raw)
  }
}
