public import HomeNet
public import Net
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
    /// How long each connection may take, in seconds.
    public var timeout: Double

    /// The given question.
    public init(
      _ target: String,
      family: AddressFamily? = nil,
      startTLS: StartTLS? = nil,
      serverName: String? = nil,
      minimumDays: Int? = nil,
      timeout: Double = 5
    ) {
      self.target = target
      self.family = family
      self.startTLS = startTLS
      self.serverName = serverName
      self.minimumDays = minimumDays
      self.timeout = timeout
    }
  }

  private let options: Options
  private let roots: TrustRoots
  private let streams: any StreamNetwork
  private let now: @Sendable () -> Timestamp

  /// The given question.
  ///
  /// - Parameters:
  ///   - options: What is asked.
  ///   - roots: Whom to trust.
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
    telling tell: @escaping @Sendable (CertificateReport.VersionAnswer) -> Void
  ) async throws(DiagnosticError) -> CertificateReport {
    let target = try HostAndPort(options.target, port: options.startTLS?.port ?? 443)
    if let startTLS = options.startTLS, target.port == startTLS.implicitPort {
      throw .usage(
        "on port \(target.port) TLS is spoken from the first byte on: that is without --starttls "
          + startTLS.rawValue
      )
    }
    guard options.timeout > 0, options.timeout <= 600 else {
      throw .usage("a timeout is more than 0 and at most 600 seconds")
    }
    let name: ServerName
    if let given = options.serverName {
      name = try ServerName(given: given)
    } else {
      name = try ServerName(target.host)
    }
    let host = try await TargetHost.looking(up: target.host, options.family)
    try host.mustBeDevice()
    var report = CertificateReport(
      host: target.host,
      address: host.address,
      port: target.port,
      serverName: name.indicated,
      startTLS: options.startTLS,
      now: now()
    )
    let asked = await ask(Endpoint(host.address, port: target.port), name.indicated, tell)
    if Task.isCancelled, asked.allSatisfy({ $0.findings.chain == nil }) {
      report.versions = asked.map(\.answer)
      return report
    }
    try report.take(asked)
    if let certificate = report.certificate {
      report.hostMatch = HostMatch.check(name.compared, against: certificate)
      report.trust = await TrustCheck(roots: roots, now: report.now).judge(report.chain)
      report.judge(minimumDays: options.minimumDays)
    }
    return report
  }

  private func ask(
    _ endpoint: Endpoint,
    _ name: String?,
    _ tell: @escaping @Sendable (CertificateReport.VersionAnswer) -> Void
  ) async -> [AskedVersion] {
    let limit = Duration.milliseconds(Int64(options.timeout * 1000))
    return await withTaskGroup(of: AskedVersion.self) { group in
      for version in [TLSVersion.tls13, .tls12, .tls11, .tls10] {
        let startTLS = options.startTLS
        group.addTask {
          let sayHello = { (groups: TLSGroupOffer) in
            let inquiry = TLSInquiry(
              version,
              serverName: name,
              random: (0..<64).map { _ in .random(in: 0...255) },
              shares: TLSKeyShares(),
              groups: groups,
              opening: startTLS.map(StartTLSTalk.init)
            )
            let (talk, end) = await streams.carry(inquiry, to: endpoint, within: limit)
            return AskedVersion(version: version, findings: talk.findings, end: end)
          }
          let asked = await sayHello(.usual)
          guard asked.mayLackGroups, !Task.isCancelled else { return asked }
          let again = await sayHello(.all)
          return again.findings.version == nil ? asked : again
        }
      }
      var all: [AskedVersion] = []
      for await asked in group {
        all.append(asked)
        tell(asked.answer)
      }
      return all.sorted { $0.version > $1.version }
    }
  }
}

/// What became of asking for one version.
struct AskedVersion: Sendable {
  var version: TLSVersion
  var findings: TLSInquiry.Findings
  var end: StreamEnd

  /// Whether the server may have said no because it knew none of the groups that were named: there
  /// is no alert for that alone (RFC 8446, section 4.1.1; RFC 8422, section 4).
  var mayLackGroups: Bool {
    guard version >= .tls12, findings.version == nil, case .alert(let alert)? = findings.failure
    else { return false }
    return [40, 47, 71].contains(alert.code)
  }

  /// It in short.
  var answer: CertificateReport.VersionAnswer {
    var answer = CertificateReport.VersionAnswer(version: version)
    if findings.version == version {
      answer.isOffered = true
      answer.suite = findings.suite
      answer.group = findings.group
      switch findings.failure {
      case .sealed(let why)?: answer.because = why
      case .malformed(let why)? where findings.chain == nil: answer.because = why
      default: break
      }
      return answer
    }
    if let other = findings.version {
      answer.isOffered = false
      answer.because = "it answers with \(other)"
      return answer
    }
    switch findings.failure {
    case .alert(let alert):
      answer.isOffered = false
      answer.because = "it says \(alert.name)"
    case .malformed(let why), .sealed(let why), .opening(let why):
      answer.because = why
    case nil:
      // Some close the connection where they should say why.
      if end == .closed || end == .reset { answer.isOffered = false }
      answer.because = end.words
    }
    return answer
  }
}

extension CertificateReport {
  /// Takes what the versions came to; the newest with certificates counts.
  mutating func take(_ asked: [AskedVersion]) throws(DiagnosticError) {
    versions = asked.map(\.answer)
    // A server that never says a word of TLS doesn't refuse a version: it has none.
    let speaks = asked.contains { one in
      if case .alert? = one.findings.failure { return true }
      return one.findings.version != nil
    }
    if !speaks { for index in versions.indices { versions[index].isOffered = nil } }
    if let best = asked.first(where: { $0.findings.chain?.isEmpty == false }) {
      return take(best.findings.chain ?? [], staple: best.findings.staple)
    }
    for one in asked {
      if case .local(.refusedByPolicy(let reason)) = one.end { throw .usage(reason) }
      if case .local(let failure) = one.end {
        throw .local(failure, during: "can't connect to \(address)")
      }
    }
    if speaks {
      let sealed = asked.first { one in
        if case .sealed? = one.findings.failure { true } else { false }
      }
      if let why = sealed?.answer.because {
        return add(
          .unseenCertificate,
          "nothing is known of the certificate, good or bad: it can't be seen from here, since the "
            + "server wants what HomeNet can't do: \(why)"
        )
      }
      let why = asked.compactMap(\.answer.because).first ?? "no version is spoken"
      return add(.noCertificate, "the server shows no certificate: \(why)")
    }
    let connected = asked.first { one in
      switch one.end {
      case .done, .closed, .reset, .timedOut(connected: true): true
      default: false
      }
    }
    let why = (connected ?? asked.first)?.answer.because ?? "no answer"
    add(connected == nil ? .noConnection : .noTLS, "\(host) port \(port): \(why)")
  }

  /// Takes certificates in DER.
  ///
  /// The first is the server's own, whether it can be read or not: none of the others stands in for it.
  private mutating func take(_ sent: [[UInt8]], staple status: [UInt8]?) {
    guard let certificate = sent.first.flatMap(CertificateFacts.init(der:)) else {
      return add(.noCertificate, "the certificate that the server shows can't be read")
    }
    chain = [certificate] + sent.dropFirst().compactMap(CertificateFacts.init(der:))
    unreadable = sent.count - chain.count
    staple = status.map { .stapled(StapledStatus($0, for: certificate)) } ?? .none
  }
}
