internal import Networking
public import Wire

/// The way from the root to an answer: who was asked, and where each sent us.
public struct DelegationTrace: Sendable {
  /// One question to one server.
  public struct Step: Sendable {
    /// The zone whose server was asked.
    public var zone: DNSName
    /// The server's name; the root where only its address is known.
    public var server: DNSName
    /// What was asked of it, and what came.
    public var reply: DNSReply
    /// What it says.
    public var finding: Finding
    /// Whose address was looked for, where the question is not the one that was asked.
    public var lookingFor: DNSName?
  }

  /// What a server says.
  public enum Finding: Hashable, Sendable {
    /// The answer.
    case answer
    /// The name is an alias of that.
    case alias(DNSName)
    /// Others know: those of the zone.
    case referral(DNSName, servers: [DNSName])
    /// There is no such name.
    case noSuchName
    /// There is no such record.
    case noData
    /// It doesn't answer for the zone that it is said to have.
    case lame(String)
    /// No answer; says why.
    case failed(String)

    /// The finding in one word.
    public var word: String {
      switch self {
      case .answer: "answer"
      case .alias: "alias"
      case .referral: "referral"
      case .noSuchName: "no_such_name"
      case .noData: "no_data"
      case .lame: "lame"
      case .failed: "failed"
      }
    }
  }

  /// How a walk ended.
  public enum End: Hashable, Sendable {
    /// A server of the zone answered: with records, or that there are none.
    case answered
    /// None of the zone's servers answers; says which zone's.
    case stuck(String)
    /// It was ended before its time.
    case cancelled

    /// Why it ended without an answer.
    public var words: String? {
      if case .stuck(let words) = self { words } else { nil }
    }
  }

  /// The questions in order.
  public var steps: [Step] = []
  /// The records that answer, aliases first; none where there are none.
  public var records: [DNSRecord] = []
  /// How it ended.
  public var end: End = .cancelled

  /// Nothing yet.
  public init() {}

  /// This machine's own failure, where it kept every query from being sent.
  var commonLocalFailure: LocalFailure? {
    var first: LocalFailure?
    for step in steps {
      guard case .failure(.local(let failure)) = step.reply.outcome else { return nil }
      first = first ?? failure
    }
    return first
  }

  /// Whether it came to no records.
  var isBad: Bool {
    !(steps.last?.finding == .answer && end == .answered)
  }
}
