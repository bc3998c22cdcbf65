public import LinuxNetwork
public import Model
public import Networking
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

  /// A tool that hasn't asked anything yet.
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

  /// This machine's interfaces; none if they can't be read, so that no server counts as the home's
  /// own.
  @Sendable public static func systemInterfaces() async -> [Interface] {
    do throws(LocalFailure) {
      return try await LinuxNetwork().configuration().interfaces
    } catch {
      return []
    }
  }

  /// Asks every server every question, all servers at once.
  public func run(
    onProgress: @escaping @Sendable (DNSProgress) -> Void
  ) async throws(DiagnosticError) -> DNSReport {
    let subject = try DNSSubject(options.name)
    let types = try options.recordTypes(of: subject)
    let anchors = try options.anchors
    try checkCombinations()
    if options.wantsTrace { return try await trace(subject, types, anchors, onProgress) }
    let queryOptions = try options.queryOptions
    let limit = try options.limit
    let make = { (servers: [DNSServer]) in
      DNSClient(
        servers,
        options: queryOptions,
        timeout: limit,
        tries: options.tries,
        carrier: carrier
      )
    }
    let isSearched = options.servers.isEmpty && !options.wantsZoneServers
    let names = isSearched ? DNSSearch(configuration).candidates(subject) : [subject]
    var absent: [DNSReport] = []
    var found: (DNSReport, DNSClient)?
    for name in names where found == nil {
      if Task.isCancelled, !absent.isEmpty { break }
      let servers: [DNSServer]
      do throws(DiagnosticError) {
        servers = try await self.servers(for: name)
      } catch {
        // A search domain that no resolver may be asked about is passed over.
        if name == subject { throw error }
        continue
      }
      var report = DNSReport(subject: name, types: types, servers: servers)
      report.questionClass = try options.questionClass
      var client = make(servers)
      if options.wantsZoneServers {
        let zone = try await zoneServers(of: name, client)
        report.zone = zone.zone
        report.subject.name = zone.zone
        report.servers = zone.servers
        report.unknownServers = zone.unknown
        client.servers = zone.servers
        client.options.wantsRecursion = false
      }
      report.answers = await ask(report, client, onProgress)
      if names.count > 1, report.isAbsent {
        absent.append(report)
      } else {
        found = (report, client)
      }
    }
    // Where none is there, the name as it was typed is what isn't.
    let typed = absent.first { $0.subject == subject }
    guard let (last, client) = found ?? typed.map({ ($0, make($0.servers)) }) else {
      throw .interrupted(Message(.errorNothingAnswered))
    }
    var report = last
    report.searched = absent.map(\.subject.name).filter { $0 != report.subject.name }
    if let failure = report.commonLocalFailure {
      throw .local(failure, during: Message(.errorAskingFor, ["name": options.name]))
    }
    if options.wantsSecurity, !subject.isMulticastName, let server = report.firstResponsiveServer {
      let source = ServerRecordSource(server, by: client)
      let validator = DNSSECValidator(source: source, anchors: anchors)
      for type in types where !Task.isCancelled {
        let judged = await validator.validate(report.subject.name, type, at: now())
        report.dnssec.append(DNSReport.Validated(type: type, report: judged))
      }
    }
    return report
  }

  /// What can't be asked for together.
  private func checkCombinations() throws(DiagnosticError) {
    let isInternet = try options.questionClass == .internet
    if !isInternet, options.wantsTrace || options.wantsSecurity || options.wantsZoneServers {
      throw .usage(Message(.errorClassForced))
    }
    if options.wantsTransfer, options.wantsTrace || options.wantsSecurity {
      throw .usage(Message(.errorTransferCombined))
    }
    if options.wantsTransfer, options.transport == .https {
      throw .usage(Message(.errorTransferTransport))
    }
    if options.wantsZoneServers, options.wantsTrace || options.wantsSecurity {
      throw .usage(Message(.errorZoneServersCombined))
    }
    guard !options.wantsZoneServers || [.udp, .tcp].contains(options.transport) else {
      throw .usage(Message(.errorZoneServersTransport))
    }
  }

  /// The servers of the name's zone, by the resolvers.
  private func zoneServers(
    of subject: DNSSubject,
    _ client: DNSClient
  ) async throws(DiagnosticError) -> ZoneServers.Found {
    guard !subject.isMulticastName else {
      throw .usage(Message(.errorMulticastZone))
    }
    var client = client
    client.options = DNSQueryOptions()
    let search = ZoneServers(
      client: client,
      port: options.port ?? options.transport.port,
      transport: options.transport
    )
    return try await search.find(subject.name)
  }

  /// Follows delegations from the root.
  private func trace(
    _ subject: DNSSubject,
    _ types: [DNSType],
    _ anchors: TrustAnchors,
    _ onProgress: @escaping @Sendable (DNSProgress) -> Void
  ) async throws(DiagnosticError) -> DNSReport {
    guard options.types.count <= 1 else { throw .usage(Message(.errorTraceTypes)) }
    guard options.servers.isEmpty else {
      throw .usage(Message(.errorTraceServers))
    }
    guard options.transport == .udp || options.transport == .tcp else {
      throw .usage(Message(.errorTraceTransport))
    }
    guard !subject.isMulticastName else {
      throw .usage(Message(.errorMulticastTrace))
    }
    let hints = try options.hints
    guard !(hints.areInternetServers && subject.name.isPrivateName) else {
      throw .usage(Message(.errorTraceOfHome))
    }
    guard let type = types.first else { throw .usage(Message(.errorTypeMissing)) }
    var queryOptions = try options.queryOptions
    queryOptions.wantsRecursion = false
    // The validator asks for signatures itself.
    queryOptions.wantsSecurity = false
    let client = DNSClient(
      [],
      options: queryOptions,
      timeout: try options.limit,
      tries: options.tries,
      carrier: carrier
    )
    let resolver = IterativeResolver(
      client: client,
      hints: hints,
      port: options.port ?? 53,
      transport: options.transport,
      onProgress: { onProgress(.step($0)) }
    )
    var report = DNSReport(subject: subject, types: [type], servers: [])
    let trace = await resolver.run(DNSQuestion(subject.name, type))
    if let failure = trace.commonLocalFailure {
      throw .local(failure, during: Message(.errorAskingFor, ["name": options.name]))
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

  /// The servers that were named, or the system's, or multicast DNS on the link.
  private func servers(for subject: DNSSubject) async throws(DiagnosticError) -> [DNSServer] {
    guard options.servers.count <= DNSOptions.mostServers else {
      throw .usage(Message(.errorServerCount, ["most": "\(DNSOptions.mostServers)"]))
    }
    if !options.servers.isEmpty {
      var servers: [DNSServer] = []
      for text in options.servers {
        servers.append(try await .named(text, options.transport, port: options.port))
      }
      return servers
    }
    if subject.isMulticastName {
      guard options.transport == .udp, options.port == nil, !options.wantsSecurity,
        !options.wantsTransfer
      else {
        throw .usage(
          Message(.errorMulticastAlone)
        )
      }
      return [.link]
    }
    var resolvers = configuration.resolvers
    guard !resolvers.isEmpty else {
      throw .unable(Message(.errorNoResolverNamed))
    }
    // The home's addresses are sent to no server on the Internet, unless it was named.
    if subject.name.isPrivateName {
      if resolvers.contains(where: { $0.scope == .global }) {
        resolvers.removeAll(where: await interfaces().leaveHome)
      }
      guard !resolvers.isEmpty else {
        throw .unable(
          Message(.errorResolversPublic)
        )
      }
    }
    guard options.transport != .https else {
      throw .usage(Message(.errorHttpsServer))
    }
    let (transport, port) = (options.transport, options.port ?? options.transport.port)
    return resolvers.map { DNSServer(Endpoint($0, port: port), transport) }
  }

  private func ask(
    _ report: DNSReport,
    _ client: DNSClient,
    _ onProgress: @escaping @Sendable (DNSProgress) -> Void
  ) async -> [DNSReport.Answer] {
    let questions = report.types.map { type in
      DNSQuestion(report.subject.name, type, questionClass: report.questionClass)
    }
    return await withTaskGroup(of: [DNSReport.Answer].self) { group in
      for server in report.servers {
        group.addTask { await Self.ask(server, questions, client, onProgress) }
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
    _ questions: [DNSQuestion],
    _ client: DNSClient,
    _ onProgress: @escaping @Sendable (DNSProgress) -> Void
  ) async -> [DNSReport.Answer] {
    await withTaskGroup(of: (Int, DNSReport.Answer).self) { group in
      var next = 0
      func askNext() {
        guard next < questions.count else { return }
        let index = next
        next += 1
        group.addTask {
          let reply = await client.ask(questions[index], of: server)
          return (index, DNSReport.Answer(reply))
        }
      }
      for _ in 0..<parallel { askNext() }
      var answers: [(Int, DNSReport.Answer)] = []
      for await (index, answer) in group {
        answers.append((index, answer))
        onProgress(.answer(answer))
        askNext()
      }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

/// What `dns` tells while it runs.
public enum DNSProgress: Encodable, Sendable {
  /// A server's answer.
  case answer(DNSReport.Answer)
  /// A step on the way from the root.
  case step(DelegationTrace.Step)

  /// Writes the answer or the step, as the report has them.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .answer(let answer): try answer.encode(to: encoder)
    case .step(let step): try step.encode(to: encoder)
    }
  }
}
