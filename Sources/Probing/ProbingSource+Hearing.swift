import Discovery
import Model
import Networking
import Wire

extension ProbingSource {
  /// The connection is there: the conversation begins.
  mutating func connected(_ ticket: Ticket, _ context: inout SourceContext) {
    guard var talk = talks.removeValue(forKey: ticket) else { return }
    talk.isConnected = true
    talk.quietAt = context.now + Self.firstSilence
    let step = talk.begin()
    talks[ticket] = talk
    listenForSilence(&context)
    carryOut(step, ticket, &context)
  }

  /// Bytes came in over a connection.
  mutating func received(
    _ bytes: [UInt8],
    over ticket: Ticket,
    _ context: inout SourceContext
  ) {
    guard var talk = talks.removeValue(forKey: ticket) else { return }
    talk.quietAt = context.now + Self.silence
    talk.hasAnswered = true
    let step = talk.take(bytes)
    talks[ticket] = talk
    carryOut(step, ticket, &context)
  }

  /// Hangs up on whom nothing has come from for a while.
  mutating func checkSilence(_ context: inout SourceContext) {
    guard let checkAt = silenceCheckAt, checkAt <= context.now else { return }
    silenceCheckAt = nil
    let silent = talks.filter { $0.value.quietAt.map { $0 <= context.now } ?? false }
    let tickets = silent.keys.sorted { ($0.owner, $0.number) < ($1.owner, $1.number) }
    for ticket in tickets { hangUp(ticket, &context) }
    listenForSilence(&context)
  }

  private mutating func listenForSilence(_ context: inout SourceContext) {
    guard let next = talks.values.compactMap(\.quietAt).min(),
      silenceCheckAt.map({ next < $0 }) ?? true
    else { return }
    silenceCheckAt = next
    context.request(.wake(context.ticket(Self.wakeNumber), at: next))
  }

  private mutating func carryOut(
    _ step: ConversationStep,
    _ ticket: Ticket,
    _ context: inout SourceContext
  ) {
    guard let talk = talks[ticket] else { return }
    say(step.sending, ticket, talk, &context)
    // What was learnt may make a probe ask more over this very connection.
    observe(step.facts, about: talk.host, for: talk.purpose, &context)
    if step.isDone { return hangUp(ticket, &context) }
    guard var now = talks[ticket], case .http(var line) = now.line else { return }
    let next = line.proceed()
    let isBusy = line.isBusy
    now.line = .http(line)
    talks[ticket] = now
    say(next.sending, ticket, now, &context)
    if !isBusy { hangUp(ticket, &context) }
  }

  private func say(
    _ bytes: [UInt8],
    _ ticket: Ticket,
    _ talk: Talk,
    _ context: inout SourceContext
  ) {
    guard !bytes.isEmpty, context.plan.mayAsk(talk.host) else { return }
    context.request(.write(ticket, bytes, purpose: talk.purpose))
  }

  /// Ends a conversation: nothing more will come, or all is said.
  mutating func hangUp(_ ticket: Ticket, _ context: inout SourceContext) {
    guard var talk = talks.removeValue(forKey: ticket) else { return }
    context.request(.cancel(ticket))
    agendas[talk.host]?.end(false)
    if talk.isConnected { observe(talk.end(), about: talk.host, for: talk.purpose, &context) }
    if case .http(var line) = talk.line, line.hasAnswered {
      // The connection ended before the requests did: another one may carry them.
      for request in line.takeUnasked() {
        agendas[talk.host]?.putBack(.http(talk.port, request))
      }
    } else if talk.isConnected, !talk.hasAnswered {
      agendas[talk.host]?.noteSilence(at: talk.port)
    } else if !talk.isConnected || talk.line.isHTTP {
      // Who refuses, or says nothing that is HTTP, does so the next time, too.
      agendas[talk.host]?.give(up: talk.port)
    }
    if talk.hasAnswered { agendas[talk.host]?.noteTalk() }
    ask(talk.host, &context)
    askNext(&context)
  }

  /// Asks again in a moment what this machine failed at.
  private mutating func pause(
    _ again: [Question],
    of host: IPAddress,
    _ context: inout SourceContext
  ) {
    for question in again { agendas[host]?.putBack(question) }
    guard !isPausing else { return }
    isPausing = true
    context.request(.wake(context.ticket(Self.pauseNumber), at: context.now + Self.pause))
  }

  /// A datagram was answered.
  mutating func received(
    _ datagram: Datagram,
    for ticket: Ticket,
    _ context: inout SourceContext
  ) {
    guard let exchange = exchanges[ticket],
      case .datagram(_, let read) = exchange.question.manner
    else { return }
    observe(
      read(datagram.payload),
      about: exchange.host,
      for: exchange.question.purpose,
      &context
    )
  }

