import Networking
import Wire

/// Follow-up queries for records that are referred to but missing: batched, and repeated a few times
/// without an answer.
struct MDNSInquiries: Sendable {
  /// What a query asks for.
  enum Subject: Hashable, Sendable {
    /// The instances of a type; repeated with the periodic browse.
    case instances(DNSServiceType, by: IPAddress)
    /// The instances of a type that a sender announced without instances.
    case own(DNSServiceType, by: IPAddress)
    /// An instance's SRV record.
    case location(DNSName, by: IPAddress)
    /// An instance's TXT record.
    case attributes(DNSName, by: IPAddress)
    /// A computer's model: a `_device-info` TXT record under the name of its services, which no PTR
    /// record lists.
    case model(DNSName, by: IPAddress)
    /// A host's addresses.
    case addresses(DNSName, by: IPAddress)
  }

  /// A query and its destination.
  struct Inquiry: Hashable, Sendable {
    var subject: Subject
    /// The number of the link.
    var link: Int
    /// The unicast destination; `nil` for multicast.
    var host: IPAddress?
    /// Whether it goes in a packet of its own.
    var isAlone = false

    /// A multicast query; unicast to the subject's sender if `alone` or without multicast.
    init(_ subject: Subject, link: Int, hasMulticast: Bool = true, alone: Bool = false) {
      self.subject = subject
      self.link = link
      isAlone = alone
      host = alone || !hasMulticast ? subject.sender : nil
    }
  }

  private struct State {
    var attempts = 0
    var due: MonotonicTime
  }

  private var open: [Inquiry: State] = [:]
  private var all: Set<Inquiry> = []
  private var counts: [IPAddress: Int] = [:]

  /// When to ask again, and, after the last, when to give up.
  private static let gaps = [Duration.seconds(1), .seconds(2), .seconds(1)]
  /// In all, and because of one sender.
  private static let limits = (all: 8192, sender: 256)

  /// Whether any query has not been sent yet.
  var hasFresh: Bool { open.values.contains { $0.attempts == 0 } }

  /// When something is due.
  var nextDue: MonotonicTime? { open.values.map(\.due).min() }

  /// Queues a query, unless it is a duplicate or over the limits.
  mutating func add(_ inquiry: Inquiry, now: MonotonicTime) {
    let sender = inquiry.subject.sender
    guard all.count < Self.limits.all, counts[sender, default: 0] < Self.limits.sender,
      all.insert(inquiry).inserted
    else { return }
    counts[sender, default: 0] += 1
    open[inquiry] = State(due: now + inquiry.subject.pause)
  }

  /// The queries due at one time.
  struct Batch: Sendable {
    /// First attempts.
    var fresh: [Inquiry] = []
    /// Second attempts, by unicast: some responders ignore multi-question queries, some receive no
    /// multicast.
    var direct: [Inquiry] = []
    /// Later attempts.
    var again: [Inquiry] = []
    /// Queries given up.
    var lost: [Inquiry] = []
  }

  /// Removes and returns the due queries.
  mutating func take(now: MonotonicTime, isWanted: (Subject) -> Bool) -> Batch {
    var result = Batch()
    for (inquiry, state) in open {
      guard isWanted(inquiry.subject) else {
        open[inquiry] = nil
        continue
      }
      guard state.due <= now else { continue }
      switch state.attempts {
      case 0: result.fresh.append(inquiry)
      case 1: result.direct.append(Inquiry(inquiry.subject, link: inquiry.link, alone: true))
      case 2..<Self.gaps.count: result.again.append(inquiry)
      default: result.lost.append(inquiry)
      }
      if state.attempts < Self.gaps.count, state.attempts + 1 < inquiry.subject.mostAttempts {
        let due = now + Self.gaps[state.attempts]
        open[inquiry] = State(attempts: state.attempts + 1, due: due)
      } else {
        open[inquiry] = nil
      }
    }
    for list in [\Batch.fresh, \.direct, \.again, \.lost] {
      result[keyPath: list].sort { $0.subject.order < $1.subject.order }
    }
    return result
  }
}

extension MDNSInquiries.Subject {
  /// The host expected to have the answer.
  var sender: IPAddress {
    switch self {
    case .instances(_, let sender), .own(_, let sender), .location(_, let sender),
      .attributes(_, let sender), .model(_, let sender), .addresses(_, let sender):
      sender
    }
  }

  /// Attempts, giving up included; the periodic browse repeats types.
  fileprivate var mostAttempts: Int {
    switch self {
    case .instances, .own: 1
    case .model: 2
    case .location, .attributes, .addresses: 4
    }
  }

  /// How long to wait before asking.
  ///
  /// The packets of one exchange arrive within milliseconds, and what they leave open is asked in
  /// one query. Answers about many types can take several packets, each delayed by up to 120 ms
  /// (RFC 6762, section 6).
  fileprivate var pause: Duration {
    if case .own = self { .milliseconds(250) } else { .milliseconds(20) }
  }

  /// The questions it takes.
  func questions(wantsUnicast: Bool) -> [DNSQuestion] {
    let pairs: [(DNSName, DNSType)] =
      switch self {
      case .instances(let type, _), .own(let type, _): [(type.name(), .ptr)]
      case .location(let name, _): [(name, .srv), (name, .txt)]
      case .attributes(let name, _), .model(let name, _): [(name, .txt)]
      case .addresses(let host, _): [(host, .a), (host, .aaaa)]
      }
    return pairs.map { DNSQuestion($0.0, $0.1, wantsUnicast: wantsUnicast) }
  }

  /// A stable order, so that equal events make equal packets.
  fileprivate var order: String {
    questions(wantsUnicast: false).map { "\($0.name)" }.joined() + "\(self)"
  }
}
