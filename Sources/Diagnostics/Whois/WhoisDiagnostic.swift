/// Says whose a domain, an address or an autonomous system is: `homenet whois`.
public struct WhoisDiagnostic: Diagnostic {
  /// What is asked.
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
      timeout: Double = 8
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
    guard options.timeout > 0, options.timeout <= 600 else {
      throw .usage("the timeout must be more than 0 and at most 600 seconds")
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
    // Who answers, but of something else, leaves a report that says so; who only names another, who
    // then is silent, has told nothing.
    let hasAnswer = report.attempts.contains { $0.outcome == .answered && $0.because != nil }
    if report.isRegistered == nil, !hasAnswer, !Task.isCancelled {
      let words = report.attempts.map { attempt in
        let silence =
          attempt.outcome == .answered
          ? "it only refers to another server" : attempt.outcome.rawValue
        return "\(attempt.server): \(attempt.because ?? silence)"
      }
      let name = report.typed ?? subject.description
      throw .noAnswer("\(name): no registry could answer: \(words.joined(separator: "; "))")
    }
    return report
  }
}

/// What one means came to.
struct RegistryFinding: Sendable {
  var attempts: [RegistryAttempt] = []
  /// Whether it is registered; `nil` where that was not told.
  var isRegistered: Bool?
  var registration: Registration?
  var raw: String?
}

extension WhoisReport {
  mutating func take(_ finding: RegistryFinding) {
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
