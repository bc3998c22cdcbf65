import Model
public import Wire

/// Resolves a name iteratively, from the root's servers down (RFC 1034, section 5.3.3), with at most
/// a hundred queries.
struct IterativeResolver {
  let client: DNSClient
  let hints: RootHints
  let port: UInt16
  let transport: DNSTransport
  let onProgress: @Sendable (DelegationTrace.Step) -> Void

  private static let mostQuestions = 100
  private static let mostAliases = 8
  /// Per zone.
  private static let mostServers = 4
  /// The nesting of look-ups for servers' own addresses.
  private static let deepest = 3

  private struct Server {
    var name: DNSName
    var addresses: [IPAddress]
  }

  private struct Zone {
    var name: DNSName
    var servers: [Server]
  }

  private struct State {
    var trace = DelegationTrace()
    var zones: [Zone]
    var questions = 0
  }

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
    state.trace.end = .stuck(Message(.dnsAliasLoop))
    return state.trace
  }

  /// Follows delegations to one question's answer, or to an alias.
  private func walk(
    _ question: DNSQuestion,
    _ state: inout State,
    depth: Int
  ) async -> (end: DelegationTrace.End, alias: DNSName?) {
    // Start at the lowest known zone.
    var zone =
      state.zones.filter { question.name.isInside($0.name) }
      .max { $0.name.labelCount < $1.name.labelCount } ?? state.zones[0]
    // Every step descends at least one label.
    for _ in 0...question.name.labelCount {
      let (step, end) = await ask(question, zone, &state, depth: depth)
      guard let step, let message = step.reply.message else { return (end, nil) }
      switch step.response {
      case .answer:
        if depth == 0 { state.trace.records += RelevantRecords(question, in: message).own }
        return (.answered, nil)
      case .alias(let target):
        if depth == 0 {
          state.trace.records += RelevantRecords(question, in: message).own
            .filter { $0.name == question.name }
        }
        return (.answered, target)
      case .referral(let name, let servers):
        let reading = ReferralParser(zone: zone.name, question: question)
        zone = Zone(
          name: name,
          servers: servers.map { Server(name: $0, addresses: reading.glue(for: $0, message)) }
            .shuffled()
            // Servers with known addresses first.
            .sorted { !$0.addresses.isEmpty && $1.addresses.isEmpty }
        )
        state.zones.append(zone)
      case .noSuchName, .noData, .lame, .failed: return (.answered, nil)
      }
    }
    return (.stuck(Message(.dnsDelegationLoop)), nil)
  }

  /// Asks a zone's servers until one answers.
  private func ask(
    _ question: DNSQuestion,
    _ zone: Zone,
    _ state: inout State,
    depth: Int
  ) async -> (step: DelegationTrace.Step?, end: DelegationTrace.End) {
    var tried = 0
    var local: Message?
    for server in zone.servers {
      guard tried < Self.mostServers else { break }
      var addresses = server.addresses
      if addresses.isEmpty, depth < Self.deepest, !server.name.isInside(zone.name) {
        addresses = await self.addresses(of: server.name, &state, depth: depth + 1)
      }
      for address in addresses.sorted().prefix(2) {
        if Task.isCancelled { return (nil, .cancelled) }
        guard state.questions < Self.mostQuestions else {
          let most = Message.Value.count(Self.mostQuestions)
          return (nil, .stuck(Message(.dnsTooManyQuestions, ["count": most])))
        }
        state.questions += 1
        let step = await ask(question, server.name, address, zone.name, depth: depth)
        state.trace.steps.append(step)
        onProgress(step)
        switch step.response {
        case .failed(let why):
          if case .failure(.local) = step.reply.outcome { local = why } else { tried += 1 }
        case .lame: tried += 1
        default: return (step, .answered)
        }
      }
    }
    if Task.isCancelled { return (nil, .cancelled) }
    if tried == 0, let local { return (nil, .stuck(local)) }
    let name =
      zone.name == .root
      ? Message(.dnsRoot) : Message(.dnsZone, ["zone": zone.name.masterText])
    let why = tried == 0 ? MessageTemplate.dnsServersUnknown : .dnsServersSilent
    return (nil, .stuck(Message(why, ["zone": .message(name)])))
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
      response: .failed(""),
      lookingFor: depth > 0 ? question.name : nil
    )
    // The Internet's delegations must not lead into private networks.
    if hints.areInternetServers, let special = SpecialUse.words(address) {
      step.response = .lame(Message(.dnsSpecialAddress, ["purpose": special]))
      return step
    }
    step.reply = await client.ask(question, of: server)
    if step.reply.failure == nil, let message = step.reply.message {
      step.response = ReferralParser(zone: zone, question: question).response(message)
    } else {
      step.response = .failed(step.reply.reason)
    }
    return step
  }

  /// The addresses of a server without glue: IPv4, else IPv6.
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
      let records = RelevantRecords(DNSQuestion(name, type), in: message).wanted
      let addresses = records.compactMap(\.address)
      if !addresses.isEmpty { return Array(addresses.prefix(4)) }
    }
    return []
  }
}

/// The addresses of the root servers (RFC 8109), where a resolution begins.
public struct RootHints: Hashable, Sendable {
  /// A server of the root.
  public struct Server: Hashable, Sendable {
    /// Its name.
    public var name: DNSName
    /// Its addresses.
    public var addresses: [IPAddress]
  }

  /// The servers.
  public var servers: [Server]
  /// Whether they are the Internet's: then no private addresses are queried that they lead to.
  public var areInternetServers: Bool

  /// Servers at those addresses, in place of the Internet's.
  public init(addresses: [IPAddress]) {
    servers = addresses.map { Server(name: .root, addresses: [$0]) }
    areInternetServers = false
  }

  private init(_ table: [(letter: String, v4: String, v6: String)]) {
    servers = table.compactMap { letter, v4, v6 in
      DNSName("\(letter).root-servers.net").map { name in
        Server(name: name, addresses: [v4, v6].compactMap { IPAddress($0) })
      }
    }
    areInternetServers = true
  }

  /// The Internet's, as IANA lists them (https://www.internic.net/domain/named.root, 2024).
  public static let internet = RootHints([
    ("a", "198.41.0.4", "2001:503:ba3e::2:30"), ("b", "170.247.170.2", "2801:1b8:10::b"),
    ("c", "192.33.4.12", "2001:500:2::c"), ("d", "199.7.91.13", "2001:500:2d::d"),
    ("e", "192.203.230.10", "2001:500:a8::e"), ("f", "192.5.5.241", "2001:500:2f::f"),
    ("g", "192.112.36.4", "2001:500:12::d0d"), ("h", "198.97.190.53", "2001:500:1::53"),
    ("i", "192.36.148.17", "2001:7fe::53"), ("j", "192.58.128.30", "2001:503:c27::2:30"),
    ("k", "193.0.14.129", "2001:7fd::1"), ("l", "199.7.83.42", "2001:500:9f::42"),
    ("m", "202.12.27.33", "2001:dc3::35"),
  ])
}
