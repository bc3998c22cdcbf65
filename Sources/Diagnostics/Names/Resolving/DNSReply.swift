package import Model
internal import Networking
public import Wire

/// The outcome of one question to one server, retries included.
public struct DNSReply: Sendable {
  /// The server asked.
  public var server: DNSServer
  /// The question.
  public var question: DNSQuestion
  /// The last try's transport.
  public var transport: DNSTransport
  /// Queries sent.
  public var tries: Int
  /// The last try's duration.
  public var elapsed: Duration
  /// Whether TCP was used since the UDP answer was truncated.
  public var wasTruncated: Bool
  /// Whether the question was repeated without EDNS.
  public var retriedWithoutEDNS: Bool
  /// The answer, or why there is none.
  public var outcome: Result<DNSResponse, DNSFailure>

  init(server: DNSServer, question: DNSQuestion) {
    self.server = server
    self.question = question
    transport = server.transport
    tries = 0
    elapsed = .zero
    wasTruncated = false
    retriedWithoutEDNS = false
    outcome = .failure(.cancelled)
  }

  /// The answer; `nil` where there is none.
  public var message: DNSMessage? {
    if case .success(let delivery) = outcome { delivery.message } else { nil }
  }

  /// The answer's records; none where there is no answer.
  public var records: RelevantRecords { RelevantRecords(question, in: message ?? DNSMessage()) }

  /// Why there is no complete answer.
  public var failure: DNSFailure? {
    switch outcome {
    case .failure(let failure): return failure
    case .success(let delivery):
      let flags = delivery.message.flags
      if flags.isTruncated, ![.udp, .multicast].contains(transport) {
        return .malformed(
          Message(.dnsCutShort, ["transport": transport.rawValue.uppercased()])
        )
      }
      return records.hasUnreadable ? .malformed(Message(.dnsRecordUnreadable)) : nil
    }
  }

  /// Whether the server answered, if only that there is nothing; else another may be asked.
  public var isConclusive: Bool {
    guard failure == nil, records.wanted.isEmpty == false || referral == nil else { return false }
    return message.map { [.noError, .noSuchName].contains($0.responseCode) } ?? false
  }

  /// Why the answer isn't conclusive.
  public var words: String { reason.text }

  /// Why the answer isn't conclusive, as a message.
  package var reason: Message {
    failure?.message ?? referral?.message ?? message?.failure ?? .verbatim("")
  }

  /// The referral; `nil` for records or a denial.
  public var referral: DNSReferral? {
    message.flatMap { DNSReferral(question, in: $0) }
  }
}

extension [DNSReply] {
  /// The first local failure, where every query failed with one.
  var commonLocalFailure: LocalFailure? {
    var first: LocalFailure?
    for reply in self {
      guard case .failure(.local(let failure)) = reply.outcome else { return nil }
      first = first ?? failure
    }
    return first
  }
}

extension DNSMessage {
  /// The response code, with extended errors (RFC 8914).
  var failure: Message {
    let reasons = extendedErrors.map { error in
      [error.name ?? "EDE \(error.code)", error.text].filter { !$0.isEmpty }.joined(separator: ": ")
    }
    let status = responseCode.description
    return reasons.isEmpty
      ? Message(.dnsStatus, ["status": status])
      : Message(.dnsStatusBecause, ["status": .text(status), "reasons": .texts(reasons)])
  }
}

/// A referral to a delegated zone's servers in place of records (RFC 1034, section 4.3.2).
public struct DNSReferral: Hashable, Sendable {
  /// The delegated zone.
  public var zone: DNSName
  /// Its servers' names.
  public var servers: [DNSName]

  /// `nil` where the message is not a referral: a denial has an SOA or no NS record (RFC 2308,
  /// section 2.2).
  init?(_ question: DNSQuestion, in message: DNSMessage) {
    let records = RelevantRecords(question, in: message)
    guard message.responseCode == .noError, records.wanted.isEmpty,
      !message.authorities.contains(where: { $0.type == .soa })
    else { return nil }
    // An alias in the server's own zone may lead to a delegated zone.
    let hasAlias = !records.own.isEmpty
    guard hasAlias || !message.flags.isAuthoritative else { return nil }
    var names = [question.name]
    for record in records.own {
      if case .cname(let target) = record.data { names.append(target) }
    }
    let zone = message.authorities.first { record in
      record.type == .ns && record.recordClass == question.questionClass
        && names.contains { $0.isInside(record.name) }
    }
    guard let zone = zone?.name else { return nil }
    self.zone = zone
    servers = message.nameServers(of: zone)
  }

  /// The referral as a message, with at most four servers' names.
  var message: Message {
    let names = Message.Value.texts(servers.prefix(4).map(\.masterText))
    let zone = Message.Value.text(zone.masterText)
    return servers.count > 4
      ? Message(
        .dnsRefersToMore,
        ["zone": zone, "servers": names, "count": .count(servers.count - 4)]
      )
      : Message(.dnsRefers, ["zone": zone, "servers": names])
  }
}

