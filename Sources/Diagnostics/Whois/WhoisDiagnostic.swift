public import Model

/// Looks up the registration of a domain, an address or an AS: `homenet whois`.
public struct WhoisDiagnostic: Diagnostic {
  /// The options of a look-up.
  public struct Options: Codable, Hashable, Sendable {
    /// A domain's name, an address, a network or range, or `AS` and a number.
    public var subject: String
    /// Whether RDAP is asked.
    public var usesRDAP: Bool
    /// Whether whois is asked, where RDAP has no answer.
    public var usesWhois: Bool
    /// How long each server may take, in seconds.
    public var timeout: Double

    /// Options with the defaults of `homenet whois`.
    public init(
      _ subject: String,
      usesRDAP: Bool = true,
      usesWhois: Bool = true,
      timeout: Double = Parameters.timeout.defaultValue / .seconds(1)
    ) {
      self.subject = subject
      self.usesRDAP = usesRDAP
      self.usesWhois = usesWhois
      self.timeout = timeout
    }
  }

  private let options: Options
  private let network: RegistryNetwork

  /// A tool that hasn't asked anything yet.
  public init(_ options: Options, network: RegistryNetwork) {
    self.options = options
    self.network = network
  }

  /// Asks RDAP, then whois where RDAP has no answer.
  public func run(
    onProgress: @escaping @Sendable (RegistryAttempt) -> Void
  ) async throws(DiagnosticError) -> WhoisReport {
    let subject = try RegistrySubject(options.subject)
    guard options.timeout > 0, Options.Parameters.timeout.contains(options.timeout) else {
      throw .usage(Message(.errorTimeoutRange))
    }
    var report = WhoisReport(subject: subject, now: network.now())
    if !options.subject.utf8.allSatisfy({ $0 < 0x80 }) { report.typed = options.subject }
    if case .network = subject, subject.description != options.subject {
      report.typed = options.subject
    }
    report.specialUse = SpecialUse.words(subject)
    guard report.specialUse == nil else { return report }
    let limit = Duration.milliseconds(Int64(options.timeout * 1000))
    if options.usesRDAP {
      let found = try await RDAPClient(network: network, limit: limit).look(up: subject, onProgress)
      report.take(found)
    }
    if report.isRegistered == nil, options.usesWhois, !Task.isCancelled {
      let found = try await WhoisClient(network: network, limit: limit).look(
        up: subject,
        onProgress
      )
      report.take(found)
    }
    // An answer about another subject is reported; a referral to a silent server is no answer.
    let hasAnswer = report.attempts.contains { $0.outcome == .answered && $0.because != nil }
    if report.isRegistered == nil, !hasAnswer, !Task.isCancelled {
      let reasons = report.attempts.map { attempt in
        let silence = Message(
          attempt.outcome == .answered ? .registryReferralAlone : .registryNoAnswer
        )
        return Message(
          .errorHost,
          ["host": .text(attempt.server), "reason": .message(attempt.because ?? silence)]
        )
      }
      let name = report.typed ?? subject.description
      throw .noAnswer(
        Message(
          .errorRegistriesFailed,
          ["subject": .text(name), "reasons": .list(reasons.map(Message.Value.message))]
        )
      )
    }
    return report
  }
}

/// The result of RDAP or whois.
struct RegistryResult: Sendable {
  var attempts: [RegistryAttempt] = []
  /// `nil` if unknown.
  var isRegistered: Bool?
  var registration: Registration?
  var raw: String?
}

extension WhoisReport {
  mutating func take(_ finding: RegistryResult) {
    attempts += finding.attempts
    guard finding.isRegistered != nil else {
      raw = finding.raw ?? raw
      return
    }
    isRegistered = finding.isRegistered
    registration = finding.registration
    raw = finding.raw
    source = finding.attempts.last { attempt in
      attempt.because == nil && (attempt.outcome == .answered || attempt.outcome == .absent)
    }
  }
}

/// What `whois` found: `homenet.whois/1`.
public struct WhoisReport: DiagnosticReport, Hashable {
  /// The JSON schema.
  public static let schema = "homenet.whois/1"

  /// The subject.
  public var subject: RegistrySubject
  /// The subject as it was typed, where that is a name in another script, or a range.
  public var typed: String?
  /// The purpose of a special-purpose subject, for which no registry is asked.
  public var specialUse: String?
  /// `nil` if unknown.
  public var isRegistered: Bool?
  /// The attempt that succeeded.
  public var source: RegistryAttempt?
  /// The registration.
  public var registration: Registration?
  /// The answer's text.
  public var raw: String?
  /// All attempts, in order.
  public var attempts: [RegistryAttempt] = []
  /// The time that `daysToExpiry` is relative to.
  public var now: Timestamp

  /// The days until a domain's registration ends, negative where it has.
  public var daysToExpiry: Double? {
    registration?.expires.map { expires in
      (Double(expires.milliseconds - now.milliseconds) / 864_000).rounded() / 100
    }
  }

  /// Whether the subject is not registered, unknown, or expired.
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

extension WhoisDiagnostic.Options {
  /// The parameters of `whois`.
  public enum Parameters {
    /// What is looked up; the command takes several.
    public static let subject = ToolParameter<String>(
      "subject",
      .text(longest: 255),
      default: "",
      isRequired: true,
      spelling: .argument,
      valueName: "subject",
      help:
        "Domains, addresses, networks (192.0.2.0/24), ranges (192.0.2.10-20), or AS and a number."
    )
    /// The time limit of each server.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0...600),
      default: .seconds(8),
      valueName: "duration",
      help: "How long each server may take (default: {default})."
    )
  }
}
