public import Wire

/// A query on its way, and what counts as its answer.
public struct DNSQuery: Sendable {
  /// What is asked.
  public let message: DNSMessage

  /// A query that is sent as it is.
  public init(_ message: DNSMessage) {
    self.message = message
  }

  /// A query for one question.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - id: The number that ties the answer to it; must be unpredictable.
  ///   - options: How it is asked.
  public init(_ question: DNSQuestion, id: UInt16, _ options: DNSQueryOptions = .init()) {
    var message = DNSMessage(id: id, questions: [question])
    message.flags.isRecursionDesired = options.wantsRecursion
    message.flags.isCheckingDisabled = options.disablesChecking
    if options.usesExtensions {
      message.extensions = DNSExtensions(
        wantsSecurity: options.wantsSecurity,
        options: options.extensionOptions
      )
    }
    self.message = message
  }

  /// The bytes of a datagram.
  public var bytes: [UInt8] { message.serialised }

  /// The answer, where the bytes are one to this very question (RFC 5452, section 9.1).
  ///
  /// Servers that don't understand a query at all needn't repeat its question.
  public func answer(in bytes: [UInt8]) -> DNSMessage? {
    guard let answer = try? DNSMessage(parsing: bytes), answer.id == message.id,
      answer.flags.isResponse, answer.flags.opcode == message.flags.opcode, isTied(answer)
    else { return nil }
    if answer.questions == message.questions { return answer }
    let isEmpty = answer.questions.isEmpty && answer.answers.isEmpty
    return isEmpty && answer.flags.responseCode != 0 ? answer : nil
  }

  /// Whether a cookie that it brings is the one that was sent (RFC 7873, section 5.3).
  private func isTied(_ answer: DNSMessage) -> Bool {
    guard let sent = message.cookie, let received = answer.cookie else { return true }
    return sent.client == received.client
  }

  /// Whether the bytes begin as the answer to this very question, and can't be read on.
  public func isUnreadableAnswer(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 12, (try? DNSMessage(parsing: bytes)) == nil else { return false }
    // The header and the question alone: no records are counted.
    let begin = bytes[..<6] + [UInt8](repeating: 0, count: 6) + bytes[12...]
    return answer(in: Array(begin)) != nil
  }
}

/// How a question is asked.
public struct DNSQueryOptions: Hashable, Sendable {
  /// Whether the server is to ask others (RD).
  public var wantsRecursion: Bool
  /// Whether EDNS is spoken.
  public var usesExtensions: Bool
  /// Whether signatures are wanted (DO).
  public var wantsSecurity: Bool
  /// Whether answers whose signatures are bad are wanted too (CD).
  public var disablesChecking: Bool
  /// Whether the server is asked for its name of itself (NSID; RFC 5001).
  public var wantsIdentifier: Bool = false
  /// The cookie that is sent; `nil` for none.
  public var cookie: DNSCookie?
  /// For whose network the answer is wanted; `nil` to leave that to the server.
  public var subnet: ClientSubnet?

  /// As resolvers are asked.
  public init(
    wantsRecursion: Bool = true,
    usesExtensions: Bool = true,
    wantsSecurity: Bool = false,
    disablesChecking: Bool = false
  ) {
    self.wantsRecursion = wantsRecursion
    self.usesExtensions = usesExtensions
    self.wantsSecurity = wantsSecurity
    self.disablesChecking = disablesChecking
  }

  /// What EDNS says beside its flags.
  var extensionOptions: [DNSOption] {
    var options: [DNSOption] = []
    if wantsIdentifier {
      options.append(DNSOption(code: DNSExtensions.serverIdentifier, value: []))
    }
    if let cookie { options.append(cookie.dnsOption) }
    if let subnet { options.append(subnet.dnsOption) }
    return options
  }
}
