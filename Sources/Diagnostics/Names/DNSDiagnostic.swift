public import HomeNet
public import Net
internal import Wire

/// Asks name servers, side by side, and shows what they say: `homenet dns`.
public struct DNSDiagnostic: Diagnostic {
  private let options: DNSOptions
  private let configuration: ResolverConfiguration
  private let carrier: any DNSCarrier
  private let interfaces: @Sendable () async -> [Interface]
  private let now: @Sendable () -> Timestamp

  /// How many questions one server is asked at a time.
  private static let parallel = 8

  /// The given question.
  ///
  /// - Parameters:
  ///   - options: What is asked.
  ///   - configuration: The resolvers that the system names.
  ///   - carrier: What carries questions.
  ///   - interfaces: Which networks this machine is on: resolvers there are the home's.
  ///   - now: The time that signatures are judged by.
  public init(
    _ options: DNSOptions,
    configuration: ResolverConfiguration = .system,
    carrier: any DNSCarrier = SystemDNSCarrier(),
    interfaces: @escaping @Sendable () async -> [Interface] = { await Self.systemInterfaces() },
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.options = options
    self.configuration = configuration
    self.carrier = carrier
    self.interfaces = interfaces
    self.now = now
  }

  /// This machine's; none where they can't be read, so that nobody is taken for the home's own.
  @Sendable public static func systemInterfaces() async -> [Interface] {
    do throws(LocalFailure) {
      return try await LinuxNetwork().configuration().interfaces
    } catch {
      return []
    }
  }

  /// Asks every server every question, all servers at once.
  public func run(
    telling tell: @escaping @Sendable (DNSProgress) -> Void
  ) async throws(DiagnosticError) -> DNSReport {
    let subject = try DNSSubject(options.name)
    let types = try options.recordTypes(of: subject)
    let anchors = try options.anchors
    if options.wantsTrace { return try await trace(subject, types, anchors, tell) }
    let servers = try await servers(for: subject)
    var report = DNSReport(subject: subject, types: types, servers: servers)
    let client = DNSClient(
      servers,
      options: options.asking,
      timeout: try options.limit,
      tries: options.tries,
      carrier: carrier
    )
    report.answers = await ask(report, client, tell)
    if let failure = report.commonLocalFailure {
      throw .local(failure, during: "can't ask for \(options.name)")
    }
    if options.wantsSecurity, !subject.isOfLink, let server = report.mostTalkative {
      let source = ServerRecordSource(server, by: client)
      let validator = DNSSECValidator(source: source, anchors: anchors)
      for type in types where !Task.isCancelled {
        let judged = await validator.validate(subject.name, type, at: now())
        report.dnssec.append(DNSReport.Validated(type: type, report: judged))
      }
    }
    return report
  }

  /// Follows delegations from the root.
  private func trace(
    _ subject: DNSSubject,
    _ types: [DNSType],
    _ anchors: TrustAnchors,
    _ tell: @escaping @Sendable (DNSProgress) -> Void
  ) async throws(DiagnosticError) -> DNSReport {
    guard options.types.count <= 1 else { throw .usage("--trace follows one type at a time") }
    guard options.servers.isEmpty else {
      throw .usage("--trace asks whom the root names; --root names other roots")
    }
    guard options.transport == .udp || options.transport == .tcp else {
      throw .usage("--trace asks by UDP or TCP")
    }
    guard !subject.isOfLink else { throw .usage("names of this link have no delegations") }
    let hints = try options.hints
    guard !(hints.areInternets && subject.name.isOfHome) else {
      throw .usage("the Internet's servers aren't asked about this home; --root names other roots")
    }
    guard let type = types.first else { throw .usage("give a record type") }
    var asking = options.asking
    asking.wantsRecursion = false
    // The validator asks for signatures itself.
    asking.wantsSecurity = false
    let client = DNSClient(
      [],
      options: asking,
      timeout: try options.limit,
      tries: options.tries,
      carrier: carrier
    )
    let walk = DelegationWalk(
      client: client,
      hints: hints,
      port: options.port ?? 53,
      transport: options.transport,
      tell: { tell(.step($0)) }
    )
    var report = DNSReport(subject: subject, types: [type], servers: [])
    let trace = await walk.run(DNSQuestion(subject.name, type))
    if let failure = trace.commonLocalFailure {
      throw .local(failure, during: "can't ask for \(options.name)")
    }
    report.trace = trace
    if options.wantsSecurity, !Task.isCancelled {
      let source = TracedRecordSource(trace, by: client)
      let judged = await DNSSECValidator(source: source, anchors: anchors)
        .validate(subject.name, type, at: now())
      report.dnssec.append(DNSReport.Validated(type: type, report: judged))
    }
    return report
  }

