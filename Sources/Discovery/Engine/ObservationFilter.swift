import Model
import Wire

/// Passes each observation once, and bounds their number and size per address and in all.
///
/// Without bounds, forged senders and names would exhaust the memory.
struct ObservationFilter: Sendable {
  /// Facts about one address; real devices have about a hundred at most.
  static let factsPerSubject = 256
  /// Facts that wait for their address.
  static let factsWithoutSubject = 4096
  /// Subjects beyond the addresses of the plan: IPv6, and neighbours on other subnets.
  static let spareSubjects = 8192
  /// Text bytes about one address; a fully probed device yields about 100 KB.
  static let bytesPerSubject = 512 << 10
  /// Text bytes in all.
  static let bytesInAll = 128 << 20
  /// Round trips passed per address and source: the first, and a few that are clearly shorter.
  static let roundTripsPerSource = 6

  fileprivate struct SourcedFact: Hashable {
    var source: Source
    var fact: Fact
  }

  fileprivate struct Best {
    var rttMs: Double?
    var reported = 0
  }

  fileprivate struct Known {
    var facts: Set<SourcedFact> = []
    var answers: [Source: Best] = [:]
    var bytes = 0
  }

  private let subjectLimit: Int
  private var known: [IPAddress: Known] = [:]
  private var waiting: Set<SourcedFact> = []
  private var bytes = 0

  init(subjectLimit: Int) {
    self.subjectLimit = subjectLimit
  }

  /// Whether the fact is new and there is room for it.
  mutating func admit(_ fact: Fact, about subject: IPAddress?, from source: Source) -> Bool {
    let sourced = SourcedFact(source: source, fact: fact)
    let size = fact.size
    guard bytes + size <= Self.bytesInAll else { return false }
    guard let subject else {
      guard waiting.count < Self.factsWithoutSubject, waiting.insert(sourced).inserted
      else { return false }
      bytes += size
      return true
    }
    if known[subject] == nil {
      // A failed resolution matters only for an address with other facts.
      if fact == .unresolved || known.count >= subjectLimit { return false }
    }
    if case .answered(let rttMs) = fact {
      return known[subject, default: Known()].answers[source, default: Best()].improve(rttMs)
    }
    guard known[subject, default: Known()].insert(sourced, size: size) else { return false }
    bytes += size
    return true
  }
}

extension ObservationFilter.Best {
  /// Whether an answer with that round trip is the first, the first that was timed, or clearly
  /// faster.
  mutating func improve(_ rttMs: Double?) -> Bool {
    guard reported < ObservationFilter.roundTripsPerSource else { return false }
    if reported > 0 {
      guard let rttMs else { return false }
      if let best = self.rttMs, rttMs > best * 0.8 { return false }
    }
    reported += 1
    if let rttMs { self.rttMs = rttMs }
    return true
  }
}

extension ObservationFilter.Known {
  /// Inserts the fact within the limits; true if it is new.
  mutating func insert(_ sourced: ObservationFilter.SourcedFact, size: Int) -> Bool {
    guard facts.count < ObservationFilter.factsPerSubject,
      bytes + size <= ObservationFilter.bytesPerSubject, facts.insert(sourced).inserted
    else { return false }
    bytes += size
    return true
  }
}
