import Net
import Wire

/// Questions about what was heard of but not told: each asked soon, together with others, and a few
/// times more if nobody answers.
struct MDNSInquiries: Sendable {
  /// What a question is about.
  enum Subject: Hashable, Sendable {
    /// The instances of a type; repeated with all others.
    case instances(DNSServiceType)
    /// Where an instance is, what a sender calls its own.
    case location(DNSName, by: IPAddress)
    /// An instance's attributes.
    case attributes(DNSName, by: IPAddress)
    /// A computer's model, which is announced under the name of its services and nowhere found.
    case model(DNSName, by: IPAddress)
    /// A host's addresses.
    case addresses(DNSName, by: IPAddress)
  }

  /// A question and whom it goes to.
  struct Inquiry: Hashable, Sendable {
    var subject: Subject
    /// The number of the link.
    var link: Int
    /// The host that is asked; `nil` for all.
    var host: IPAddress?
  }

  private struct State {
    var attempts = 0
    var due: MonotonicTime
  }

  private var open: [Inquiry: State] = [:]
  private var all: Set<Inquiry> = []
  private var counts: [IPAddress: Int] = [:]

  /// Packets of one exchange come within milliseconds; what they leave open is asked in one go.
  private static let pause = Duration.milliseconds(20)
  /// When to ask again, and, after the last, when to give up.
  private static let gaps = [Duration.seconds(1), .seconds(2), .seconds(1)]
  /// In all, and because of one sender.
  private static let limits = (all: 8192, sender: 256)

  /// Whether something has not been asked even once.
  var hasFresh: Bool { open.values.contains { $0.attempts == 0 } }

  /// When something is due.
  var nextDue: MonotonicTime? { open.values.map(\.due).min() }

  /// Notes a question, unless it was noted before or there are too many.
  mutating func add(_ inquiry: Inquiry, for sender: IPAddress, now: MonotonicTime) {
    guard all.count < Self.limits.all, counts[sender, default: 0] < Self.limits.sender,
      all.insert(inquiry).inserted
    else { return }
    counts[sender, default: 0] += 1
    open[inquiry] = State(due: now + Self.pause)
  }

  /// What is to be asked now, the first time or again, and what is to be given up.
  mutating func take(
    now: MonotonicTime,
    isWanted: (Subject) -> Bool
  ) -> (fresh: [Inquiry], again: [Inquiry], lost: [Inquiry]) {
    var result: (fresh: [Inquiry], again: [Inquiry], lost: [Inquiry]) = ([], [], [])
    for (inquiry, state) in open {
      guard isWanted(inquiry.subject) else {
        open[inquiry] = nil
        continue
      }
      guard state.due <= now else { continue }
      let isRepeated = inquiry.subject.isRepeated
      if state.attempts == 0 {
        result.fresh.append(inquiry)
      } else if state.attempts < Self.gaps.count {
        result.again.append(inquiry)
      } else {
        result.lost.append(inquiry)
      }
      if state.attempts < Self.gaps.count, isRepeated {
        let due = now + Self.gaps[state.attempts]
        open[inquiry] = State(attempts: state.attempts + 1, due: due)
      } else {
        open[inquiry] = nil
      }
    }
    result.fresh.sort { $0.subject.order < $1.subject.order }
    result.again.sort { $0.subject.order < $1.subject.order }
    return result
  }
}

extension MDNSInquiries.Subject {
  /// Whether it is asked again; types are, with all others, and a model that isn't told isn't there.
  fileprivate var isRepeated: Bool {
    switch self {
    case .instances, .model: false
    case .location, .attributes, .addresses: true
    }
  }

  /// The questions it takes.
  func questions(wantsUnicast: Bool) -> [DNSQuestion] {
    let pairs: [(DNSName, DNSType)] =
      switch self {
      case .instances(let type): [(type.name(), .ptr)]
      case .location(let name, _): [(name, .srv), (name, .txt)]
      case .attributes(let name, _), .model(let name, _): [(name, .txt)]
      case .addresses(let host, _): [(host, .a), (host, .aaaa)]
      }
    return pairs.map { DNSQuestion($0.0, $0.1, wantsUnicast: wantsUnicast) }
  }

  /// A stable order, so that the same events make the same packets.
  fileprivate var order: String {
    questions(wantsUnicast: false).map { "\($0.name)" }.joined() + "\(self)"
  }
}
