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
      message.extensions = DNSExtensions(wantsSecurity: options.wantsSecurity)
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
      message.flags.isResponse, message.flags.opcode == query.flags.opcode
    else { return nil }
    if message.questions == query.questions { return message }
    let isEmpty = message.questions.isEmpty && message.answers.isEmpty
    return isEmpty && message.flags.responseCode != 0 ? message : nil
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
}