  /// A connection could not be had, or a datagram's time is over; one that was lost is sent once
  /// more.
  mutating func conclude(
    _ ticket: Ticket,
    _ outcome: ProbeOutcome,
    _ context: inout SourceContext
  ) {
    if case .localFailure(let failure) = outcome {
      return fail(ticket, failure, &context)
    }
    guard talks[ticket] == nil else { return hangUp(ticket, &context) }
    guard var exchange = exchanges.removeValue(forKey: ticket) else { return }
    let address = exchange.host
    if outcome == .timedOut, !exchange.isRetry, context.plan.mayAsk(address),
      case .datagram(let payload, _) = exchange.question.manner,
      agendas[address]?.repeatsDatagram() == true
    {
      exchange.isRetry = true
      exchanges[ticket] = exchange
      return send(payload, ticket, address, exchange.question, &context)
    }
    agendas[address]?.end(true)
    ask(address, &context)
    askNext(&context)
  }

  /// This machine failed: that says nothing of the device.
  private mutating func fail(
    _ ticket: Ticket,
    _ failure: LocalFailure,
    _ context: inout SourceContext
  ) {
    let host: IPAddress
    var again: [Question] = []
    if let exchange = exchanges.removeValue(forKey: ticket) {
      host = exchange.host
      again = [exchange.question]
      agendas[host]?.end(true)
    } else if let talk = talks.removeValue(forKey: ticket) {
      host = talk.host
      again = talk.questions
      agendas[host]?.end(false)
    } else {
      return
    }
    if failure.isTransient { pause(again, of: host, &context) }
    context.report(failure, interface: knowledge.hosts[host]?.interface ?? 0)
    ask(host, &context)
    askNext(&context)
  }

  /// Tells what was learnt, as far as there is room, and lets the probes look at it.
  private mutating func observe(
    _ facts: [Fact],
    about address: IPAddress,
    for purpose: Purpose,
    _ context: inout SourceContext
  ) {
    for fact in facts where agendas[address]?.keeps(fact.cost) == true {
      context.observe(fact, about: address, from: fact.teller ?? purpose.teller)
      learn(fact, about: address, &context)
    }
  }
}

extension ProbingSource.Talk.Line {
  fileprivate var isHTTP: Bool {
    if case .http = self { true } else { false }
  }
}

extension ProbingSource.Talk {
  /// What was to be asked over a connection that never was.
  fileprivate var questions: [Question] {
    guard case .http(var line) = line else { return [question].compactMap { $0 } }
    return line.takeUnasked().map { .http(port, $0) }
  }

  fileprivate mutating func begin() -> ConversationStep { with { $0.begin() } }

  fileprivate mutating func take(_ bytes: [UInt8]) -> ConversationStep { with { $0.take(bytes) } }

  fileprivate mutating func end() -> [Fact] { with { $0.end() } }

  private mutating func with<Result>(_ work: (inout any Conversation) -> Result) -> Result {
    switch line {
    case .http(let conversation):
      var conversation: any Conversation = conversation
      let result = work(&conversation)
      if let conversation = conversation as? HTTPConversation { line = .http(conversation) }
      return result
    case .other(var conversation):
      let result = work(&conversation)
      line = .other(conversation)
      return result
    }
  }
}

extension Purpose {
  /// Who says what is learnt by asking for that.
  fileprivate var teller: Source {
    switch self {
    case .banner: .banner
    case .snmp: .snmp
    case .smb: .smb
    case .maker: .udp
    default: .http
    }
  }
}

extension Fact {
  /// The mechanism that it was learnt by, where there is one only.
  fileprivate var teller: Source? {
    switch self {
    case .certificate, .identity(.tlsKey, _): .tls
    case .banner, .identity(.sshKey, _): .banner
    case .snmp: .snmp
    case .smb: .smb
    case .datagram: .udp
    case .wsDiscovery: .wsDiscovery
    case .description, .identity(.udn, _): .ssdp
    case .netbios: .netbios
    default: nil
    }
  }

  /// Bytes that it takes, roughly.
  fileprivate var cost: Int {
    switch self {
    case .http(let answer):
      answer.headers.reduce(256 + (answer.body?.utf8.count ?? 0)) { $0 + $1.value.utf8.count + 64 }
    case .description(_, let text): 128 + text.utf8.count
    case .banner(let banner): 128 + banner.text.utf8.count
    case .datagram(let answer): 128 + (answer.text?.utf8.count ?? 0) + answer.bytes.count
    default: 512
    }
  }
}
