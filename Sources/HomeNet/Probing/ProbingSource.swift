import Net
import Wire

/// Asks the hosts that answer what they are: runs every ``DeviceProbe`` within the shared budget.
///
/// Each fact that any source finds can make a probe ask, so answers stream in while the scan goes
/// on. A connection with which the port scan found a port open is taken over, not opened again.
struct ProbingSource: DiscoverySource {
  let source = Source.http
  let followsFacts = true

  let probes: [any DeviceProbe]
  var knowledge = HostKnowledge()
  var agendas: [IPAddress: HostAgenda] = [:]
  var talks: [Ticket: Talk] = [:]
  var exchanges: [Ticket: Exchange] = [:]
  var lastNumber: UInt32 = 0
  /// Whether a wake for the next silence is asked for.
  var isListeningForSilence = false
  /// Hosts that wait until others have been asked.
  var queue = Fifo<IPAddress>()

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
  /// How long a conversation may last; slow devices take seconds for a page.
  static let longest: Duration = .seconds(5)
  /// How long a device may say nothing; what accepts and stays silent holds up nobody else.
  static let silence: Duration = .seconds(2)
  /// Conversations and exchanges at one time: of the shared budget a half, so that ports are
  /// still found while devices talk.
  static let mostAtOnce = 15

  static let wakeNumber = UInt32.max

  init(probes: [any DeviceProbe]) {
    self.probes = probes
  }

  var isActive: Bool { !talks.isEmpty || !exchanges.isEmpty }

  /// Whether one more may be asked.
  var hasRoom: Bool { talks.count + exchanges.count < Self.mostAtOnce }

  mutating func start(_ context: inout SourceContext) {}

  mutating func learn(_ news: HostNews, _ context: inout SourceContext) {
    switch news {
    case .answered(let host, let interface):
      // IPv6 addresses are those of devices that have an IPv4 address too, nearly always.
      guard host.v4 != nil, context.plan.mayAsk(host), !context.plan.isOwn(host) else { return }
      knowledge.note(host, interface: interface)
    case .learnt(let fact, let subject):
      learn(fact, about: subject, &context)
    case .unresolved:
      break
    }
  }

  mutating func learn(_ fact: Fact, about subject: IPAddress?, _ context: inout SourceContext) {
    for address in knowledge.learn(fact, about: subject) {
      // The connection that found a port open is offered next; a question about it waits for that.
      if case .port(_, .tcp, .open) = fact {
        _ = consider(address, context)
      } else if consider(address, context) {
        ask(address, &context)
      }
    }
  }

  /// Lets every probe look at what is known of the host; true where that made a new question.
  private mutating func consider(_ address: IPAddress, _ context: SourceContext) -> Bool {
    guard let host = knowledge.hosts[address], context.plan.mayAsk(address) else { return false }
    var agenda = agendas.removeValue(forKey: address) ?? HostAgenda()
    var hasNew = false
    for probe in probes {
      for question in probe.questions(for: host) where agenda.add(question) { hasNew = true }
    }
    agendas[address] = agenda
    return hasNew
  }

  mutating func adopt(_ connection: OpenConnection, _ context: inout SourceContext) -> Bool {
    let address = connection.target.address
    guard agendas[address] != nil else { return false }
    defer { ask(address, &context) }
    guard hasRoom, let questions = agendas[address]?.take(for: connection.target.port),
      let first = questions.first
    else { return false }
    agendas[address]?.underWay += 1
    open(connection.ticket, to: address, first, questions.dropFirst())
    connected(connection.ticket, &context)
    return true
  }

  mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .probed(let ticket, _, let outcome):
      if talks[ticket] != nil {
        if case .open = outcome { connected(ticket, &context) } else { hangUp(ticket, &context) }
      } else {
        conclude(ticket, outcome, &context)
      }
    case .received(let ticket, let bytes):
      received(bytes, over: ticket, &context)
    case .closed(let ticket, _):
      hangUp(ticket, &context)
    case .woke:
      checkSilence(&context)
    case .datagram(let ticket, let datagram):
      received(datagram, for: ticket, &context)
    default:
      break
    }
  }
}
