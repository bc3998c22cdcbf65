import Discovery
import Model
import Networking
import Wire

extension ProbingSource {
  /// Starts the exchange over an established connection.
  mutating func connected(_ ticket: Ticket, _ context: inout SourceContext) {
    guard var stream = streams.removeValue(forKey: ticket) else { return }
    stream.isConnected = true
    stream.silentAt = context.now + Self.firstSilence
    let step = stream.begin()
    streams[ticket] = stream
    scheduleSilenceCheck(&context)
    perform(step, ticket, &context)
  }

  /// Feeds received bytes to the exchange.
  mutating func received(
    _ bytes: [UInt8],
    over ticket: Ticket,
    _ context: inout SourceContext
  ) {
    guard var stream = streams.removeValue(forKey: ticket) else { return }
    stream.silentAt = context.now + Self.silence
    stream.hasAnswered = true
    let step = stream.take(bytes)
    streams[ticket] = stream
    perform(step, ticket, &context)
  }

  /// Closes the connections that have been silent for too long.
  mutating func checkSilence(_ context: inout SourceContext) {
    guard let checkAt = silenceCheckAt, checkAt <= context.now else { return }
    silenceCheckAt = nil
    let silent = streams.filter { $0.value.silentAt.map { $0 <= context.now } ?? false }
    let tickets = silent.keys.sorted { ($0.owner, $0.number) < ($1.owner, $1.number) }
    for ticket in tickets { close(ticket, &context) }
    scheduleSilenceCheck(&context)
  }

  private mutating func scheduleSilenceCheck(_ context: inout SourceContext) {
    guard let next = streams.values.compactMap(\.silentAt).min(),
      silenceCheckAt.map({ next < $0 }) ?? true
    else { return }
    silenceCheckAt = next
    context.request(.wake(context.ticket(Self.wakeNumber), at: next))
  }

  private mutating func perform(
    _ step: ExchangeStep,
    _ ticket: Ticket,
    _ context: inout SourceContext
  ) {
    guard let stream = streams[ticket] else { return }
    write(step.sending, ticket, stream, &context)
    // A fact can make a probe add requests to this connection.
    observe(step.facts, about: stream.host, for: stream.purpose, &context)
    if step.isDone { return close(ticket, &context) }
    guard var now = streams[ticket], case .http(var exchange) = now.exchange else { return }
    let next = exchange.proceed()
    let isBusy = exchange.isBusy
    now.exchange = .http(exchange)
    streams[ticket] = now
    write(next.sending, ticket, now, &context)
    if !isBusy { close(ticket, &context) }
  }

  private func write(
    _ bytes: [UInt8],
    _ ticket: Ticket,
    _ stream: ActiveStream,
    _ context: inout SourceContext
  ) {
    guard !bytes.isEmpty, context.plan.mayAsk(stream.host) else { return }
    context.request(.write(ticket, bytes, purpose: stream.purpose))
  }

  /// Closes a stream, takes its last facts and requeues unanswered requests.
  mutating func close(_ ticket: Ticket, _ context: inout SourceContext) {
    guard var stream = streams.removeValue(forKey: ticket) else { return }
    context.request(.cancel(ticket))
    agendas[stream.host]?.end(false)
    if stream.isConnected {
      observe(stream.end(), about: stream.host, for: stream.purpose, &context)
    }
    if case .http(var exchange) = stream.exchange, exchange.hasAnswered {
      for request in exchange.takeUnasked() {
        agendas[stream.host]?.putBack(.http(stream.port, request))
      }
    } else if stream.isConnected, !stream.hasAnswered {
      agendas[stream.host]?.noteSilence(at: stream.port)
    } else if !stream.isConnected || stream.exchange.isHTTP {
      // A refused connection, or an answer that is not HTTP: a retry would end the same way.
      agendas[stream.host]?.abandon(stream.port)
    }
    if stream.hasAnswered { agendas[stream.host]?.noteResponse() }
    ask(stream.host, &context)
    askNext(&context)
  }

