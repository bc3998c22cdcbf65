import Model
@testable import Home

/// What became of the devices that got another link address, by what they show.
///
/// Where the inventory did not recognise one by itself, the matcher is asked two hours after it came,
/// with what the store has until then. What it told or proposed rightly is taken for one device from
/// then on, as if the watch had merged them and the user had agreed.
struct RotationReport {
  struct Counts {
    var rotations = 0
    /// The inventory kept it in its slot.
    var kept = 0
    /// The matcher said that it is the same.
    var told = 0
    var proposed = 0
    /// The matcher said or proposed another device.
    var wrong = 0
    var unknown = 0
  }

  private(set) var counts: [RotatingIdentity: Counts] = [:]
  /// Devices that are two although they share an identity.
  private(set) var doubled: [String] = []
  /// Rotations of which the watch never saw one of the two, or not long enough.
  private(set) var unseen = 0

  /// The slot under which a slot's device is known.
  private var roots: [Int: Int] = [:]
  private var slots: [Int: [Int]] = [:]

  /// How long after it came a device is matched, in milliseconds.
  private static let patience: Int64 = 2 * 3_600_000
  /// As many times in which a device was there as can matter for two hours.
  private static let mostTimes = 64

  init<Watch: YearWatch>(_ year: SimulatedYear<Watch>) throws(StoreError) {
    let end = year.now
    let seen = try Self.times(in: year.store, lastSeen: year.lastSeen, until: end)
    // The slot in which each member was known last.
    var known: [Int: Int] = [:]
    for rotation in year.home.rotations {
      let (old, new) = (year.home.stations[rotation.old], year.home.stations[rotation.new])
      let member = new.appearance.member
      guard let oldSlot = known[member] ?? old.slot, let newSlot = new.slot else {
        unseen += 1
        continue
      }
      known[member] = newSlot
      guard oldSlot != newSlot else {
        counts[rotation.identity, default: Counts()].rotations += 1
        counts[rotation.identity, default: Counts()].kept += 1
        continue
      }
      guard let came = seen[newSlot]?.first?.lowerBound else {
        unseen += 1
        continue
      }
      let cutoff = came.advanced(by: Self.patience)
      let profiles = try year.store.profiles(at: cutoff)
      guard cutoff <= end, let profile = profiles[newSlot], let before = profiles[oldSlot] else {
        unseen += 1
        continue
      }
      counts[rotation.identity, default: Counts()].rotations += 1
      let match = match(newSlot, profiles, seen, until: cutoff)
      let isTold = note(match, of: oldSlot, newSlot, rotation.identity)
      if !isTold, !Set(before.keys).isDisjoint(with: profile.keys) {
        doubled.append("\(year.home.label(of: rotation.new)): slots \(oldSlot) and \(newSlot)")
      }
    }
  }

  /// Counts what the matcher said; whether it said what is so.
  private mutating func note(
    _ match: RotationMatcher.Match,
    of oldSlot: Int,
    _ newSlot: Int,
    _ identity: RotatingIdentity
  ) -> Bool {
    let known = root(of: oldSlot)
    switch match {
    case .matched(let slot, _, _):
      guard root(of: slot) == known else { break }
      counts[identity]?.told += 1
      unite(newSlot, with: known)
      return true
    case .proposed(let slot, _, _):
      guard root(of: slot) == known else { break }
      counts[identity]?.proposed += 1
      unite(newSlot, with: known)
      return false
    case .unmatched:
      counts[identity]?.unknown += 1
      return false
    }
    counts[identity]?.wrong += 1
    return false
  }

  private func root(of slot: Int) -> Int { roots[slot] ?? slot }

  private mutating func unite(_ slot: Int, with root: Int) {
    roots[slot] = root
    slots[root, default: [root]].append(slot)
  }

  private func match(
    _ new: Int,
    _ profiles: [Int: DeviceProfile],
    _ seen: [Int: [ClosedRange<Timestamp>]],
    until end: Timestamp
  ) -> RotationMatcher.Match {
    var newest: [Int: Int] = [:]
    for slot in profiles.keys { newest[root(of: slot)] = max(newest[root(of: slot)] ?? slot, slot) }
    var candidates: [RotationMatcher.Candidate] = []
    for (root, slot) in newest.sorted(by: { $0.key < $1.key }) {
      guard let profile = profiles[slot] else { continue }
      let times = (slots[root] ?? [root]).flatMap { Self.times(seen[$0] ?? [], until: end) }
      candidates.append(
        RotationMatcher.Candidate(
          profile,
          slot: root,
          seen: times.sorted { $0.lowerBound < $1.lowerBound }.suffix(Self.mostTimes).map(\.self)
        )
      )
    }
    guard let candidate = candidates.first(where: { $0.slot == new }) else { return .unmatched }
    return RotationMatcher.match(candidate, among: candidates)
  }

  // MARK: Times

  /// The last times until then in which it was there.
  private static func times(
    _ all: [ClosedRange<Timestamp>],
    until end: Timestamp
  ) -> [ClosedRange<Timestamp>] {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].lowerBound <= end { low = middle + 1 } else { high = middle }
    }
    return all[..<low].suffix(mostTimes).map { $0.lowerBound...min($0.upperBound, end) }
  }

  /// The times in which each device was there or asleep, ascending.
  ///
  /// Where this machine failed before a device was called away, the history has it there until then; it
  /// was there until it was seen last, as far as is known.
  private static func times(
    in store: any HistoryStore,
    lastSeen: [Int: Timestamp],
    until end: Timestamp
  ) throws(StoreError) -> [Int: [ClosedRange<Timestamp>]] {
    let first = Timestamp(milliseconds: 0)
    var times: [Int: [ClosedRange<Timestamp>]] = [:]
    var open: [Int: Timestamp] = [:]
    for transition in try store.presence(of: nil, from: first, to: end) {
      switch transition.state {
      case .present, .asleep:
        if open[transition.slot] == nil { open[transition.slot] = transition.since }
      case .away, .unknown:
        guard let begin = open.removeValue(forKey: transition.slot) else { continue }
        times[transition.slot, default: []].append(begin...max(begin, transition.since))
      }
    }
    for (slot, begin) in open { times[slot, default: []].append(begin...max(begin, end)) }
    for (slot, last) in lastSeen {
      times[slot] = times[slot]?.filter { $0.lowerBound <= last }
        .map { $0.lowerBound...min($0.upperBound, last) }
    }
    return times
  }

  // MARK: Words

  /// The lines to print.
  var lines: [String] {
    var lines = ["doubled although they share an identity: \(doubled.count)"]
    lines += doubled.prefix(10).map { "  " + $0 }
    lines.append("rotations that were not seen on both sides: \(unseen)")
    lines.append("rotations: kept by the inventory, told, proposed, wrong, unknown")
    for identity in RotatingIdentity.allCases {
      guard let counts = counts[identity] else { continue }
      let all = Double(max(counts.rotations, 1))
      let shares = [counts.kept, counts.told, counts.proposed, counts.wrong, counts.unknown]
        .map { (100 * Double($0) / all).text + " %" }
      lines.append("  \(identity.rawValue): \(counts.rotations): " + shares.joined(separator: ", "))
    }
    return lines
  }
}
