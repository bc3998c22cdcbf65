public import Model
public import Networking
internal import Wire

/// Shows a server's certificate and what is wrong with it: `homenet cert`.
public struct CertificateDiagnostic: Diagnostic {
  /// What is asked.
  public struct Options: Hashable, Sendable {
    /// `HOST`, `HOST:PORT`, an address, `[IPv6]:PORT`.
    public var target: String
    /// The family of address to ask; `nil` for the system's choice.
    public var family: AddressFamily?
    /// How TLS is begun, where the protocol starts in clear.
    public var startTLS: StartTLS?
    /// The name to ask for and to compare with, in place of the host's.
    public var serverName: String?
    /// For how many days the certificate must still be good.
    public var minimumDays: Int?
    /// Whether warnings are bad, too.
    public var isStrict: Bool
    /// Whether all suites that the server accepts are to be found out.
    public var listsCiphers: Bool
    /// How long each connection may take, in seconds.
    public var timeout: Double

    /// Options with the defaults of `homenet cert`.
    public init(
      _ target: String,
      family: AddressFamily? = nil,
      startTLS: StartTLS? = nil,
      serverName: String? = nil,
      minimumDays: Int? = nil,
      isStrict: Bool = false,
      listsCiphers: Bool = false,
      timeout: Double = 5
    ) {
      self.target = target
      self.family = family
      self.startTLS = startTLS
      self.serverName = serverName
      self.minimumDays = minimumDays
      self.isStrict = isStrict
      self.listsCiphers = listsCiphers
      self.timeout = timeout
    }
  }

  /// The versions that are asked for, the newest first.
  private static let versions: [TLSVersion] = [.tls13, .tls12, .tls11, .tls10]

  private let options: Options
  private let roots: TrustRoots
  private let streams: any StreamNetwork
  private let now: @Sendable () -> Timestamp

  /// A tool that hasn't connected yet.
  ///
  /// - Parameters:
  ///   - options: What is asked.
  ///   - roots: Whose certificates to trust.
  ///   - streams: What carries the conversations.
  ///   - now: The time that certificates are judged by.
  public init(
    _ options: Options,
    roots: TrustRoots,
    streams: any StreamNetwork = SystemStreams(),
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.options = options
    self.roots = roots
    self.streams = streams
    self.now = now
  }

  /// Asks for each version on a connection of its own, all at once, then judges what came.
  public func run(
    onProgress: @escaping @Sendable (CertificateProgress) -> Void
  ) async throws(DiagnosticError) -> CertificateReport {
    let target = try HostAndPort(options.target, port: options.startTLS?.port ?? 443)
    if let startTLS = options.startTLS, target.port == startTLS.implicitPort {
      throw .usage(
        "on port \(target.port) TLS is spoken from the first byte on: that is without --starttls "
          + startTLS.rawValue
      )
    }
    guard options.timeout > 0, options.timeout <= 600 else {
      throw .usage("the timeout must be more than 0 and at most 600 seconds")
    }
    let name: ServerName
    if let given = options.serverName {
      name = try ServerName(given: given)
    } else {
      name = try ServerName(target.host)
    }
    var host = try await TargetHost.looking(up: target.host, options.family)
    try host.mustBeDevice()
    let attempts = await attempts(at: host, port: target.port)
    if let best = Self.best(attempts) { host.address = best.address }
    var report = CertificateReport(
      host: target.host,
      address: host.address,
      port: target.port,
      serverName: name.indicated,
      startTLS: options.startTLS,
      now: now()
    )
    report.isStrict = options.isStrict
    let endpoint = Endpoint(host.address, port: target.port)
    let sayHello = {
      @Sendable (version: TLSVersion, suites: [TLSCipherSuite]?, groups: TLSGroupOffer) in
      await self.sayHello(version, suites, groups, to: endpoint, name)
    }
    report.attempts = attempts.map(CertificateReport.AddressAttempt.init)
    var asked: [AskedVersion]
    if let end = Self.best(attempts)?.end, end != .done {
      // Nobody connects: to say so, no version need be asked for.
      asked = Self.versions.map { AskedVersion(version: $0, findings: .init(), end: end) }
    } else {
      asked = await ask(sayHello, onProgress)
    }
    if asked.allSatisfy({ $0.end == .unreachable }), await streams.isProhibited(endpoint) {
      for index in asked.indices { asked[index].end = .prohibited }
    }
    try report.take(asked)
    if options.listsCiphers { report.ciphers = await ciphers(of: asked, sayHello, onProgress) }
    if let certificate = report.certificate {
      report.hostMatch = HostMatch.check(name.compared, against: certificate)
      report.trust = await TrustCheck(roots: roots, now: report.now).judge(report.chain)
      report.judge(minimumDays: options.minimumDays)
    }
    report.judgeCiphers()
    return report
  }

  /// Connects to a host's addresses where it has several, to find one that answers.
  private func attempts(at host: TargetHost, port: UInt16) async -> [ConnectionRace.Attempt] {
    let others = host.others.filter { address in
      (try? TargetHost(host: host.host, address: address).mustBeDevice()) != nil
    }
    guard !others.isEmpty else { return [] }
    let limit = Duration.milliseconds(Int64(options.timeout * 1000))
    return await ConnectionRace(streams: streams, limit: limit)
      .run([host.address] + others, port: port)
  }

  /// The attempt that connected, or else the one that says most: that this machine has no way by one
  /// family says nothing of the other.
  private static func best(_ attempts: [ConnectionRace.Attempt]) -> ConnectionRace.Attempt? {
    attempts.first { $0.end == .done }
      ?? attempts.first { if case .local? = $0.end { false } else { true } }
      ?? attempts.first
  }

  /// Says one hello on a connection of its own.
  private func sayHello(
    _ version: TLSVersion,
    _ suites: [TLSCipherSuite]?,
    _ groups: TLSGroupOffer,
    to endpoint: Endpoint,
    _ name: ServerName
  ) async -> AskedVersion {
    let inquiry = TLSInquiry(
      version,
      serverName: name.indicated,
      random: (0..<64).map { _ in .random(in: 0...255) },
      shares: TLSKeyShares(),
      groups: groups,
      suites: suites,
      opening: options.startTLS.map { StartTLSProtocol($0, to: name.compared) }
    )
    let limit = Duration.milliseconds(Int64(options.timeout * 1000))
    let (exchange, end) = await streams.carry(inquiry, to: endpoint, within: limit)
    return AskedVersion(version: version, findings: exchange.findings, end: end, groups: groups)
  }

  private func ask(
    _ sayHello:
      @escaping @Sendable (TLSVersion, [TLSCipherSuite]?, TLSGroupOffer) async -> AskedVersion,
    _ onProgress: @escaping @Sendable (CertificateProgress) -> Void
  ) async -> [AskedVersion] {
    await withTaskGroup(of: AskedVersion.self) { group in
      for version in Self.versions {
        group.addTask {
          let asked = await sayHello(version, nil, .usual)
          guard asked.mayLackGroups, !Task.isCancelled else { return asked }
          let again = await sayHello(version, nil, .all)
          return again.findings.version == nil ? asked : again
        }
      }
      var all: [AskedVersion] = []
      for await asked in group {
        all.append(asked)
        onProgress(.version(asked.answer))
      }
      return all.sorted { $0.version > $1.version }
    }
  }
}

extension CertificateDiagnostic.Options {
  /// Whether a text can be asked for within TLS.
  public static func isServerName(_ text: String) -> Bool {
    (try? ServerName(given: text)) != nil
  }
}
