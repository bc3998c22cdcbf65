internal import Networking
public import Wire

/// Asks name servers, and asks again where that can help.
public struct DNSClient: Sendable {
  /// The servers to ask, in order.
  public var servers: [DNSServer]
  /// How to ask.
  public var options: DNSQueryOptions
  /// How long each try may take.
  public var timeout: Duration
  /// How often an unanswered datagram is sent.
  public var tries: Int
  private let carrier: any DNSCarrier

  /// How much longer than an answer a zone may take.
  private static let transferPatience = 10

  /// A client of those servers, which are asked in order.
  public init(
    _ servers: [DNSServer],
    options: DNSQueryOptions = DNSQueryOptions(),
    timeout: Duration = .seconds(3),
    tries: Int = 2,
    carrier: any DNSCarrier = SystemDNSCarrier()
  ) {
    self.servers = servers
    self.options = options
    self.timeout = timeout
    self.tries = tries
    self.carrier = carrier
  }

  /// The resolvers that the system names.
  ///
  /// - Parameter configuration: What the system says; none named is told when something is asked.
  /// - Returns: A client that asks them.
  public static func system(
    _ configuration: ResolverConfiguration = .system
  )
    -> DNSClient
  {
    DNSClient(configuration.resolvers.map { DNSServer(Endpoint($0, port: 53)) })
  }

  /// Asks one server.
  ///
  /// A datagram is sent again in silence; TCP follows where the answer was cut short, and a question
  /// without EDNS where the server doesn't know that (RFC 6891, section 7).
  public func ask(_ question: DNSQuestion, of server: DNSServer) async -> DNSReply {
    var reply = DNSReply(server: server, question: question)
    var options = options
    if question.type == .axfr {
      // Zones are carried by connections alone (RFC 5936, section 4.2), and nobody is asked for others'.
      if reply.transport == .udp { reply.transport = .tcp }
      options.wantsRecursion = false
    }
    var left = reply.transport == .udp ? max(1, tries) : 1
    while left > 0, !Task.isCancelled {
      left -= 1
      reply.tries += 1
      await attempt(&reply, options)
      switch reply.outcome {
      // Others don't change by asking again.
      case .failure(let failure): if failure != .timedOut { left = 0 }
      case .success(let delivery):
        left = 0
        if options.usesExtensions, delivery.message.lacksExtensions {
          options.usesExtensions = false
          reply.wentWithoutExtensions = true
          reply.outcome = .failure(.cancelled)
          left = 1
        } else if delivery.message.responseCode == .badCookie, let cookie = delivery.message.cookie,
          options.cookie?.server.isEmpty == true, !cookie.server.isEmpty
        {
          // With the server's own half it knows who asks (RFC 7873, section 5.3).
          options.cookie = cookie
          reply.outcome = .failure(.cancelled)
          left = 1
        } else if delivery.message.flags.isTruncated, reply.transport == .udp {
          reply.wasTruncated = true
          reply.transport = .tcp
          // Until TCP has told, where it still may.
          reply.outcome = .failure(.cancelled)
          left = 1
        }
      }
    }
    return reply
  }

  private func attempt(_ reply: inout DNSReply, _ options: DNSQueryOptions) async {
    // HTTP ties answers to questions by itself; an id of 0 lets caches work (RFC 8484, section 4.1).
    let id: UInt16 = reply.transport == .https ? 0 : .random(in: .min ... .max)
    let query = DNSQuery(reply.question, id: id, options)
    let clock = ContinuousClock()
    let start = clock.now
    reply.outcome = await carrier.carry(
      query,
      to: reply.server,
      over: reply.transport,
      within: reply.question.type == .axfr ? timeout * Self.transferPatience : timeout
    )
    reply.elapsed = start.duration(to: clock.now)
    // What this machine took to begin is not the server's.
    if case .success(let delivery) = reply.outcome, let elapsed = delivery.elapsed {
      reply.elapsed = elapsed
    }
  }

  /// Asks the servers one after the other until one knows.
  ///
  /// - Returns: The first conclusive answer: records, or that there are none.
  /// - Throws: That nobody is named, that this machine can't ask, or that nobody knows.
  public func resolve(_ question: DNSQuestion) async throws(DiagnosticError) -> DNSReply {
    guard !servers.isEmpty else { throw .unable("no resolver is configured in /etc/resolv.conf") }
    var failures: [(server: String, words: String)] = []
    var local: LocalFailure?
    var isLocalAlone = true
    for server in servers {
      let reply = await ask(question, of: server)
      if reply.isConclusive { return reply }
      failures.append((server.name, reply.words))
      if case .failure(.local(let failure)) = reply.outcome {
        local = failure
      } else {
        isLocalAlone = false
      }
      if Task.isCancelled { break }
    }
    if isLocalAlone, let local { throw .local(local, during: "can't ask for names") }
    let words = failures.map { "\($0.server): \($0.words)" }.joined(separator: "; ")
    throw .noAnswer("no resolver could answer: \(words)")
  }
}

extension DNSMessage {
  /// Whether the server seems to know nothing of EDNS.
  fileprivate var lacksExtensions: Bool {
    extensions == nil && [.formatError, .notImplemented].contains(responseCode)
  }
}
