internal import Networking
public import Wire

/// What `dns` found: `homenet.dns/1`.
public struct DNSReport: DiagnosticReport {
  /// The name and version of its JSON.
  public static let schema = "homenet.dns/1"

  /// What was asked about.
  public var subject: DNSSubject
  /// What was asked for.
  public var types: [DNSType]
  /// In which class.
  public var questionClass = DNSClass.internet
  /// The names in search domains that were asked before, and aren't there.
  public var searched: [DNSName] = []
  /// Who was asked.
  public var servers: [DNSServer]
  /// The zone whose every server was asked, where that was wanted.
  public var zone: DNSName?
  /// The zone's servers without an address.
  public var unknownServers: [DNSName] = []
  /// What each server said of each type, in this order.
  public var answers: [Answer] = []
  /// The way from the root, where it was asked for in place of answers.
  public var trace: DelegationTrace?
  /// What DNSSEC says of each type, where that was asked for.
  public var dnssec: [Validated] = []

  /// Nothing yet.
  public init(subject: DNSSubject, types: [DNSType], servers: [DNSServer]) {
    self.subject = subject
    self.types = types
    self.servers = servers
  }

  /// What DNSSEC says of a type.
  public struct Validated: Sendable {
    /// Of which.
    public var type: DNSType
    /// What it says.
    public var report: DNSSECReport
  }

  /// What a server said of a type.
  public struct Answer: Sendable {
    /// All that asking came to.
    public var reply: DNSReply

    /// A reply that is not compared with others yet.
    public init(_ reply: DNSReply) {
      self.reply = reply
    }
  }

  /// What the server said.
  public func answers(of server: DNSServer) -> [Answer] {
    answers.filter { $0.reply.server == server }
  }

  /// The first server that answers at all: one that refuses a name may still have its records.
  var mostTalkative: DNSServer? {
    answers.first { $0.reply.message != nil }?.reply.server
  }

  /// No server has anything, one gives no answer, or signatures are wrong.
  public var isBad: Bool {
    if dnssec.contains(where: { $0.report.state == .bogus }) { return true }
    if let trace { return trace.isBad }
    let outcomes = answers.map(\.outcome)
    if !unknownServers.isEmpty || hasDifferentSerials { return true }
    guard !outcomes.isEmpty else { return false }
    return !outcomes.contains(.records) || outcomes.contains { !$0.isConclusive }
  }

  /// Whether every answer is that there is no such name: another may be meant.
  var isAbsent: Bool {
    !answers.isEmpty && answers.allSatisfy { $0.outcome == .noSuchName }
  }

  /// Whether servers of one zone have different versions of it.
  public var hasDifferentSerials: Bool {
    zone != nil && Set(answers.compactMap(\.serial)).count > 1
  }

  /// This machine's own failure, where it is the whole finding.
  var commonLocalFailure: LocalFailure? {
    var first: LocalFailure?
    for answer in answers {
      guard case .failure(.local(let failure)) = answer.reply.outcome else { return nil }
      first = first ?? failure
    }
    return first
  }
}

extension DNSReport.Answer {
  /// What came of asking, in short.
  public enum Outcome: Hashable, Sendable {
    /// There are records.
    case records
    /// There are none of that type, though the name is there.
    case noData
    /// There is no such name.
    case noSuchName
    /// The server has neither the name nor asks others: it names those who have it.
    case referral
    /// The server doesn't say: its response code is another.
    case error
    /// The asking was ended.
    case cancelled
    /// There was no answer; says why.
    case failed(DNSFailure)

    /// Whether the server said what there is.
    public var isConclusive: Bool {
      switch self {
      case .records, .noData, .noSuchName, .referral: true
      case .error, .cancelled, .failed: false
      }
    }

    /// As JSON has it.
    public var word: String {
      switch self {
      case .records: "records"
      case .noData: "no_data"
      case .noSuchName: "no_such_name"
      case .referral: "referral"
      case .error: "error"
      case .cancelled: "cancelled"
      case .failed(let failure): failure.word
      }
    }
  }

  /// What came of it.
  public var outcome: Outcome {
    switch (reply.failure, reply.message?.responseCode) {
    case (.cancelled, _), (nil, nil): return .cancelled
    case (let failure?, _): return .failed(failure)
    // Aliases alone are no answer: what they lead to has nothing of the type.
    case (nil, .noError):
      guard reply.records.wanted.isEmpty else { return .records }
      return reply.referral == nil ? .noData : .referral
    case (nil, .noSuchName): return .noSuchName
    case (nil, _): return .error
    }
  }

  /// Why there is no answer, or none that says anything.
  public var because: String? {
    switch outcome {
    case .records, .noData, .noSuchName: foreignWords
    case .referral: reply.referral?.words
    case .failed(.timedOut) where reply.transport == .multicast:
      "no device on this machine's networks answers to that name"
    case .error, .cancelled, .failed: reply.words
    }
  }

  /// The version of the zone that the server has, where it was asked for.
  public var serial: UInt32? {
    guard reply.question.type == .soa else { return nil }
    for record in reply.records.wanted {
      if case .soa(let start) = record.data { return start.serial }
    }
    return nil
  }

  /// The records of the answer, aliases included, at most as many as a message has.
  public var records: [DNSRecord] { reply.records.own }

  /// That the answer holds records of other names or classes; `nil` where it holds none.
  private var foreignWords: String? {
    let count = reply.records.foreign.count
    guard count > 0 else { return nil }
    return "the answer holds \(count) record\(count == 1 ? "" : "s") of another name or class"
  }
}