  /// The servers that were named, or the system's, or whoever is on the link.
  private func servers(for subject: DNSSubject) async throws(DiagnosticError) -> [DNSServer] {
    guard options.servers.count <= DNSOptions.mostServers else {
      throw .usage("name at most \(DNSOptions.mostServers) servers")
    }
    if !options.servers.isEmpty {
      var servers: [DNSServer] = []
      for text in options.servers {
        servers.append(try await .named(text, options.transport, port: options.port))
      }
      return servers
    }
    if subject.isOfLink {
      guard options.transport == .udp, options.port == nil, !options.wantsSecurity else {
        throw .usage(
          "names of this link are asked of everybody on it by multicast, without ports, connections or"
            + " DNSSEC; @SERVER asks a server"
        )
      }
      return [.link]
    }
    var resolvers = configuration.resolvers
    guard !resolvers.isEmpty else {
      throw .unable("no resolver is configured in /etc/resolv.conf; name one with @SERVER")
    }
    // Nobody on the Internet is told what this home looks like, unless by name.
    if subject.name.isOfHome {
      if resolvers.contains(where: { $0.scope == .global }) {
        resolvers.removeAll(where: await interfaces().leaveHome)
      }
      guard !resolvers.isEmpty else {
        throw .unable(
          "the configured resolvers are on the Internet, and aren't asked about this home; name one"
            + " with @SERVER"
        )
      }
    }
    guard options.transport != .https else {
      throw .usage("name a server to ask by HTTPS, such as @https://dns.example/dns-query")
    }
    let (transport, port) = (options.transport, options.port ?? options.transport.port)
    return resolvers.map { DNSServer(Endpoint($0, port: port), transport) }
  }

  private func ask(
    _ report: DNSReport,
    _ client: DNSClient,
    _ tell: @escaping @Sendable (DNSProgress) -> Void
  ) async -> [DNSReport.Answer] {
    let name = report.subject.name
    let types = report.types
    return await withTaskGroup(of: [DNSReport.Answer].self) { group in
      for server in report.servers {
        group.addTask { await Self.ask(server, name, types, client, tell) }
      }
      var byServer: [DNSServer: [DNSReport.Answer]] = [:]
      for await answers in group {
        if let first = answers.first { byServer[first.reply.server] = answers }
      }
      return report.servers.flatMap { byServer[$0] ?? [] }
    }
  }

  private static func ask(
    _ server: DNSServer,
    _ name: DNSName,
    _ types: [DNSType],
    _ client: DNSClient,
    _ tell: @escaping @Sendable (DNSProgress) -> Void
  ) async -> [DNSReport.Answer] {
    await withTaskGroup(of: (Int, DNSReport.Answer).self) { group in
      var next = 0
      func askNext() {
        guard next < types.count else { return }
        let index = next
        next += 1
        group.addTask {
          let reply = await client.ask(DNSQuestion(name, types[index]), of: server)
          return (index, DNSReport.Answer(reply))
        }
      }
      for _ in 0..<parallel { askNext() }
      var answers: [(Int, DNSReport.Answer)] = []
      for await (index, answer) in group {
        answers.append((index, answer))
        tell(.answer(answer))
        askNext()
      }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
