import Model
import Wire

/// Merges that last, and what undoes them.
extension Inventory {
  /// Why two entries can't be merged by the user; `nil` where they can.
  func obstacle(toUniting other: Int, into slot: Int) -> String? {
    guard let lost = entries[other], let kept = entries[slot] else { return "one of them is gone" }
    if other == slot { return "a device can't be merged with itself" }
    if lost.device.isSelf || kept.device.isSelf {
      return "the machine that runs homenet can't be merged with another device"
    }
    let macs = lost.identities.macs.union(kept.identities.macs)
    let isShared = entries.values.contains { entry in
      entry.slot != other && entry.slot != slot && !entry.identities.macs.isDisjoint(with: macs)
    }
    if isShared {
      return "other devices show the same MAC address, as behind a repeater, "
        + "so that nothing would tell them from these two"
    }
    return nil
  }

  /// Merges an entry into another for good; returns what undoes it.
  ///
  /// The kept entry has its slot, and what the user says of it; it knows all that both knew. Where the
  /// user asks for it, both may be seen at the same time from now on.
  mutating func unite(
    _ other: Int,
    into slot: Int,
    isAutomatic: Bool = false,
    at now: Timestamp
  ) -> IdentityEdit? {
    guard other != slot, let lost = entries[other], let kept = entries[slot] else { return nil }
    // While both are there, the one that keeps its place is at its own address.
    let isKeptSeen =
      seenSlots.contains(slot) && kept.presence == .present && (kept.hasIPv4 || !lost.hasIPv4)
    merge(other, into: slot)
    guard var entry = entries[slot] else { return nil }
    let isLostShown = !isKeptSeen && lost.isShown(before: kept)
    if isLostShown {
      entry.device = lost.device
      entry.probedAt = lost.probedAt
      entry.takePresence(of: lost, at: now)
      entry.identities = kept.identities.updated(by: lost.identities, keeping: kept.id)
    } else {
      entry.identities = lost.identities.updated(by: kept.identities, keeping: kept.id)
    }
    entry.lastSeen = max(kept.lastSeen, lost.lastSeen)
    // A hidden double must not hide the device.
    entry.marks.isHidden = kept.marks.isHidden
    entry.onlyRound = nil
    entry.proposal = nil
    if kept.identities.macs.isDisjoint(with: lost.identities.macs) {
      entry.memory.add(lost.memory, now: entry.lastSeen)
    }
    entry.ties = kept.ties.merged(
      with: lost.ties,
      of: other,
      called: lost.id,
      joining: isAutomatic ? [] : kept.joinable + lost.joinable,
      at: now
    )
    strengthen(&entry)
    let united = entry
    update(slot) { $0 = united }
    noteFormerIDs(of: slot)
    return IdentityEdit(
      time: now,
      kind: .merged,
      isAutomatic: isAutomatic,
      kept: kept,
      other: lost
    )
  }

  /// Undoes a merge: both entries are again as they were, with what was learnt of each since.
  ///
  /// False where the entries are no longer those that the merge left.
  mutating func part(_ edit: IdentityEdit, at now: Timestamp) -> Bool {
    guard let current = entries[edit.kept.slot], entries[edit.other.slot] == nil else {
      return false
    }
    var (kept, lost) = (edit.kept, edit.other)
    var merged = kept.marks
    merged.fill(from: lost.marks)
    merged.isHidden = edit.kept.marks.isHidden
    // What the user denied since stays denied.
    for slot in current.ties.distinct.compactMap({ Int(exactly: $0) })
    where !kept.ties.areDistinct(from: slot) && !lost.ties.areDistinct(from: slot) {
      kept.ties.part(from: slot)
    }
    kept.marks.takeEdits(from: merged, to: current.marks)
    if kept.isNew, lost.isNew, !current.isNew { (kept.isNew, lost.isNew) = (false, false) }
    // A recognition that was wrong would be made again.
    if edit.isAutomatic {
      kept.ties.part(from: lost.slot)
      lost.ties.part(from: kept.slot)
    }
    if edit.isFromStore {
      kept.tracker.learn(current.tracker.silences)
      lost.tracker.learn(current.tracker.silences)
    }
    let since = max(kept.lastSeen, lost.lastSeen)
    kept.takePart(of: current, since: since, edit.time, now)
    lost.takePart(of: current, since: since, edit.time, now)
    putBack(kept, and: lost)
    return true
  }

