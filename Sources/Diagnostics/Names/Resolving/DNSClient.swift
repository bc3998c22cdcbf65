import Model
internal import Networking
public import Wire

/// Queries name servers, with retries, TCP and EDNS fallback.
public struct DNSClient: Sendable {
  /// In the order in which `resolve` asks them.
  public var servers: [DNSServer]
  /// Flags and EDNS options.
  public var options: DNSQueryOptions
  /// Per try.
  public var timeout: Duration
  /// How often an unanswered UDP query is sent.
  public var tries: Int
  private let carrier: any DNSCarrier

  /// The factor on `timeout` for zone transfers.
  private static let transferPatience = 10

  /// A client of the servers.
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

  /// A client of the system's resolvers; `resolve` throws if there are none.
  public static func system(
    _ configuration: ResolverConfiguration = .system
  )
    -> DNSClient
  {
    DNSClient(configuration.resolvers.map { DNSServer(Endpoint($0, port: 53)) })
  }

  /// Asks one server.
  ///
  /// Repeats UDP on timeout, uses TCP after truncation, and drops EDNS for servers that don't know it
  /// (RFC 6891, section 7).
  public func ask(_ question: DNSQuestion, of server: DNSServer) async -> DNSReply {
    var reply = DNSReply(server: server, question: question)
    var options = options
    if question.type == .axfr {
      // Zone transfers need a stream (RFC 5936, section 4.2) and no recursion.
      if reply.transport == .udp { reply.transport = .tcp }
      options.wantsRecursion = false
    }
    var left = reply.transport == .udp ? max(1, tries) : 1
    while left > 0, !Task.isCancelled {
      left -= 1
      reply.tries += 1
      await attempt(&reply, options)
      switch reply.outcome {
      // Only a timeout is worth a retry.
      case .failure(let failure): if failure != .timedOut { left = 0 }
      case .success(let delivery):
        left = 0
        if options.usesEDNS, delivery.message.lacksEDNS {
          options.usesEDNS = false
          reply.retriedWithoutEDNS = true
          reply.outcome = .failure(.cancelled)
          left = 1
        } else if delivery.message.responseCode == .badCookie, let cookie = delivery.message.cookie,
          options.cookie?.server.isEmpty == true, !cookie.server.isEmpty
        {
          // Retry with the server cookie (RFC 7873, section 5.3).
          options.cookie = cookie
          reply.outcome = .failure(.cancelled)
          left = 1
        } else if delivery.message.flags.isTruncated, reply.transport == .udp {
          reply.wasTruncated = true
          reply.transport = .tcp
          // The outcome if the task is cancelled before TCP answers.
          reply.outcome = .failure(.cancelled)
          left = 1
        }
      }
    }
    return reply
  }

  private func attempt(_ reply: inout DNSReply, _ options: DNSQueryOptions) async {
    // An id of 0 makes HTTP caching work (RFC 8484, section 4.1).
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
    // Exclude this machine's setup time.
    if case .success(let delivery) = reply.outcome, let elapsed = delivery.elapsed {
      reply.elapsed = elapsed
    }
  }

  /// Asks the servers in order until one answer is conclusive.
  ///
  /// - Throws: No server is configured, this machine can't send, or no answer is conclusive.
  public func resolve(_ question: DNSQuestion) async throws(DiagnosticError) -> DNSReply {
    guard !servers.isEmpty else { throw .unable(Message(.errorNoResolver)) }
    var reasons: [Message.Value] = []
    var local: LocalFailure?
    var isLocalAlone = true
    for server in servers {
      let reply = await ask(question, of: server)
      if reply.isConclusive { return reply }
      reasons.append(
        .message(
          Message(.errorHost, ["host": .text(server.name), "reason": .message(reply.reason)])
        )
      )
      if case .failure(.local(let failure)) = reply.outcome {
        local = failure
      } else {
        isLocalAlone = false
      }
      if Task.isCancelled { break }
    }
    if isLocalAlone, let local { throw .local(local, during: Message(.errorAskingForNames)) }
    throw .noAnswer(Message(.errorResolversFailed, ["reasons": .list(reasons)]))
  }
}

extension DNSMessage {
  /// Whether the server seems not to support EDNS.
  fileprivate var lacksEDNS: Bool {
    extensions == nil && [.formatError, .notImplemented].contains(responseCode)
  }
}
