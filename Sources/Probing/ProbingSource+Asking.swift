import Discovery
import Networking
import Wire

extension ProbingSource {
  /// Asks the host's queued questions as far as the limits allow.
  ///
  /// Requests that an open connection can carry use it; others open their own.
  mutating func ask(_ address: IPAddress, _ context: inout SourceContext) {
    guard !isPausing, context.plan.mayAsk(address) else { return }
    // First, so that no second connection to a port is opened.
    join(address, &context)
    while true {
      guard hasRoom else {
        if agendas[address]?.waiting.isEmpty == false { enqueue(address) }
        return
      }
      guard let question = agendas[address]?.next() else { return }
      // At the scan's connection limit only open connections are used.
      guard question.isDatagram || context.mayConnect(to: address, for: .question) else { continue }
      agendas[address]?.begin(question.isDatagram)
      context.ask(question.topic, of: Endpoint(address, port: question.port))
      let ticket = nextTicket(context)
      switch question.transport {
      case .datagram(let payload, _):
        datagrams[ticket] = OutstandingDatagram(host: address, question: question)
        send(payload, ticket, address, question, &context)
      case .http, .stream:
        open(ticket, to: address, question, [])
        let probe = Probe(
          target: Endpoint(address, port: question.port),
          interface: knowledge.hosts[address]?.interface,
          timeout: Self.connectTimeout,
          purpose: question.purpose,
          keepsOpen: Self.streamLifetime
        )
        context.request(.connect(ticket, probe))
        join(address, &context)
      }
    }
  }

  /// Queues a host until the source has room.
  mutating func enqueue(_ address: IPAddress) {
    if queued.insert(address).inserted { queue.append(address) }
  }

  /// Asks queued hosts while there is room.
  mutating func askNext(_ context: inout SourceContext) {
    for _ in 0..<queue.count where hasRoom {
      guard let address = queue.popFirst() else { return }
      queued.remove(address)
      ask(address, &context)
    }
  }

  /// Adds queued HTTP requests to open connections to their ports.
  private mutating func join(_ address: IPAddress, _ context: inout SourceContext) {
    guard agendas[address]?.waiting.isEmpty == false else { return }
    let open = streams.filter { $0.value.host == address }
    for (ticket, stream) in open.sorted(by: { $0.key.number < $1.key.number }) {
      guard case .http(var exchange) = stream.exchange, !exchange.isOver else { continue }
      for request in agendas[address]?.takeRequests(port: stream.port, isTLS: exchange.isTLS) ?? []
      {
        exchange.ask(request)
        context.ask(
          Question.http(stream.port, request).topic,
          of: Endpoint(address, port: stream.port)
        )
      }
      streams[ticket]?.exchange = .http(exchange)
    }
  }

  /// Registers a stream for a question; `others` are HTTP requests that share it.
  mutating func open(
    _ ticket: Ticket,
    to address: IPAddress,
    _ question: Question,
    _ others: ArraySlice<Question>
  ) {
    let exchange: ActiveStream.Exchange
    switch question.transport {
    case .http(let request):
      var conversation = HTTPExchange(
        with: address,
        port: question.port,
        isTLS: request.isTLS
      )
      conversation.ask(request)
      for case .http(let other) in others.map(\.transport) { conversation.ask(other) }
      exchange = .http(conversation)
    case .stream(let conversation): exchange = .other(conversation)
    case .datagram: return
    }
    streams[ticket] = ActiveStream(
      host: address,
      port: question.port,
      purpose: question.purpose,
      exchange: exchange,
      question: question
    )
  }

  func send(
    _ payload: [UInt8],
    _ ticket: Ticket,
    _ address: IPAddress,
    _ question: Question,
    _ context: inout SourceContext
  ) {
    let probe = Probe(
      target: Endpoint(address, port: question.port),
      interface: knowledge.hosts[address]?.interface,
      timeout: Self.datagramTimeout,
      purpose: question.purpose
    )
    context.request(.exchange(ticket, probe, payload: payload))
  }

  private mutating func nextTicket(_ context: SourceContext) -> Ticket {
    lastNumber &+= 1
    return context.ticket(lastNumber)
  }
}
