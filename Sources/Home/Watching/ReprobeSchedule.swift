import Discovery
import Model

/// Which devices changed their announcements since they were probed, and when each may be reprobed.
///
/// Probing a phone costs its battery, so the interval doubles with each probe within a day, from five
/// minutes on: nine probes in the first two days at most.
struct ReprobeSchedule: Sendable {
  private struct Record: Sendable {
    var hasChanged = false
    /// When it was last reprobed because of a change.
    var askedAt: Timestamp?
    /// The least time to the next probe, in milliseconds.
    var wait = ReprobeSchedule.shortestWait
    var services: Set<ServiceKey> = []
    /// Consecutive rounds with announcements of other services only.
    var missed: [ServiceKey: Int] = [:]
  }

  private var records: [Int: Record] = [:]

  /// The least time between two probes, in milliseconds.
  static let shortestWait: Int64 = 5 * 60 * 1000
  /// The longest wait, after which the interval is reset.
  static let period: Int64 = 24 * 3600 * 1000
  /// Bounds the memory under forged services.
  private static let mostServices = 256
  /// Rounds in a row that must miss a service before it counts as withdrawn: answers get lost.
  static let roundsToMiss = 2

  mutating func noteChange(_ slot: Int) { records[slot, default: Record()].hasChanged = true }

  mutating func noteAsked(_ slot: Int) { records[slot]?.hasChanged = false }

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

  /// The changed devices that may be probed now; `lastAsked` is the time of the last full probe.
  func due(now: Timestamp, lastAsked: (Int) -> Timestamp?) -> [Int] {
    records.filter { slot, record in
      guard record.hasChanged else { return false }
      let last = [record.askedAt, lastAsked(slot)].compactMap(\.self).max()
      return last.map { now.milliseconds - $0.milliseconds >= record.wait } ?? true
    }
    .keys.sorted()
  }

  // MARK: Services

  mutating func note(_ observations: [Observation], of slot: Int) {
    for case .service(let service) in observations.lazy.map(\.fact) {
      guard records[slot, default: Record()].services.count < Self.mostServices else { return }
      records[slot]?.services.insert(ServiceKey(service))
    }
  }

  /// A round ends: those of the services that are withdrawn, each once.
  mutating func withdrawn(_ known: Set<ServiceKey>, of slot: Int) -> Set<ServiceKey> {
    // Without any service the announcements may have been lost.
    guard var record = records[slot], !record.services.isEmpty else { return [] }
    var missed: [ServiceKey: Int] = [:]
    for key in known.subtracting(record.services) { missed[key] = (record.missed[key] ?? 0) + 1 }
    record.missed = missed.filter { $0.value < Self.roundsToMiss }
    records[slot] = record
    return Set(missed.filter { $0.value >= Self.roundsToMiss }.keys)
  }

  /// Begins a round, and drops the records of removed devices.
  mutating func beginRound(_ isDevice: (Int) -> Bool) {
    records = records.filter { isDevice($0.key) }
    for slot in records.keys { records[slot]?.services = [] }
  }

  mutating func correct(_ correction: ClockCorrection) {
    for slot in records.keys {
      guard let asked = records[slot]?.askedAt.map(correction.moved) else { continue }
      records[slot]?.askedAt = min(asked, correction.now)
    }
  }

  var count: Int { records.count }
}