  /// The entries that have the history of earlier ones, by the slots of those.
  var keepers: [Int: Int] {
    var keepers: [Int: Int] = [:]
    for (slot, entry) in entries {
      for former in entry.ties.former { keepers[Int(former.slot)] = slot }
    }
    return keepers
  }

  /// The first slot after those that a device's history includes.
  static func firstSlot(after ties: DeviceTies) -> Int {
    // What a file says is not believed beyond that.
    let slots = ties.parts.compactMap { Int32(exactly: $0) }
    return slots.max().map { Int($0) + 1 } ?? 0
  }
}

extension Annotations {
  /// Takes over what the user changed from one state to another.
  fileprivate mutating func takeEdits(from before: Annotations, to after: Annotations) {
    if after.name != before.name { name = after.name }
    if after.category != before.category { category = after.category }
    if after.note != before.note { note = after.note }
    if after.isHidden != before.isHidden { isHidden = after.isHidden }
  }
}

extension InventoryEntry {
  /// Whether of two entries of one device this is the one to show.
  fileprivate func isShown(before other: InventoryEntry) -> Bool {
    let (isHere, isOtherHere) = (presence == .present, other.presence == .present)
    return isHere == isOtherHere ? lastSeen > other.lastSeen : isHere
  }

  /// The identities by which a device is this one, though others of it are seen: its link addresses;
  /// without any, its address.
  fileprivate var joinable: [String] {
    let macs = identities.macs.sorted()
    return macs.isEmpty ? identities.ranked(.address) : macs
  }

  /// Is there, or not, as the entry is that becomes part of it and was seen last.
  fileprivate mutating func takePresence(of lost: InventoryEntry, at now: Timestamp) {
    guard wasSeen else {
      // All that is known of its presence is the other's.
      tracker = lost.tracker
      return
    }
    switch lost.tracker.state {
    case .present, .asleep:
      // That it was not seen as the kept one meanwhile is no silence of the device.
      tracker.resume(at: lost.lastSeen)
      tracker.see(at: lost.lastSeen)
    case .unknown: tracker.loseSight(since: lost.lastSeen, now: now)
    case .away: break
    }
  }

  /// Takes over from the entry that it was a part of what was learnt of it since.
  fileprivate mutating func takePart(
    of whole: InventoryEntry,
    since: Timestamp,
    _ merged: Timestamp,
    _ now: Timestamp
  ) {
    isProbing = false
    let wasSeenBefore = wasSeen
    let isOwn = { [identities] (address: IPAddress) in
      whole.memory.mac(at: address).map { identities.macs.contains(Self.identity(of: $0)) }
    }
    let live = whole.memory.observations.filter { observation in
      observation.time > since && observation.subject.flatMap(isOwn) == true
    }
    memory.merge(live, askedSince: nil, now: now)
    let isShown =
      whole.device.evidence.mac.map { identities.macs.contains(Self.identity(of: $0)) } ?? false
    if isShown, whole.lastSeen > since {
      // One that had parts itself is at its own main address, as long as that is there.
      if whole.device.ip == device.ip || !whole.device.addresses.contains(device.ip) {
        device = whole.device
        device.addresses = whole.device.addresses.filter {
          $0 == whole.device.ip || isOwn($0) != false
        }
      }
      tracker = whole.tracker
      lastSeen = max(lastSeen, whole.lastSeen)
    } else {
      lastSeen = live.map(\.time).reduce(lastSeen, max)
      // While the watch is paused nothing is known of the whole, nor of what it was before.
      let isOld = now.elapsed(since: merged) > HistoryRecorder.longestPause
      if tracker.state != .unknown, isOld || whole.tracker.state == .unknown {
        tracker.loseSight(since: lastSeen, now: now)
      }
    }
    guard !wasSeenBefore, wasSeen else { return }
    // It was seen for the first time as that part.
    firstSeen = live.map(\.time).min() ?? lastSeen
    if tracker.lastSeen == .never { tracker = PresenceTracker(.unknown, lastSeen: lastSeen) }
  }

  /// A link address as an identity.
  static func identity(of mac: MACAddress) -> String {
    "mac-" + mac.description.filter { $0 != ":" }
  }

  /// The link address that an identity is.
  static func mac(_ identity: String) -> MACAddress? {
    guard identity.hasPrefix("mac-"), let mac = MACAddress(String(identity.dropFirst(4))),
      mac.isUsable
    else { return nil }
    return mac
  }
}
