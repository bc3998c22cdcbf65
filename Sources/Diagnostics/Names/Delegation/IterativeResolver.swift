internal import Wire

/// Resolves a name iteratively: follows delegations from the root's servers to the name's own (RFC
/// 1034, section 5.3.3).
///
/// It ends whatever zones say: it sends at most a hundred queries.
struct IterativeResolver {
  let client: DNSClient
  let hints: RootHints
  let port: UInt16
  let transport: DNSTransport
  let onProgress: @Sendable (DelegationTrace.Step) -> Void

  private static let mostQuestions = 100
  private static let mostAliases = 8
  /// How many servers of a zone are tried.
  private static let mostServers = 4
  /// How deep looking for servers' addresses may lead.
  private static let deepest = 3

  /// A server of a zone.
  private struct Server {
    var name: DNSName
    var addresses: [IPAddress]
  }

  /// A zone and who has it.
  private struct Zone {
    var name: DNSName
    var servers: [Server]
  }

  /// What the walk has learnt.
  private struct State {
    var trace = DelegationTrace()
    var zones: [Zone]
    var questions = 0
  }

  /// Walks to the answer.
  func run(_ question: DNSQuestion) async -> DelegationTrace {
    let root = Zone(
      name: .root,
      servers: hints.servers.map { Server(name: $0.name, addresses: $0.addresses) }.shuffled()
    )
    var state = State(zones: [root])
    var question = question
    for _ in 0...Self.mostAliases {
      let (end, alias) = await walk(question, &state, depth: 0)
      guard let alias, end == .answered else {
        state.trace.end = end
        return state.trace
      }
      question.name = alias
    }
    state.trace.end = .stuck("the aliases (CNAME) lead to each other, or are too many")
    return state.trace
  }

  /// Walks to the answer of one question, or to an alias.
  private func walk(
    _ question: DNSQuestion,
    _ state: inout State,
    depth: Int
  ) async -> (end: DelegationTrace.End, alias: DNSName?) {
    // The lowest zone that is known already.
    var zone =
      state.zones.filter { question.name.isInside($0.name) }
      .max { $0.name.labelCount < $1.name.labelCount } ?? state.zones[0]
    // Every step leads at least one label down.
    for _ in 0...question.name.labelCount {
      let (step, end) = await ask(question, zone, &state, depth: depth)
      guard let step, let message = step.reply.message else { return (end, nil) }
      switch step.finding {
      case .answer:
        if depth == 0 { state.trace.records += OwnRecords(question, in: message).own }
        return (.answered, nil)
      case .alias(let target):
        if depth == 0 {
          state.trace.records += OwnRecords(question, in: message).own
            .filter { $0.name == question.name }
        }
        return (.answered, target)
      case .referral(let name, let servers):
        let reading = ReferralReading(zone: zone.name, question: question)
        zone = Zone(
          name: name,
          servers: servers.map { Server(name: $0, addresses: reading.glue(for: $0, message)) }
            .shuffled()
            // Whose address is known goes first.
            .sorted { !$0.addresses.isEmpty && $1.addresses.isEmpty }
        )
        state.zones.append(zone)
      case .noSuchName, .noData, .lame, .failed: return (.answered, nil)
      }
    }
    return (.stuck("the delegations lead to each other, or are too many"), nil)
  }

  /// Asks a zone's servers until one says something.
  private func ask(
    _ question: DNSQuestion,
    _ zone: Zone,
    _ state: inout State,
    depth: Int
  ) async -> (step: DelegationTrace.Step?, end: DelegationTrace.End) {
    var tried = 0
    var local: String?
    for server in zone.servers {
      guard tried < Self.mostServers else { break }
      var addresses = server.addresses
      if addresses.isEmpty, depth < Self.deepest, !server.name.isInside(zone.name) {
        addresses = await self.addresses(of: server.name, &state, depth: depth + 1)
      }
      for address in addresses.sorted().prefix(2) {
        if Task.isCancelled { return (nil, .cancelled) }
        guard state.questions < Self.mostQuestions else {
          return (nil, .stuck("it takes more than \(Self.mostQuestions) questions"))
        }
        state.questions += 1
        let step = await ask(question, server.name, address, zone.name, depth: depth)
        state.trace.steps.append(step)
        onProgress(step)
        switch step.finding {
        case .failed(let words):
          if case .failure(.local) = step.reply.outcome { local = words } else { tried += 1 }
        case .lame: tried += 1
        default: return (step, .answered)
        }
      }
    }
    if Task.isCancelled { return (nil, .cancelled) }
    if tried == 0, let local { return (nil, .stuck(local)) }
    let name = zone.name == .root ? "the root" : zone.name.masterText
    let why =
      tried == 0
      ? "no address of a name server of \(name) is known" : "no server of \(name) answers"
    return (nil, .stuck(why))
  }

  private func ask(
    _ question: DNSQuestion,
    _ name: DNSName,
    _ address: IPAddress,
    _ zone: DNSName,
    depth: Int
  ) async -> DelegationTrace.Step {
    let server = DNSServer(Endpoint(address, port: port), transport)
    var step = DelegationTrace.Step(
      zone: zone,
      server: name,
      reply: DNSReply(server: server, question: question),
      finding: .failed(""),
      lookingFor: depth > 0 ? question.name : nil
    )
    // A zone of the Internet has no business in anybody's own network.
    if hints.areInternets, let special = SpecialUse.words(address) {
      step.finding = .lame("its address is \(special); not asked")
      return step
    }
    step.reply = await client.ask(question, of: server)
    if step.reply.failure == nil, let message = step.reply.message {
      step.finding = ReferralReading(zone: zone, question: question).finding(message)
    } else {
      step.finding = .failed(step.reply.words)
    }
    return step
  }

  /// The addresses of a server without glue: IPv4's, else IPv6's.
  private func addresses(
    of name: DNSName,
    _ state: inout State,
    depth: Int
  ) async -> [IPAddress] {
    for type in [DNSType.a, .aaaa] {
      let before = state.trace.steps.count
      let (end, _) = await walk(DNSQuestion(name, type), &state, depth: depth)
      guard end == .answered, state.trace.steps.count > before,
        let message = state.trace.steps.last?.reply.message
      else { continue }
      let records = OwnRecords(DNSQuestion(name, type), in: message).wanted
      let addresses = records.compactMap { record -> IPAddress? in
        switch record.data {
        case .a(let address): .v4(address)
        case .aaaa(let address): .v6(address, zone: nil)
        default: nil
        }
      }
      if !addresses.isEmpty { return Array(addresses.prefix(4)) }
    }
    return []
  }
}