  /// Requeues questions after a transient local failure, and pauses asking.
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

  mutating func received(
    _ datagram: Datagram,
    for ticket: Ticket,
    _ context: inout SourceContext
  ) {
    guard let outstanding = datagrams[ticket],
      case .datagram(_, let read) = outstanding.question.transport
    else { return }
    observe(
      read(datagram.payload),
      about: outstanding.host,
      for: outstanding.question.purpose,
      &context
    )
  }

  /// Handles a failed connect or the timeout of a datagram, which is retransmitted once.
  mutating func conclude(
    _ ticket: Ticket,
    _ outcome: ProbeOutcome,
    _ context: inout SourceContext
  ) {
    if case .localFailure(let failure) = outcome {
      return fail(ticket, failure, &context)
    }
    guard streams[ticket] == nil else { return close(ticket, &context) }
    guard var outstanding = datagrams.removeValue(forKey: ticket) else { return }
    let address = outstanding.host
    if outcome == .timedOut, !outstanding.isRetry, context.plan.mayAsk(address),
      case .datagram(let payload, _) = outstanding.question.transport,
      agendas[address]?.spendDatagram() == true
    {
      outstanding.isRetry = true
      datagrams[ticket] = outstanding
      return send(payload, ticket, address, outstanding.question, &context)
    }
    agendas[address]?.end(true)
    ask(address, &context)
    askNext(&context)
  }

  /// Handles a local failure, which says nothing about the device.
  private mutating func fail(
    _ ticket: Ticket,
    _ failure: LocalFailure,
    _ context: inout SourceContext
  ) {
    let host: IPAddress
    var again: [Question] = []
    if let outstanding = datagrams.removeValue(forKey: ticket) {
      host = outstanding.host
      again = [outstanding.question]
      agendas[host]?.end(true)
    } else if let stream = streams.removeValue(forKey: ticket) {
      host = stream.host
      again = stream.questions
      agendas[host]?.end(false)
    } else {
      return
    }
    if failure.isTransient { pause(again, of: host, &context) }
    context.report(failure, interface: knowledge.hosts[host]?.interface ?? 0)
    ask(host, &context)
    askNext(&context)
  }

  /// Reports facts within the byte limit, and passes them to the probes.
  private mutating func observe(
    _ facts: [Fact],
    about address: IPAddress,
    for purpose: Purpose,
    _ context: inout SourceContext
  ) {
    for fact in facts where agendas[address]?.spendBytes(fact.cost) == true {
      context.observe(fact, about: address, from: fact.source ?? purpose.source)
      learn(fact, about: address, &context)
    }
  }
}

extension ProbingSource.ActiveStream.Exchange {
  fileprivate var isHTTP: Bool {
    if case .http = self { true } else { false }
  }
}

extension ProbingSource.ActiveStream {
  /// The questions of a connection that failed.
  fileprivate var questions: [Question] {
    guard case .http(var exchange) = exchange else { return [question].compactMap { $0 } }
    return exchange.takeUnasked().map { .http(port, $0) }
  }

  fileprivate mutating func begin() -> ExchangeStep { with { $0.begin() } }

  fileprivate mutating func take(_ bytes: [UInt8]) -> ExchangeStep { with { $0.take(bytes) } }

  fileprivate mutating func end() -> [Fact] { with { $0.end() } }

  private mutating func with<Result>(_ work: (inout any StreamExchange) -> Result) -> Result {
    switch exchange {
    case .http(let conversation):
      var conversation: any StreamExchange = conversation
      let result = work(&conversation)
      if let conversation = conversation as? HTTPExchange { exchange = .http(conversation) }
      return result
    case .other(var conversation):
      let result = work(&conversation)
      exchange = .other(conversation)
      return result
    }
  }
}

extension Purpose {
  /// The source of facts from questions with this purpose.
  fileprivate var source: Source {
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
  /// The source of this kind of fact, where there is only one.
  fileprivate var source: Source? {
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

  /// Its approximate size in bytes.
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
