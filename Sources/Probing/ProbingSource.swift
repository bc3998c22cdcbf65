import Discovery
import Identification
import Model
import Networking
import Wire

/// Identifies responding hosts: runs every `DeviceProbe` within the shared probe budget.
///
/// A fact from any source can make a probe ask. Connections on which the port scan found a port open
/// are taken over rather than opened again.
package struct ProbingSource: DiscoverySource {
  let source = Source.http
  let followsFacts = true
  let asksHosts = true
  let isProbing = true

  let probes: [any DeviceProbe]
  /// Hosts probed by earlier scans, whose facts are reused.
  var settled = SettledQuestions()
  var knowledge: HostKnowledge
  var agendas: [IPAddress: ProbeQueue] = [:]
  var streams: [Ticket: ActiveStream] = [:]
  var datagrams: [Ticket: OutstandingDatagram] = [:]
  var lastNumber: UInt32 = 0
  /// When silent streams are checked next.
  var silenceCheckAt: MonotonicTime?
  /// Hosts with questions that wait for room.
  var queue = Fifo<IPAddress>()
  var queued: Set<IPAddress> = []
  /// Whether asking pauses after a transient local failure.
  var isPausing = false
  /// Hosts in their first round of questions, and when it is over, in order of that time.
  var firstRounds = Fifo<(host: IPAddress, endsAt: MonotonicTime)>()

  /// A TCP connection, established or being opened, and its exchange.
  struct ActiveStream: Sendable {
    var host: IPAddress
    var port: UInt16
    var purpose: Purpose
    var exchange: Exchange
    var isConnected = false
    /// Whether any byte arrived.
    var hasAnswered = false
    /// When it is closed as silent.
    var silentAt: MonotonicTime?
    /// The question to requeue after a local failure; `nil` for a connection taken over.
    var question: Question?

    enum Exchange: Sendable {
      case http(HTTPExchange)
      case other(any StreamExchange)
    }
  }

  /// A datagram awaiting its answer.
  struct OutstandingDatagram: Sendable {
    var host: IPAddress
    var question: Question
    var isRetry = false
  }

  /// The kernel retransmits a lost SYN after one second.
  static let connectTimeout: Duration = .milliseconds(1300)
  /// Timeout of each of a datagram's two attempts.
  static let datagramTimeout: Duration = .milliseconds(800)
  /// The longest that a stream stays open.
  static let streamLifetime = OpenConnection.lifetime
  /// Timeout for the first byte over a connection.
  static let firstSilence: Duration = .milliseconds(1200)
  /// Timeout between received bytes.
  static let silence: Duration = .seconds(2)
  /// Streams and datagrams at one time: half of the shared budget, the rest is the port scan's.
  static let mostAtOnce = 15
  /// The same limit with streams that have received nothing yet: a home can have a hundred ports
  /// that accept and never send.
  static let maximumWithSilent = 24
  /// The pause after a transient local failure.
  static let pause: Duration = .milliseconds(200)
  static let wakeNumber = UInt32.max
  static let pauseNumber = UInt32.max - 1
  static let roundNumber = UInt32.max - 2
  /// How long a host's first round takes: announcements, the port scan, pages and answers to hints have
  /// come by then.
  static let firstRound: Duration = .milliseconds(2500)

  init(probes: [any DeviceProbe], identifier: Identifier = Identifier()) {
    self.probes = probes
    knowledge = HostKnowledge(identifier: identifier)
  }

  var isActive: Bool { !streams.isEmpty || !datagrams.isEmpty || isPausing }

  /// Whether the limits allow another stream or datagram.
  var hasRoom: Bool {
    let underWay = streams.count + datagrams.count
    guard underWay < Self.maximumWithSilent else { return false }
    let silent = streams.values.count { $0.isConnected && !$0.hasAnswered }
    return underWay - silent < Self.mostAtOnce
  }

  mutating func start(_ context: inout SourceContext) {}

  mutating func learn(_ news: HostEvent, _ context: inout SourceContext) {
    switch news {
    case .answered(let host, let interface):
      // Nearly all devices with an IPv6 address have an IPv4 address too.
      guard host.v4 != nil, context.plan.mayAsk(host), !context.plan.isOwn(host) else { return }
      let isNew = knowledge.hosts[host] == nil
      knowledge.note(host, interface: interface)
      // Beyond the limit on hosts nothing is known of it, and nothing is kept.
      if isNew, knowledge.hosts[host] != nil { beginFirstRound(of: host, &context) }
      if settled.forget(host) { consider(host, &context) }
    case .undecided(let host, let interface), .settled(let host, let interface):
      guard host.v4 != nil, context.plan.mayAsk(host), !context.plan.isOwn(host) else { return }
      knowledge.note(host, interface: interface)
      var isDecided = false
      if case .settled = news { isDecided = true }
      let facts = context.plan.settled.hosts[host]?.facts ?? []
      if settled.note(host, facts: facts, isDecided: isDecided) { consider(host, &context) }
    case .learnt(let fact, let subject):
      settleBroadcast(fact, about: subject)
      learn(fact, about: subject, &context)
    case .unresolved:
      break
    }
  }

  /// Drops the questions that an answer to a broadcast has answered.
  private mutating func settleBroadcast(_ fact: Fact, about subject: IPAddress?) {
    guard case .datagram(let answer) = fact, let subject, knowledge.hosts[subject] != nil,
      let topics = BroadcastProtocols.answered[answer.port]
    else { return }
    agendas[subject, default: ProbeQueue()].settle(topics, at: answer.port)
  }

  mutating func learn(_ fact: Fact, about subject: IPAddress?, _ context: inout SourceContext) {
    // The port scan offers its connection next: the port's questions wait for it.
    if case .port(let port, .tcp, .open) = fact, let subject, knowledge.hosts[subject] != nil {
      agendas[subject, default: ProbeQueue()].hold(port)
    }
    for address in knowledge.learn(fact, about: subject)
    where settled.isWorthALook(fact, at: address) {
      consider(address, &context)
    }
  }

  /// Collects every probe's questions for the host.
  private mutating func consider(_ address: IPAddress, _ context: inout SourceContext) {
    guard context.plan.mayAsk(address) else { return }
    recall(address)
    guard var host = knowledge.host(at: address) else { return }
    host.wasAskedWithAll = context.plan.asksEverybody(on: host.interface)
    var agenda = agendas.removeValue(forKey: address) ?? ProbeQueue()
    var hasNew = false
    for probe in probes {
      for question in probe.questions(for: host) where agenda.add(question) { hasNew = true }
    }
    agendas[address] = agenda
    if hasNew { ask(address, &context) }
  }

  private mutating func beginFirstRound(of host: IPAddress, _ context: inout SourceContext) {
    let end = context.now + Self.firstRound
    if firstRounds.isEmpty { context.request(.wake(context.ticket(Self.roundNumber), at: end)) }
    firstRounds.append((host, end))
  }

  /// Asks the hosts whose first round is over and left them unknown for more.
  private mutating func endFirstRounds(_ context: inout SourceContext) {
    while let next = firstRounds.first, next.endsAt <= context.now {
      _ = firstRounds.popFirst()
      if knowledge.endFirstRound(of: next.host) { consider(next.host, &context) }
    }
    if let next = firstRounds.first {
      context.request(.wake(context.ticket(Self.roundNumber), at: next.endsAt))
    }
  }

  /// Reuses a settled host's earlier facts, and marks the questions they lead to as asked.
  private mutating func recall(_ address: IPAddress) {
    guard let facts = settled.takeFacts(of: address), let known = knowledge.hosts[address]
    else { return }
    var past = HostKnowledge(identifier: knowledge.identifier)
    past.note(address, interface: known.interface)
    for observation in facts where observation.isAbout(address) {
      _ = past.learn(observation.fact, about: observation.subject)
      _ = knowledge.learn(observation.fact, about: observation.subject)
    }
    guard let host = past.host(at: address) else { return }
    var agenda = agendas.removeValue(forKey: address) ?? ProbeQueue()
    for probe in probes {
      for question in probe.questions(for: host) { agenda.settle(question) }
    }
    agendas[address] = agenda
  }

  mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool {
    let (address, port) = (connection.target.address, connection.target.port)
    guard agendas[address] != nil else { return false }
    agendas[address]?.release(port)
    defer { ask(address, &context) }
    guard hasRoom, context.plan.mayAsk(address),
      let questions = agendas[address]?.take(for: port),
      let first = questions.first
    else { return false }
    // May exceed the limit on open connections: the device has accepted this one already.
    agendas[address]?.begin(false)
    for question in questions { context.ask(question.topic, of: connection.target) }
    open(connection.ticket, to: address, first, questions.dropFirst())
    streams[connection.ticket]?.question = nil
    connected(connection.ticket, &context)
    return true
  }

  mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .probed(let ticket, _, .open) where streams[ticket] != nil:
      connected(ticket, &context)
    case .probed(let ticket, _, let outcome):
      conclude(ticket, outcome, &context)
    case .received(let ticket, let bytes):
      received(bytes, over: ticket, &context)
    case .closed(let ticket, _):
      close(ticket, &context)
    case .woke(let ticket) where ticket.number == Self.pauseNumber:
      isPausing = false
      for address in agendas.keys.sorted() { ask(address, &context) }
    case .woke(let ticket) where ticket.number == Self.roundNumber:
      endFirstRounds(&context)
    case .woke:
      checkSilence(&context)
    case .datagram(let ticket, let datagram):
      received(datagram, for: ticket, &context)
    default:
      break
    }
  }
}
