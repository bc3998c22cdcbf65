public import Wire

/// A query on its way, and what counts as its answer.
public struct DNSAsking: Sendable {
  /// What is asked.
  public let query: DNSMessage

  /// The given query.
  public init(_ query: DNSMessage) {
    self.query = query
  }

  /// A query for one question.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - id: The number that ties the answer to it: nobody must be able to guess it.
  ///   - options: How it is asked.
  public init(_ question: DNSQuestion, id: UInt16, _ options: DNSAskingOptions = .init()) {
    var message = DNSMessage(id: id, questions: [question])
    message.flags.isRecursionDesired = options.wantsRecursion
    message.flags.isCheckingDisabled = options.disablesChecking
    if options.usesExtensions {
      message.extensions = DNSExtensions(
        wantsSecurity: options.wantsSecurity,
        options: options.extensionOptions
      )
    }
    query = message
  }

  /// The bytes of a datagram.
  public var bytes: [UInt8] { query.serialised }

  /// The answer, where the bytes are one to this very question (RFC 5452, section 9.1).
  ///
  /// Servers that don't understand a query at all needn't repeat its question.
  public func answer(in bytes: [UInt8]) -> DNSMessage? {
    guard let message = try? DNSMessage(parsing: bytes), message.id == query.id,
      message.flags.isResponse, message.flags.opcode == query.flags.opcode, isTied(message)
    else { return nil }
    if message.questions == query.questions { return message }
    let isEmpty = message.questions.isEmpty && message.answers.isEmpty
    return isEmpty && message.flags.responseCode != 0 ? message : nil
  }

  /// Whether a cookie that it brings is the one that was sent (RFC 7873, section 5.3).
  private func isTied(_ message: DNSMessage) -> Bool {
    guard let sent = query.cookie, let received = message.cookie else { return true }
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
public struct DNSAskingOptions: Hashable, Sendable {
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