/// Why an answer isn't conclusive.
extension MessageTemplate {
  static let dnsStatus = MessageTemplate("dns.status", "{status}")
  static let dnsStatusBecause = MessageTemplate("dns.status_because", "{status} ({reasons|; })")
  static let dnsRefers = MessageTemplate(
    "dns.refers",
    "it doesn't know, and refers to the servers of {zone}: {servers|, }"
  )
  static let dnsRefersToMore = MessageTemplate(
    "dns.refers_to_more",
    "it doesn't know, and refers to the servers of {zone}: {servers|, } and {count} more"
  )
  static let dnsForeign = MessageTemplate(
    "dns.foreign",
    one: "the answer holds {count} record of another name or class",
    other: "the answer holds {count} records of another name or class"
  )
}

extension DNSMessage {
  /// The names in the authority section's NS records of a zone, at most 32.
  func nameServers(of zone: DNSName) -> [DNSName] {
    var names: [DNSName] = []
    for record in authorities where record.name == zone {
      guard case .ns(let name) = record.data, !names.contains(name), names.count < 32 else {
        continue
      }
      names.append(name)
    }
    return names
  }
}

extension DNSRecord {
  /// The address in an A or AAAA record.
  var address: IPAddress? {
    switch data {
    case .a(let address): .v4(address)
    case .aaaa(let address): .v6(address, zone: nil)
    default: nil
    }
  }
}

/// Sorts an answer's records into those that belong to the question and others.
///
/// Records belong if their name is the question's or is reached from it by CNAME or DNAME (RFC 6672).
public struct RelevantRecords: Hashable, Sendable {
  /// The question's, aliases and signatures included, in message order.
  public private(set) var own: [DNSRecord] = []
  /// Those of other names or classes.
  public private(set) var foreign: [DNSRecord] = []
  /// Those of `own` with the question's type.
  public private(set) var wanted: [DNSRecord] = []
  /// Whether a wanted record, or an alias to it, can't be parsed.
  public private(set) var hasUnreadable = false

  /// Sorts the answer section.
  public init(_ question: DNSQuestion, in message: DNSMessage) {
    let records = message.answers
    if question.type == .axfr {
      own = records.filter { $0.name.isInside(question.name) && Self.isOfClass($0, question) }
      foreign = records.filter { !$0.name.isInside(question.name) || !Self.isOfClass($0, question) }
      wanted = own
      return
    }
    let ofClass = records.filter { Self.isOfClass($0, question) }
    let (names, trees) = Self.names(question.name, ofClass)
    for record in records {
      let isNamed = names.contains(record.name)
      guard Self.isOfClass(record, question),
        isNamed || trees.contains(record.name) && Self.isOfTree(record)
      else {
        foreign.append(record)
        continue
      }
      own.append(record)
      let isWanted = isNamed && (question.type == .any || question.type == record.type)
      if isWanted { wanted.append(record) }
      if case .malformed = record.data, isWanted || [.cname, .dname].contains(record.type) {
        hasUnreadable = true
      }
    }
  }

  private static func isOfClass(_ record: DNSRecord, _ question: DNSQuestion) -> Bool {
    question.questionClass == .any || record.recordClass == question.questionClass
  }

  /// Whether it is a DNAME record or a signature over one.
  private static func isOfTree(_ record: DNSRecord) -> Bool {
    if case .rrsig(let signature) = record.data { return signature.typeCovered == .dname }
    return record.type == .dname
  }

  /// The names along the alias chain, and the owners of the DNAMEs used; a loop ends the chain.
  private static func names(
    _ name: DNSName,
    _ records: [DNSRecord]
  ) -> (names: Set<DNSName>, trees: Set<DNSName>) {
    var targets: [DNSName: DNSName] = [:]
    var trees: [DNSName: DNSName] = [:]
    for record in records {
      switch record.data {
      case .cname(let target): targets[record.name] = targets[record.name] ?? target
      case .dname(let target): trees[record.name] = trees[record.name] ?? target
      case .malformed(.dname, _): trees[record.name] = trees[record.name] ?? record.name
      default: continue
      }
    }
    var names: Set<DNSName> = []
    var used: Set<DNSName> = []
    var next: DNSName? = name
    while let current = next, names.insert(current).inserted {
      // The closest DNAME above the name; it does not apply to its own name.
      var made: DNSName?
      var tree = current
      for depth in 1...max(1, current.labelCount) where !trees.isEmpty {
        tree = tree.parent
        guard let target = trees[tree] else { continue }
        used.insert(tree)
        made = DNSName(labels: current.labels.prefix(depth))?.inside(target)
        break
      }
      next = targets[current] ?? made
    }
    return (names, used)
  }
}
