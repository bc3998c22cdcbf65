public import Model
public import Networking
public import Wire

/// Fetches and validates a server's certificate: `homenet cert`.
public struct CertificateDiagnostic: Diagnostic {
  /// The options of `homenet cert`.
  public struct Options: Hashable, Sendable {
    /// `HOST`, `HOST:PORT`, an address, `[IPv6]:PORT`.
    public var target: String
    /// The family of address to ask; `nil` for the system's choice.
    public var family: AddressFamily?
    /// The protocol whose STARTTLS to use; `nil` for TLS from the first byte.
    public var startTLS: StartTLS?
    /// The name for SNI and the name check, in place of the host's.
    public var serverName: String?
    /// The least remaining validity, in days.
    public var minimumDays: Int?
    /// Whether warnings count as bad.
    public var isStrict: Bool
    /// Whether to enumerate the accepted cipher suites.
    public var listsCiphers: Bool
    /// The timeout of each connection, in seconds.
    public var timeout: Double
    /// The versions to offer, the newest first, each on a connection of its own.
    package var versions: [TLSVersion] = [.tls13, .tls12, .tls11, .tls10]

    /// Options with the defaults of `homenet cert`.
    public init(
      _ target: String,
      family: AddressFamily? = nil,
      startTLS: StartTLS? = nil,
      serverName: String? = nil,
      minimumDays: Int? = nil,
      isStrict: Bool = false,
      listsCiphers: Bool = Parameters.ciphers.defaultValue,
      timeout: Double = Parameters.timeout.defaultValue / .seconds(1)
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

  private let options: Options
  private let roots: TrustRoots
  private let streams: any StreamNetwork
  private let now: @Sendable () -> Timestamp

  /// A diagnostic that validates against `roots` at the time `now`.
  public init(
    _ options: Options,
    roots: TrustRoots,
    streams: any StreamNetwork = SystemStreams(for: .tls),
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.options = options
    self.roots = roots
    self.streams = streams
    self.now = now
  }

  /// Offers each version on its own connection, concurrently, then judges the results.
  public func run(
    onProgress: @escaping @Sendable (CertificateProgress) -> Void
  ) async throws(DiagnosticError) -> CertificateReport {
    let target = try HostAndPort(options.target, port: options.startTLS?.port ?? 443)
    if let startTLS = options.startTLS, target.port == startTLS.implicitPort {
      throw .usage(
        Message(
          .errorStartTLSPort,
          ["port": "\(target.port)", "protocol": startTLS.rawValue]
        )
      )
    }
    guard options.timeout > 0, Options.Parameters.timeout.contains(options.timeout) else {
      throw .usage(Message(.errorTimeoutRange))
    }
    let name: ServerName
    if let given = options.serverName {
      name = try ServerName(given: given)
    } else {
      name = try ServerName(target.host)
    }
    var host = try await TargetHost.looking(up: target.host, options.family)
    try host.requireDeviceAddress()
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
    var asked: [VersionProbe]
    if let end = Self.best(attempts)?.end, end != .done {
      // No address accepted: the versions need no connections of their own.
      asked = options.versions.map { VersionProbe(version: $0, received: .init(), end: end) }
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

  /// Races the addresses of a host that has several.
  private func attempts(at host: TargetHost, port: UInt16) async -> [ConnectionRace.Attempt] {
    let others = host.others.filter { address in
      (try? TargetHost(host: host.host, address: address).requireDeviceAddress()) != nil
    }
    guard !others.isEmpty else { return [] }
    let limit = Duration.milliseconds(Int64(options.timeout * 1000))
    return await ConnectionRace(streams: streams, limit: limit)
      .run([host.address] + others, port: port)
  }

  /// The attempt that connected, else the first error that isn't local, else the first.
  private static func best(_ attempts: [ConnectionRace.Attempt]) -> ConnectionRace.Attempt? {
    attempts.first { $0.end == .done }
      ?? attempts.first { if case .local? = $0.end { false } else { true } }
      ?? attempts.first
  }

  /// Sends one hello on a connection of its own.
  private func sayHello(
    _ version: TLSVersion,
    _ suites: [TLSCipherSuite]?,
    _ groups: TLSGroupOffer,
    to endpoint: Endpoint,
    _ name: ServerName
  ) async -> VersionProbe {
    let inquiry = TLSProbe(
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
    return VersionProbe(version: version, received: exchange.received, end: end, groups: groups)
  }

  private func ask(
    _ sayHello:
      @escaping @Sendable (TLSVersion, [TLSCipherSuite]?, TLSGroupOffer) async -> VersionProbe,
    _ onProgress: @escaping @Sendable (CertificateProgress) -> Void
  ) async -> [VersionProbe] {
    await withTaskGroup(of: VersionProbe.self) { group in
      for version in options.versions {
        group.addTask {
          let asked = await sayHello(version, nil, .usual)
          guard asked.mayLackGroups, !Task.isCancelled else { return asked }
          let again = await sayHello(version, nil, .all)
          return again.received.version == nil ? asked : again
        }
      }
      var all: [VersionProbe] = []
      for await asked in group {
        all.append(asked)
        onProgress(.version(asked.answer))
      }
      return all.sorted { $0.version > $1.version }
    }
  }
}

extension CertificateDiagnostic.Options {
  /// Whether a text is a valid host name or address.
  public static func isServerName(_ text: String) -> Bool {
    (try? ServerName(given: text)) != nil
  }
}

/// The progress of `cert`.
public enum CertificateProgress: Encodable, Sendable {
  /// A version was tried.
  case version(CertificateReport.VersionAnswer)
  /// The number of suites found so far for a version.
  case ciphers(TLSVersion, accepted: Int)

  private enum CodingKeys: String, CodingKey { case ciphers }
  private enum CipherKeys: String, CodingKey { case version, accepted }

  /// Writes an entry of `versions`, or an object `ciphers`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .version(let answer): try answer.encode(to: encoder)
    case .ciphers(let version, let accepted):
      var json = encoder.container(keyedBy: CodingKeys.self)
      var inner = json.nestedContainer(keyedBy: CipherKeys.self, forKey: .ciphers)
      try inner.encode(version.description, forKey: .version)
      try inner.encode(accepted, forKey: .accepted)
    }
  }
}

extension CertificateDiagnostic.Options {
  /// The parameters of `cert`.
  public enum Parameters {
    /// The server; the command takes its port with it.
    public static let host = ToolParameter<String>(
      "host",
      .host,
      default: "",
      isRequired: true,
      spelling: .argument,
      valueName: "host[:port]",
      help: "The server; the port is 443, or --starttls's."
    )
    /// The server's port; without one the protocol's.
    public static let port = ToolParameter<UInt16?>(
      "port",
      .integer(1...65_535),
      default: nil,
      spelling: .absent,
      isProminent: true
    )
    /// The protocol whose STARTTLS is used.
    public static let startTLS = ToolParameter<StartTLS?>(
      "starttls",
      .choice(StartTLS.allCases.map(\.rawValue)),
      default: nil,
      valueName: "protocol",
      help: "How TLS is begun, where a protocol starts in clear."
    )
    /// The name for SNI and the name check.
    public static let serverName = ToolParameter<String?>(
      "server_name",
      .host,
      default: nil,
      spelling: .named("servername"),
      valueName: "name",
      help: "The name to ask for and to compare with."
    )
    /// The least remaining validity in days.
    public static let minimumDays = ToolParameter<Int?>(
      "min_days",
      .integer(0...Int.max),
      default: nil,
      valueName: "days",
      help: "How many days the certificate must still be good.",
      served: .integer(0...3650)
    )
    /// Whether the accepted cipher suites are listed.
    public static let ciphers = ToolParameter<Bool>(
      "ciphers",
      .flag,
      default: false,
      help: "List all cipher suites that the server accepts, each by a connection of its own."
    )
    /// The time limit of each connection.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0...600),
      default: .seconds(5),
      valueName: "duration",
      help: "How long each connection may take (default: {default}).",
      served: .seconds(0.5...30)
    )
  }
}
