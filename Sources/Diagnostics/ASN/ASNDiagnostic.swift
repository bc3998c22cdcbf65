/// Says which autonomous system an address belongs to, and whose that is: `homenet asn`.
public struct ASNDiagnostic: Diagnostic {
  /// What is asked.
  public struct Options: Codable, Hashable, Sendable {
    /// Addresses, and systems as `AS` and a number.
    public var subjects: [String]
    /// Whether it is asked who may announce a network.
    public var wantsRPKI: Bool
    /// Whether it is asked what a system announces.
    public var wantsPrefixes: Bool
    /// Whether the registry is asked too, by RDAP.
    public var wantsRegistration: Bool

    /// Options with the defaults of `homenet asn`.
    public init(
      _ subjects: [String],
      wantsRPKI: Bool = true,
      wantsPrefixes: Bool = false,
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

  /// A tool that hasn't asked anything yet.
  ///
  /// - Parameters:
  ///   - options: What is asked.
  ///   - origins: Who knows which system announces an address.
  ///   - statistics: Who knows whether it may.
  ///   - registry: What carries questions to registries.
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
    onProgress: @escaping @Sendable (ASNReport.Finding) -> Void
  ) async throws(DiagnosticError) -> ASNReport {
    guard !options.subjects.isEmpty, options.subjects.count <= Self.subjectLimit else {
      throw .usage("give 1 to \(Self.subjectLimit) addresses or systems")
    }
    var subjects: [RegistrySubject] = []
    for text in options.subjects {
      let subject = try RegistrySubject(text)
      switch subject {
      case .address, .system: subjects.append(subject)
      case .domain, .network:
        throw .usage("'\(text)' is neither an IP address nor an AS number")
      }
    }
    let found = await sideBySide(subjects, atOnce: Self.parallel) { subject in
      // Once it is cancelled, nothing more is asked.
      if Task.isCancelled { return ASNReport.Finding(subject) }
      let finding = await find(subject)
      onProgress(finding)
      return finding
    }
    return ASNReport(results: found)
  }

  private func find(_ subject: RegistrySubject) async -> ASNReport.Finding {
    var finding = ASNReport.Finding(subject)
    finding.specialUse = SpecialUse.words(subject)
    guard finding.specialUse == nil else { return finding }
    async let registration = registration(of: subject)
    do throws(DiagnosticError) {
      switch subject {
      case .address(let address):
        finding.origin = try await origins.origin(of: address)
        if finding.origin == nil { finding.failure = "no autonomous system announces it" }
      case .system(let number):
        finding.holder = try await origins.holder(of: number)
        if finding.holder == nil { finding.failure = "no registry knows it" }
      case .domain, .network: break
      }
      if let first = finding.origin?.systems.first {
        // A name that can't be found doesn't fail the rest.
        finding.holder = (try? await origins.holder(of: first)) ?? ASHolder(system: first)
      }
    } catch {
      finding.failure = error.words
      finding.isOwnFailure = error.isOwnFailure
    }
    await complete(&finding)
    finding.registration = await registration
    return finding
  }

  private func complete(_ finding: inout ASNReport.Finding) async {
    if options.wantsRPKI, let origin = finding.origin, let first = origin.systems.first {
      finding.rpki = await statistics.authorisation(of: origin.prefix, by: first)
    }
    if options.wantsPrefixes, case .system(let number) = finding.subject {
      switch await statistics.prefixes(of: number) {
      case .success(let prefixes): finding.prefixes = prefixes
      case .failure(let why): finding.prefixesFailure = why.words
      }
    }
  }

  private func registration(of subject: RegistrySubject) async -> Registration? {
    guard options.wantsRegistration else { return nil }
    let client = RDAPClient(network: registry, limit: .seconds(5))
    return (try? await client.look(up: subject) { _ in })?.registration
  }
}
