import Discovery
import Networking
import Wire

extension ProbingSource {
  /// Asks the host as much as may be asked at one time.
  ///
  /// What an open connection can carry waits for it, the rest opens connections of its own.
  mutating func ask(_ address: IPAddress, _ context: inout SourceContext) {
    guard !isPausing, context.plan.mayAsk(address) else { return }
    // Ports that are being asked for right now would otherwise be connected to twice.
    join(address, &context)
    while true {
      guard hasRoom else {
        if agendas[address]?.waiting.isEmpty == false { enqueue(address) }
        return
      }
      guard let question = agendas[address]?.next() else { return }
      // What the whole scan may open is used up: open connections answer what they can.
      guard question.isDatagram || context.mayConnect(to: address, for: .question) else { continue }
      agendas[address]?.begin(question.isDatagram)
      context.ask(question.topic, of: Endpoint(address, port: question.port))
      let ticket = nextTicket(context)
      switch question.manner {
      case .datagram(let payload, _):
        exchanges[ticket] = Exchange(host: address, question: question)
        send(payload, ticket, address, question, &context)
      case .http, .talk:
        open(ticket, to: address, question, [])
        let probe = Probe(
          target: Endpoint(address, port: question.port),
          interface: knowledge.hosts[address]?.interface,
          timeout: Self.patience,
          purpose: question.purpose,
          keepsOpen: Self.longest
        )
        context.request(.connect(ticket, probe))
        join(address, &context)
      }
    }
  }

  /// Notes that a host waits for its turn.
  mutating func enqueue(_ address: IPAddress) {
    if queued.insert(address).inserted { queue.append(address) }
  }

  /// Lets hosts that wait have their turn, as far as there is room.
  mutating func askNext(_ context: inout SourceContext) {
    for _ in 0..<queue.count where hasRoom {
      guard let address = queue.popFirst() else { return }
      queued.remove(address)
      ask(address, &context)
    }
  }

  /// Gives requests that wait to the connections that can carry them.
  private mutating func join(_ address: IPAddress, _ context: inout SourceContext) {
    guard agendas[address]?.waiting.isEmpty == false else { return }
    let open = talks.filter { $0.value.host == address }
    for (ticket, talk) in open.sorted(by: { $0.key.number < $1.key.number }) {
      guard case .http(var line) = talk.line, !line.isOver else { continue }
      for request in agendas[address]?.takeRequests(port: talk.port, isTLS: line.isTLS) ?? [] {
        line.ask(request)
        context.ask(Question.http(talk.port, request).topic, of: Endpoint(address, port: talk.port))
      }
      talks[ticket]?.line = .http(line)
    }
  }

  /// Begins a conversation, or the requests over one connection.
  mutating func open(
    _ ticket: Ticket,
    to address: IPAddress,
    _ question: Question,
    _ others: ArraySlice<Question>
  ) {
    let line: Talk.Line
    switch question.manner {
    case .http(let request):
      var conversation = HTTPConversation(
        with: address,
        port: question.port,
        isTLS: request.isTLS
      )
      conversation.ask(request)
      for case .http(let other) in others.map(\.manner) { conversation.ask(other) }
      line = .http(conversation)
    case .talk(let conversation): line = .other(conversation)
    case .datagram: return
    }
    talks[ticket] = Talk(
      host: address,
      port: question.port,
      purpose: question.purpose,
      line: line,
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
      timeout: Self.datagramPatience,
      purpose: question.purpose
    )
    context.request(.exchange(ticket, probe, payload: payload))
  }

  private mutating func nextTicket(_ context: SourceContext) -> Ticket {
    lastNumber &+= 1
    return context.ticket(lastNumber)
  }
}
