import Model

/// Decides when a change counts: after it has stood for a while, and the longer the more often the same
/// thing changed before.
///
/// What flips back in that time has not changed. A name that two protocols dispute, or a service that
/// comes and goes, then makes a few lines, not one for each sweep.
struct ChangeDamping: Hashable, Sendable {
  private struct Waiting: Hashable, Sendable {
    var now: String?
    var since: Timestamp
  }

  private struct Past: Hashable, Sendable {
    /// The values before the present one, the last one last.
    var values: [String?]
    var count: Int
    var last: Timestamp
  }

  private var waiting: [ProfileField: Waiting] = [:]
  private var past: [ProfileField: Past] = [:]

  /// After that time without a change, what was before is forgotten: a week.
  private static let memory: Int64 = 7 * 24 * 3600 * 1000
  /// How long a change must stand that brings back an earlier value: first an hour, then six.
  private static let slow: [Int64] = [3600 * 1000, 6 * 3600 * 1000]
  /// As many values of one field as it may take on in a week before they are damped as well.
  private static let freeChanges = 4
  private static let mostValues = 4
  private static let mostFields = 64

  /// Whether something waits for its time.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Whether keys wait for their time.
  var isWaitingForKeys: Bool {
    waiting.keys.contains { field in
      if case .keys = field { true } else { false }
    }
  }

  /// The differences that have stood for long enough.
  ///
  /// Those that waited and are no longer there have flipped back, and are forgotten.
  mutating func due(_ differences: [ProfileDifference], now: Timestamp) -> [ProfileDifference] {
    var next: [ProfileField: Waiting] = [:]
    var due: [ProfileDifference] = []
    for difference in differences {
      var since = now
      if let before = waiting[difference.field], before.now == difference.now, before.since <= now {
        since = before.since
      }
      if now.elapsed(since: since) >= standing(difference, now: now) {
        due.append(difference)
      } else {
        next[difference.field] = Waiting(now: difference.now, since: since)
      }
    }
    waiting = next
    return due
  }

  /// Nothing waits any more: the device is not there to confirm it.
  mutating func stopWaiting() { waiting = [:] }

  /// Whether the field had that value before its present one.
  func hadBefore(_ value: String?, _ field: ProfileField) -> Bool {
    past[field]?.values.contains(value) ?? false
  }

  /// How often the field changed of late.
  func count(of field: ProfileField) -> Int { past[field]?.count ?? 0 }

  /// The difference was recorded.
  mutating func note(_ difference: ProfileDifference, now: Timestamp) {
    past = past.filter { isRecent($0.value, now) }
    if past[difference.field] == nil, past.count >= Self.mostFields,
      let oldest = past.min(by: { $0.value.last < $1.value.last })
    {
      past[oldest.key] = nil
    }
    var entry = past[difference.field] ?? Past(values: [], count: 0, last: now)
    let earlier = entry.values.filter { $0 != difference.was }.suffix(Self.mostValues - 1)
    entry.values = earlier + [difference.was]
    entry.count += 1
    entry.last = now
    past[difference.field] = entry
  }

  private func isRecent(_ entry: Past, _ now: Timestamp) -> Bool {
    abs(now.elapsed(since: entry.last)) < Self.memory
  }

  /// How long a difference must stand, in milliseconds.
  private func standing(_ difference: ProfileDifference, now: Timestamp) -> Int64 {
    let least = difference.leastStanding
    guard let entry = past[difference.field], isRecent(entry, now) else { return least }
    let isFlip = entry.values.contains(difference.now)
    let level = isFlip ? entry.count : entry.count - Self.freeChanges
    guard level > 0 else { return least }
    return max(least, Self.slow[min(level, Self.slow.count) - 1])
  }
}

extension ProfileDifference {
  /// How long it must stand when it comes for the first time, in milliseconds.
  fileprivate var leastStanding: Int64 {
    switch field {
    // Keys count after a full probe only.
    case .keys: 0
    case .address where isNews: 20_000
    case .mac: 20_000
    // A computer that starts anew announces its services again within minutes.
    case .service where now == nil: 3_600_000
    // A guess by round trips; a name in another spelling; an IPv6 address that is the only one.
    case .link, .address: 6 * 3_600_000
    case .name where !isNews: was == nil ? 60_000 : 6 * 3_600_000
    case .name, .hostname, .category, .vendor, .model, .os, .gateway, .port, .service: 60_000
    }
  }
}
