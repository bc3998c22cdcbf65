import Discovery
import Model

/// Which devices said something new of themselves since they were asked what they are, and when each
/// may be asked anew for it.
///
/// Some devices change what they announce all the time, and asking a telephone costs its battery. So
/// each is asked at the earliest five minutes after it was asked before, and each further time within
/// a day after twice that: nine times in the first two days, however often it changes.
struct ChangeLedger: Sendable {
  private struct Record: Sendable {
    var hasChanged = false
    /// When it was last asked because it had changed.
    var askedAt: Timestamp?
    /// How long after an asking the next may come.
    var wait = ChangeLedger.shortestWait
    /// The services that it offered in this round.
    var heard: Set<ServiceKey> = []
    /// Rounds in a row in which it spoke, and not of that service.
    var missed: [ServiceKey: Int] = [:]
  }

  private var records: [Int: Record] = [:]

  /// The least time between two askings, in milliseconds.
  static let shortestWait: Int64 = 5 * 60 * 1000
  /// The most time for which a change waits, and after which a device is calm again.
  static let period: Int64 = 24 * 3600 * 1000
  /// More services than that nobody offers; the rest is an attack.
  private static let mostServices = 256
  /// Rounds in a row that must miss a service before it counts as withdrawn: answers get lost.
  static let roundsToMiss = 2

  /// The device said something new.
  mutating func noteChange(_ slot: Int) { records[slot, default: Record()].hasChanged = true }

  /// The device was asked in full.
  mutating func noteAsked(_ slot: Int) { records[slot]?.hasChanged = false }

  /// The device is asked because it changed.
  mutating func noteAsking(_ slot: Int, now: Timestamp) {
    guard var record = records[slot], record.hasChanged else { return }
    if let before = record.askedAt, now.milliseconds - before.milliseconds < Self.period {
      record.wait = min(record.wait * 2, Self.period)
    } else {
      record.wait = Self.shortestWait * 2
    }
    record.askedAt = now
    record.hasChanged = false
    records[slot] = record
  }

  /// The devices that changed and may be asked now; `lastAsked` says when they were asked in full.
  func due(now: Timestamp, lastAsked: (Int) -> Timestamp?) -> [Int] {
    records.filter { slot, record in
      guard record.hasChanged else { return false }
      let last = [record.askedAt, lastAsked(slot)].compactMap(\.self).max()
      return last.map { now.milliseconds - $0.milliseconds >= record.wait } ?? true
    }
    .keys.sorted()
  }

  // MARK: Services

  /// Notes the services that a device offers in this round.
  mutating func note(_ observations: [Observation], of slot: Int) {
    for case .service(let service) in observations.lazy.map(\.fact) {
      guard records[slot, default: Record()].heard.count < Self.mostServices else { return }
      records[slot]?.heard.insert(ServiceKey(service))
    }
  }

  /// A round ends: those of the services that are withdrawn, each once.
  mutating func withdrawn(_ known: Set<ServiceKey>, of slot: Int) -> Set<ServiceKey> {
    // Who said nothing of any service may only not have been heard.
    guard var record = records[slot], !record.heard.isEmpty else { return [] }
    var missed: [ServiceKey: Int] = [:]
    for key in known.subtracting(record.heard) { missed[key] = (record.missed[key] ?? 0) + 1 }
    record.missed = missed.filter { $0.value < Self.roundsToMiss }
    records[slot] = record
    return Set(missed.filter { $0.value >= Self.roundsToMiss }.keys)
  }

  /// A round begins; of devices that are none any more nothing is kept.
  mutating func beginRound(_ isDevice: (Int) -> Bool) {
    records = records.filter { isDevice($0.key) }
    for slot in records.keys { records[slot]?.heard = [] }
  }

  /// The clock was set: the times that it gave go with it.
  mutating func mend(_ mending: TimeMending) {
    for slot in records.keys {
      guard let asked = records[slot]?.askedAt.map(mending.moved) else { continue }
      records[slot]?.askedAt = min(asked, mending.now)
    }
  }

  /// How many devices something is kept of.
  var count: Int { records.count }
}
