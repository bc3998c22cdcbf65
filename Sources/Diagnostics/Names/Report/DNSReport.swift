public import Model
internal import Networking
public import Wire

/// What `dns` found: `homenet.dns/1`.
public struct DNSReport: DiagnosticReport {
  /// The JSON schema.
  public static let schema = "homenet.dns/1"

  /// The name or address.
  public var subject: DNSSubject
  /// The record types asked for.
  public var types: [DNSType]
  /// The class asked for.
  public var questionClass = DNSClass.internet
  /// Names in search domains that were tried before and don't exist.
  public var searched: [DNSName] = []
  /// The servers asked.
  public var servers: [DNSServer]
  /// The zone, with `wantsZoneServers`.
  public var zone: DNSName?
  /// The zone's servers without an address.
  public var unknownServers: [DNSName] = []
  /// By server, then by type.
  public var answers: [Answer] = []
  /// The iterative resolution, with `wantsTrace` in place of `answers`.
  public var trace: DelegationTrace?
  /// The DNSSEC result of each type, with `wantsSecurity`.
  public var dnssec: [Validated] = []

  /// A report without answers.
  public init(subject: DNSSubject, types: [DNSType], servers: [DNSServer]) {
    self.subject = subject
    self.types = types
    self.servers = servers
  }

  /// The DNSSEC result of a type.
  public struct Validated: Sendable {
    /// The record type.
    public var type: DNSType
    /// The result.
    public var report: DNSSECReport
  }

  /// A server's answer for a type.
  public struct Answer: Sendable {
    /// The outcome, retries included.
    public var reply: DNSReply

    /// Wraps a reply.
    public init(_ reply: DNSReply) {
      self.reply = reply
    }
  }

  /// The server's answers.
  public func answers(of server: DNSServer) -> [Answer] {
    answers.filter { $0.reply.server == server }
  }

  /// The first server with any answer: one that refuses a name may still have its DNSSEC records.
  var firstResponsiveServer: DNSServer? {
    answers.first { $0.reply.message != nil }?.reply.server
  }

  /// Whether no server has records, one gives no answer, or DNSSEC is bogus.
  public var isBad: Bool {
    if dnssec.contains(where: { $0.report.state == .bogus }) { return true }
    if let trace { return trace.isBad }
    let outcomes = answers.map(\.outcome)
    if !unknownServers.isEmpty || hasDifferentSerials { return true }
    guard !outcomes.isEmpty else { return false }
    return !outcomes.contains(.records) || outcomes.contains { !$0.isConclusive }
  }

  /// Whether every answer is NXDOMAIN, so that the next search domain is tried.
  var isAbsent: Bool {
    !answers.isEmpty && answers.allSatisfy { $0.outcome == .noSuchName }
  }

  /// Whether servers of one zone have different versions of it.
  public var hasDifferentSerials: Bool {
    zone != nil && Set(answers.compactMap(\.serial)).count > 1
  }

  /// This machine's own failure, where every query failed with one.
  var commonLocalFailure: LocalFailure? {
    answers.map(\.reply).commonLocalFailure
  }
}

extension DNSReport.Answer {
  /// A summary of the reply.
  public enum Outcome: Hashable, Sendable {
    /// There are records.
    case records
    /// The name exists without records of the type.
    case noData
    /// There is no such name.
    case noSuchName
    /// The server refers to others.
    case referral
    /// Another response code.
    case error
    /// The task was cancelled.
    case cancelled
    /// There was no answer.
    case failed(DNSFailure)

    /// Whether the server answered the question.
    public var isConclusive: Bool {
      switch self {
      case .records, .noData, .noSuchName, .referral: true
      case .error, .cancelled, .failed: false
      }
    }

    /// The value in JSON.
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

  /// The summary.
  public var outcome: Outcome {
    switch (reply.failure, reply.message?.responseCode) {
    case (.cancelled, _), (nil, nil): return .cancelled
    case (let failure?, _): return .failed(failure)
    // With aliases alone, their target has no records of the type.
    case (nil, .noError):
      guard reply.records.wanted.isEmpty else { return .records }
      return reply.referral == nil ? .noData : .referral
    case (nil, .noSuchName): return .noSuchName
    case (nil, _): return .error
    }
  }

  /// Why there are no usable records, in English.
  public var because: String? { reason?.text }

  /// Why there are no usable records.
  public var reason: Message? {
    switch outcome {
    case .records, .noData, .noSuchName: foreignRecords
    case .referral: reply.referral?.message
    case .failed(.timedOut) where reply.transport == .multicast: Message(.dnsNoDevice)
    case .error, .cancelled, .failed: reply.reason
    }
  }

  /// The SOA serial, if SOA was asked for.
  public var serial: UInt32? {
    guard reply.question.type == .soa else { return nil }
    for record in reply.records.wanted {
      if case .soa(let start) = record.data { return start.serial }
    }
    return nil
  }

  /// The answer's records, aliases included.
  public var records: [DNSRecord] { reply.records.own }

  private var foreignRecords: Message? {
    let count = reply.records.foreign.count
    return count > 0 ? Message(.dnsForeign, ["count": .count(count)]) : nil
  }
}

extension DNSReport {
  /// Servers that don't say the same of a type.
  public struct Difference: Hashable, Sendable {
    /// Of which type.
    public var type: DNSType
    /// What is said, most servers first.
    public var groups: [Group]

    /// Servers that say the same.
    public struct Group: Hashable, Sendable {
      /// Their names.
      public var servers: [String]
      /// What came of asking.
      public var outcome: Answer.Outcome
      /// The records' contents, in order of text.
      public var records: [String]
    }
  }

  /// Where servers that answered disagree; how long records hold doesn't count.
  public var differences: [Difference] {
    types.compactMap { type in
      var groups: [Difference.Group] = []
      for answer in answers where answer.reply.question.type == type {
        let outcome = answer.outcome
        guard outcome.isConclusive else { continue }
        let records = answer.comparedRecords
        let name = answer.reply.server.name
        if let index = groups.firstIndex(where: { $0.outcome == outcome && $0.records == records })
        {
          groups[index].servers.append(name)
        } else {
          groups.append(.init(servers: [name], outcome: outcome, records: records))
        }
      }
      guard groups.count > 1 else { return nil }
      let sorted = groups.enumerated().sorted {
        ($1.element.servers.count, $0.offset) < ($0.element.servers.count, $1.offset)
      }
      return Difference(type: type, groups: sorted.map(\.element))
    }
  }
}

extension DNSReport.Answer {
  /// The contents of the wanted type, aliases apart; signatures change by the day.
  fileprivate var comparedRecords: [String] {
    Set(reply.records.wanted.map(\.data.masterText)).sorted()
  }
}
