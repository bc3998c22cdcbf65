public import Model
public import Networking
import Wire

/// Looks up the PTR names of answering hosts at the network's own resolvers (RFC 1035).
///
/// The plan's resolvers are loopback, gateway and private ones only: a public resolver never learns
/// about the home. Names that say nothing (`192-168-1-7.lan`) are reported too; the fold weighs them.
public struct ReverseDNSSource: DiscoverySource {
  /// Reverse look-ups through the network's own resolver.
  public let source = Source.dns

  /// It asks each host once.
  public var asksHosts: Bool { true }

  private struct Question: Sendable {
    var host: IPAddress
    /// Which of the plan's resolvers is asked.
    var resolver: Int
    var id: UInt16
    var attempt: Int
    /// The resolver's answer.
    var verdict: Verdict?
  }

  private enum Verdict: Sendable {
    case named
    case nameless
  }

  private var generator: SplitMix64
  private var asked: Set<IPAddress> = []
  private var waiting = Fifo<Question>()
  private var open: [UInt32: Question] = [:]
  private var lastTicket: UInt32 = 0
  /// Consecutive queries that each resolver left unanswered.
  private var silences: [Int: Int] = [:]

  private static let port: UInt16 = 53
  /// Home routers answer in milliseconds; one that forwards what it doesn't know takes longer.
  private static let patience = Duration.seconds(1)
  private static let attempts = 2
  /// Leaves most of the budget to the probes of the hosts themselves.
  private static let mostInFlight = 8
  /// Consecutive unanswered queries after which a resolver is no longer asked.
  private static let mostSilences = 4

  /// A source whose query IDs come from the generator.
  public init(generator: SplitMix64) {
    self.generator = generator
  }

  /// Whether a question is open or has yet to be asked.
  public var isActive: Bool { !open.isEmpty || !waiting.isEmpty }

  /// Looks up the hosts that answered before this source began.
  public mutating func start(_ context: inout SourceContext) {
    for address in context.hosts.answering.keys.sorted() {
      enqueue(address, context)
    }
    askMore(&context)
  }

  /// Looks up each host that answers.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let address, _) = event else { return }
    enqueue(address, context)
    askMore(&context)
  }

  private mutating func enqueue(_ host: IPAddress, _ context: SourceContext) {
    // Resolvers know nothing of link-local addresses.
    guard host.scope == .privateUse || host.scope == .global || host.scope == .loopback,
      !context.plan.resolvers.isEmpty, asked.insert(host).inserted
    else { return }
    waiting.append(Question(host: host, resolver: 0, id: 0, attempt: 1))
  }

  private mutating func askMore(_ context: inout SourceContext) {
    while open.count < Self.mostInFlight, var question = waiting.popFirst() {
      guard let index = livingResolver(from: question.resolver, context) else { continue }
      if index != question.resolver {
        question.resolver = index
        question.attempt = 1
      }
      question.id = UInt16.random(in: .min ... .max, using: &generator)
      lastTicket += 1
      open[lastTicket] = question
      let probe = Probe(
        target: Endpoint(context.plan.resolvers[index], port: Self.port),
        timeout: Self.patience,
        purpose: .reverseDNS,
        // By turns it would wait for all that is asked of the resolver's host itself; what it says
        // names a device, and takes a millisecond.
        isInteractive: true
      )
      let query = DNSMessage(
        id: question.id,
        flags: .recursiveQuery,
        questions: [DNSQuestion(DNSName(reverseOf: question.host), .ptr)]
      )
      context.request(.exchange(context.ticket(lastTicket), probe, payload: query.serialised))
    }
  }

  private func livingResolver(from first: Int, _ context: SourceContext) -> Int? {
    context.plan.resolvers.indices.dropFirst(first).first {
      silences[$0, default: 0] < Self.mostSilences
        && context.plan.mayAsk(context.plan.resolvers[$0])
    }
  }

  /// Takes answers and their absence.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    switch event {
    case .datagram(let ticket, let datagram):
      guard let question = open[ticket.number], question.verdict == nil else { return }
      let verdict = verdict(datagram, on: question, &context)
      open[ticket.number]?.verdict = verdict
    case .probed(let ticket, _, let outcome):
      guard let question = open.removeValue(forKey: ticket.number) else { return }
      settle(question, outcome)
      askMore(&context)
    default:
      break
    }
  }

  /// The outcome of a response; `nil` if it doesn't answer the query.
  private func verdict(
    _ datagram: Datagram,
    on question: Question,
    _ context: inout SourceContext
  ) -> Verdict? {
    let name = DNSName(reverseOf: question.host)
    guard
      datagram.source
        == Endpoint(context.plan.resolvers[question.resolver], port: Self.port),
      let answer = try? DNSMessage(parsing: datagram.payload), answer.flags.isResponse,
      answer.id == question.id, answer.questions == [DNSQuestion(name, .ptr)]
    else { return nil }
    guard answer.flags.responseCode == 0, let host = answer.pointer(of: name), host != .root
    else { return .nameless }
    context.observe(.name(host.description), about: question.host)
    return .named
  }

  /// Asks again, or the next resolver, where that can help.
  private mutating func settle(_ question: Question, _ outcome: ProbeOutcome) {
    var next = question
    next.verdict = nil
    switch question.verdict {
    case .named:
      silences[question.resolver] = 0
      return
    case .nameless:
      silences[question.resolver] = 0
    case nil:
      let isOurs =
        if case .localFailure(let failure) = outcome { failure.isTransient } else { false }
      if !isOurs { silences[question.resolver, default: 0] += 1 }
      let mayBeLost = outcome == .timedOut || isOurs
      if mayBeLost, question.attempt < Self.attempts {
        next.attempt += 1
        waiting.append(next)
        return
      }
    }
    next.resolver += 1
    next.attempt = 1
    waiting.append(next)
  }
}

extension DNSMessage {
  /// Aliases that a delegated reverse zone takes (RFC 2317); no home needs as many.
  private static let mostAliases = 4

  /// The name that the answers give for a name, through aliases.
  fileprivate func pointer(of name: DNSName) -> DNSName? {
    var name = name
    for _ in 0...Self.mostAliases {
      for record in answers where record.name == name {
        if case .ptr(let target) = record.data { return target }
      }
      let alias = answers.lazy.compactMap { record -> DNSName? in
        guard record.name == name, case .cname(let target) = record.data else { return nil }
        return target
      }
      guard let next = alias.first else { return nil }
      name = next
    }
    return nil
  }
}
