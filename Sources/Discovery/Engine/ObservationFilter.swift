import Model
import Wire

/// Lets each observation through once, and bounds how many there can be.
///
/// Whoever sits on the network can claim any number of names and forge any number of senders; what
/// they cost is bounded here, for an address and for all.
struct ObservationFilter: Sendable {
  /// Facts about one address; the most talkative real devices have about a hundred.
  static let factsPerSubject = 256
  /// Facts that wait for their address.
  static let factsWithoutSubject = 4096
  /// Subjects beyond the addresses of the plan: IPv6, and neighbours on other subnets.
  static let spareSubjects = 8192
  /// Bytes of texts about one address: a device that is asked everything says about 100 KB.
  static let bytesPerSubject = 512 << 10
  /// Bytes of texts in all.
  static let bytesInAll = 128 << 20
  /// Round trips told for one address and source: the first, and a few that are clearly less.
  static let roundTripsPerSource = 6

  fileprivate struct Saying: Hashable {
    var source: Source
    var fact: Fact
  }

  fileprivate struct Best {
    var rttMs: Double?
    var told = 0
  }

  fileprivate struct Known {
    var sayings: Set<Saying> = []
    var answers: [Source: Best] = [:]
    var bytes = 0
  }

  private let subjectLimit: Int
  private var known: [IPAddress: Known] = [:]
  private var waiting: Set<Saying> = []
  private var bytes = 0

  init(subjectLimit: Int) {
    self.subjectLimit = subjectLimit
  }

  /// Whether the fact is new and there is room for it.
  mutating func admit(_ fact: Fact, about subject: IPAddress?, from source: Source) -> Bool {
    let saying = Saying(source: source, fact: fact)
    let size = fact.size
    guard bytes + size <= Self.bytesInAll else { return false }
    guard let subject else {
      guard waiting.count < Self.factsWithoutSubject, waiting.insert(saying).inserted
      else { return false }
      bytes += size
      return true
    }
    if known[subject] == nil {
      // That nobody is there is worth telling only of an address that something was said about.
      if fact == .unresolved || known.count >= subjectLimit { return false }
    }
    if case .answered(let rttMs) = fact {
      return known[subject, default: Known()].answers[source, default: Best()].improve(rttMs)
    }
    guard known[subject, default: Known()].insert(saying, size: size) else { return false }
    bytes += size
    return true
  }
}

extension ObservationFilter.Best {
  /// Whether an answer with that round trip is the first, the first that was timed, or clearly
  /// faster.
  mutating func improve(_ rttMs: Double?) -> Bool {
    guard told < ObservationFilter.roundTripsPerSource else { return false }
    if told > 0 {
      guard let rttMs else { return false }
      if let best = self.rttMs, rttMs > best * 0.8 { return false }
    }
    told += 1
    if let rttMs { self.rttMs = rttMs }
    return true
  }
}

extension ObservationFilter.Known {
  /// Notes the saying unless that would be too much; true where it is new.
  mutating func insert(_ saying: ObservationFilter.Saying, size: Int) -> Bool {
    guard sayings.count < ObservationFilter.factsPerSubject,
      bytes + size <= ObservationFilter.bytesPerSubject, sayings.insert(saying).inserted
    else { return false }
    bytes += size
    return true
  }
}
