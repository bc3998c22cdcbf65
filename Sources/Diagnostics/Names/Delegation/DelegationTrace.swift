public import Model
internal import Networking
public import Wire

/// An iterative resolution: the servers asked and their answers.
public struct DelegationTrace: Sendable {
  /// One question to one server.
  public struct Step: Sendable {
    /// The zone whose server was asked.
    public var zone: DNSName
    /// The server's name; the root where only its address is known.
    public var server: DNSName
    /// The question and its outcome.
    public var reply: DNSReply
    /// The interpretation of the answer.
    public var response: Response
    /// The server whose address was looked up, in place of the original question.
    public var lookingFor: DNSName?
  }

  /// A server's answer.
  public enum Response: Hashable, Sendable {
    /// The answer.
    case answer
    /// The name is an alias of that.
    case alias(DNSName)
    /// A delegation to a lower zone.
    case referral(DNSName, servers: [DNSName])
    /// There is no such name.
    case noSuchName
    /// There is no such record.
    case noData
    /// The server doesn't serve the zone; says why.
    case lame(Message)
    /// No answer; says why.
    case failed(Message)

    /// The kind of response in one word.
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

  /// The end of a resolution.
  public enum End: Hashable, Sendable {
    /// A server of the zone answered: with records, or that there are none.
    case answered
    /// No further server can be asked; says why.
    case stuck(Message)
    /// The task was cancelled.
    case cancelled

    /// Why it ended without an answer.
    public var reason: Message? {
      if case .stuck(let why) = self { why } else { nil }
    }
  }

  /// The questions in order.
  public var steps: [Step] = []
  /// The records that answer, aliases first; none where there are none.
  public var records: [DNSRecord] = []
  /// How it ended.
  public var end: End = .cancelled

  /// No steps yet.
  public init() {}

  /// This machine's own failure, where it kept every query from being sent.
  var commonLocalFailure: LocalFailure? {
    steps.map(\.reply).commonLocalFailure
  }

  /// Whether it came to no records.
  var isBad: Bool {
    !(steps.last?.response == .answer && end == .answered)
  }
}

/// Interprets a server's answer to a question without recursion.
struct ReferralParser {
  /// The zone whose server answers.
  let zone: DNSName
  let question: DNSQuestion

  func response(_ message: DNSMessage) -> DelegationTrace.Response {
    switch message.responseCode {
    case .noError: break
    case .noSuchName: return .noSuchName
    default: return .lame(message.failure)
    }
    let own = message.answers.filter {
      $0.name == question.name && $0.recordClass == question.questionClass
    }
    if own.contains(where: { question.type == .any || $0.type == question.type }) {
      return .answer
    }
    for record in own {
      if case .cname(let target) = record.data { return .alias(target) }
    }
    if let zone = lowerZone(message) {
      return .referral(zone, servers: message.nameServers(of: zone))
    }
    if message.flags.isAuthoritative || message.authorities.contains(where: { $0.type == .soa }) {
      return .noData
    }
    return .lame(Message(.dnsNoReferral))
  }

  /// The delegated zone: below this one, and the name itself or above it.
  private func lowerZone(_ message: DNSMessage) -> DNSName? {
    message.authorities.lazy
      .filter { $0.type == .ns && $0.name.isInside(zone) && $0.name != zone }
      .map(\.name)
      .first { question.name.isInside($0) }
  }

  /// Glue addresses; only for names in the asked zone (RFC 5452, section 6).
  func glue(for name: DNSName, _ message: DNSMessage) -> [IPAddress] {
    guard name.isInside(zone) else { return [] }
    let glue = message.additionals.filter { $0.name == name && $0.recordClass == .internet }
    return Array(glue.compactMap(\.address).prefix(8))
  }
}

/// Why a step of a resolution, or all of it, led to no answer.
extension MessageTemplate {
  static let dnsNoReferral = MessageTemplate(
    "dns.no_referral",
    "it neither answers nor refers to another server"
  )
  static let dnsSpecialAddress = MessageTemplate(
    "dns.special_address",
    "its address is {purpose}; not asked"
  )
  static let dnsAliasLoop = MessageTemplate(
    "dns.alias_loop",
    "the aliases (CNAME) lead to each other, or are too many"
  )
  static let dnsDelegationLoop = MessageTemplate(
    "dns.delegation_loop",
    "the delegations lead to each other, or are too many"
  )
  static let dnsTooManyQuestions = MessageTemplate(
    "dns.too_many_questions",
    "it takes more than {count} questions"
  )
  static let dnsServersUnknown = MessageTemplate(
    "dns.servers_unknown",
    "no address of a name server of {zone} is known"
  )
  static let dnsServersSilent = MessageTemplate(
    "dns.servers_silent",
    "no server of {zone} answers"
  )
  static let dnsZone = MessageTemplate("dns.zone", "{zone}")
  static let dnsRoot = MessageTemplate("dns.root", "the root")
}
