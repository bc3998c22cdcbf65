import Discovery
import Model
import Networking
import Wire

/// Asks the hosts that answer what they are: runs every ``DeviceProbe`` within the shared budget.
///
/// Each fact that any source finds can make a probe ask, so answers stream in while the scan goes
/// on. A connection with which the port scan found a port open is taken over, not opened again.
package struct ProbingSource: DiscoverySource {
  let source = Source.http
  let followsFacts = true
  let asksHosts = true
  let isProbing = true

  let probes: [any DeviceProbe]
  /// Hosts that were asked before: what was learnt then need not be asked for again.
  var settled = SettledQuestions()
  var knowledge = HostKnowledge()
  var agendas: [IPAddress: HostAgenda] = [:]
  var talks: [Ticket: Talk] = [:]
  var exchanges: [Ticket: Exchange] = [:]
  var lastNumber: UInt32 = 0
  /// When silences are looked at next; nothing else wakes for it before.
  var silenceCheckAt: MonotonicTime?
  /// Hosts that wait until others have been asked.
  var queue = Fifo<IPAddress>()
  var queued: Set<IPAddress> = []
  /// Whether this machine failed a moment ago: nothing is asked until it may work again.
  var isPausing = false

  /// A conversation that is under way, or about to be.
  struct Talk: Sendable {
    var host: IPAddress
    var port: UInt16
    var purpose: Purpose
    var line: Line
    /// Whether the connection is there.
    var isConnected = false
    /// Whether anything came.
    var hasAnswered = false
    /// When it counts as silent.
    var quietAt: MonotonicTime?
    /// The question, to be asked again where this machine failed; none over a connection taken over.
    var question: Question?

    enum Line: Sendable {
      case http(HTTPConversation)
      case other(any Conversation)
    }
  }

  /// A datagram that waits for its answer.
  struct Exchange: Sendable {
    var host: IPAddress
    var question: Question
    var isRetry = false
  }

  /// How long to wait for a connection; the kernel repeats a lost SYN after one second.
  static let patience: Duration = .milliseconds(1300)
  /// How long to wait for the answer to a datagram, which is sent once more.
  static let datagramPatience: Duration = .milliseconds(800)
  /// How long a conversation may last.
  static let longest = OpenConnection.lifetime
  /// How long a device may take for its first word.
  static let firstSilence: Duration = .milliseconds(1200)
  /// How long a device may say nothing between words; what accepts and stays silent holds up nobody else.
  static let silence: Duration = .seconds(2)
  /// Conversations and exchanges at one time: of the shared budget a half, so that ports are
  /// still found while devices talk.
  static let mostAtOnce = 15
  /// The same with those that have yet to say their first word: they keep a place of the budget and
  /// nothing else, and a home may have a hundred ports that never say one.
  static let mostWithSilent = 24
  /// How long to wait after a failure of this machine's own.
  static let pause: Duration = .milliseconds(200)
  static let wakeNumber = UInt32.max
  static let pauseNumber = UInt32.max - 1

  init(probes: [any DeviceProbe]) {
    self.probes = probes
  }

  var isActive: Bool { !talks.isEmpty || !exchanges.isEmpty || isPausing }

  /// Whether one more may be asked.
  var hasRoom: Bool {
    let underWay = talks.count + exchanges.count
    guard underWay < Self.mostWithSilent else { return false }
    let silent = talks.values.count { $0.isConnected && !$0.hasAnswered }
    return underWay - silent < Self.mostAtOnce
  }

  mutating func start(_ context: inout SourceContext) {}

  mutating func learn(_ news: HostNews, _ context: inout SourceContext) {
    switch news {
    case .answered(let host, let interface):
      // IPv6 addresses are those of devices that have an IPv4 address too, nearly always.
      guard host.v4 != nil, context.plan.mayAsk(host), !context.plan.isOwn(host) else { return }
      knowledge.note(host, interface: interface)
      if settled.forget(host) { consider(host, &context) }
    case .undecided(let host, let interface), .settled(let host, let interface):
      guard host.v4 != nil, context.plan.mayAsk(host), !context.plan.isOwn(host) else { return }
      knowledge.note(host, interface: interface)
      var isDecided = false
      if case .settled = news { isDecided = true }
      let facts = context.plan.settled.hosts[host]?.facts ?? []
      if settled.note(host, facts: facts, isDecided: isDecided) { consider(host, &context) }
    case .learnt(let fact, let subject):
      learn(fact, about: subject, &context)
    case .unresolved:
      break
    }
  }

  mutating func learn(_ fact: Fact, about subject: IPAddress?, _ context: inout SourceContext) {
    // The connection that found a port open is offered next; questions for it wait for that.
    if case .port(let port, .tcp, .open) = fact, let subject, knowledge.hosts[subject] != nil {
      agendas[subject, default: HostAgenda()].hold(port)
    }
    for address in knowledge.learn(fact, about: subject)
    where settled.isWorthALook(fact, at: address) {
      consider(address, &context)
    }
  }

  /// Lets every probe look at what is known of the host.
  private mutating func consider(_ address: IPAddress, _ context: inout SourceContext) {
    guard context.plan.mayAsk(address) else { return }
    recall(address)
    guard let host = knowledge.host(at: address) else { return }
    var agenda = agendas.removeValue(forKey: address) ?? HostAgenda()
    var hasNew = false
    for probe in probes {
      for question in probe.questions(for: host) where agenda.add(question) { hasNew = true }
    }
    agendas[address] = agenda
    if hasNew { ask(address, &context) }
  }

  /// Takes what was learnt of a settled host before, and takes its questions for asked.
  private mutating func recall(_ address: IPAddress) {
    guard let facts = settled.takeFacts(of: address), let known = knowledge.hosts[address]
    else { return }
    var past = HostKnowledge()
    past.note(address, interface: known.interface)
    for observation in facts where observation.isAbout(address) {
      _ = past.learn(observation.fact, about: observation.subject)
      _ = knowledge.learn(observation.fact, about: observation.subject)
    }
    guard let host = past.host(at: address) else { return }
    var agenda = agendas.removeValue(forKey: address) ?? HostAgenda()
    for probe in probes {
      for question in probe.questions(for: host) { agenda.settle(question) }
    }
    agendas[address] = agenda
  }

  mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool {
    let (address, port) = (connection.target.address, connection.target.port)
    guard agendas[address] != nil else { return false }
    agendas[address]?.release(port)
    // What waits for another port, or finds no room now, is asked, too.
    defer { ask(address, &context) }
    guard hasRoom, context.plan.mayAsk(address),
      let questions = agendas[address]?.take(for: port),
      let first = questions.first
    else { return false }
    // More may be under way then than are opened at one time: this one the device has accepted.
    agendas[address]?.begin(false)
    for question in questions { context.ask(question.topic, of: connection.target) }
    open(connection.ticket, to: address, first, questions.dropFirst())
    talks[connection.ticket]?.question = nil
    connected(connection.ticket, &context)
    return true
  }

  mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .probed(let ticket, _, .open) where talks[ticket] != nil:
      connected(ticket, &context)
    case .probed(let ticket, _, let outcome):
      conclude(ticket, outcome, &context)
    case .received(let ticket, let bytes):
      received(bytes, over: ticket, &context)
    case .closed(let ticket, _):
      hangUp(ticket, &context)
    case .woke(let ticket) where ticket.number == Self.pauseNumber:
      isPausing = false
      for address in agendas.keys.sorted() { ask(address, &context) }
    case .woke:
      checkSilence(&context)
    case .datagram(let ticket, let datagram):
      received(datagram, for: ticket, &context)
    default:
      break
    }
  }
}
