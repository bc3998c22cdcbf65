import Model

/// Turns what the inventory shows into history: changes in words that people know, transitions of
/// presence, and versions of profiles.
///
/// Pure: the present is given. What was recorded is kept, and compared with what is shown now. Called
/// at least once a minute, also when nothing changed: changes are recorded once they have stood for a
/// while, and a pause proves that nobody watched.
struct HistoryRecorder: Sendable {
  /// What is recorded of each device, by slot.
  var records: [Int: SlotRecord] = [:]
  /// Whether this is not the first recording of the home: later devices are new.
  var hasBaseline: Bool
  /// When something was last recorded.
  var lastTime: Timestamp?
  /// Who answered for which address.
  var claims = AddressClaims()
  /// What is recorded of this machine's network.
  var network = NetworkRecord()
  /// Since when the user has paused the watch.
  var pausedSince: Timestamp?
  /// The changes of late of all devices.
  var allowance = ChangeAllowance()
  /// How many new devices were taken since when; see ``mostNewDevices``.
  private var newDevices: (count: Int, since: Timestamp)?

  /// A pause between recordings after which nobody knows what happened meanwhile: five minutes.
  static let longestPause: Int64 = 300_000
  /// How long a device must have been silent to have left; who is back sooner was not away.
  static let shortestAbsence: Int64 = 600_000
  /// How long a new device is asked what it is before it is told.
  static let settlingTime: Int64 = 60_000
  /// How long at most, where it is still being asked.
  static let longestSettling: Int64 = 300_000
  /// New devices an hour; one that makes up addresses could fill the disk with them.
  static let mostNewDevices = 500

  /// A recorder that has recorded nothing yet: what it is told first is how the home is, and no change.
  init() { hasBaseline = false }

  /// A recorder that goes on with a history.
  ///
  /// - Parameters:
  ///   - profiles: The last profile of each device.
  ///   - transitions: The last transitions of presence; of each device the latest counts.
  ///   - changes: The last changes, ascending: who was said to have left, and what is known of the
  ///     network.
  ///   - lastTime: When the history was last known to be going on.
  init(
    profiles: [Int: DeviceProfile],
    transitions: [PresenceTransition],
    changes: [HomeChange] = [],
    lastTime: Timestamp?
  ) {
    hasBaseline = lastTime != nil || !profiles.isEmpty
    self.lastTime = lastTime
    for (slot, profile) in profiles { records[slot] = SlotRecord(restored: profile) }
    for transition in transitions {
      guard let record = records[transition.slot], transition.since >= record.since else {
        continue
      }
      records[transition.slot]?.restore(transition)
    }
    var leftAt: [Int: Timestamp] = [:]
    for change in changes {
      network.restore(change)
      if change.kind == .watchPaused { pausedSince = change.time }
      if change.kind == .watchResumed { pausedSince = nil }
      guard let slot = change.slot else { continue }
      switch change.kind {
      case .left:
        records[slot]?.hasLeft = true
        leftAt[slot] = change.time
      case .returned, .newStation: records[slot]?.hasLeft = false
      default: continue
      }
    }
    restoreLeaving(leftAt)
    // Of two that had one address the one that was there last has it.
    let order = records.sorted { one, other in
      let (left, right) = (one.value, other.value)
      return (left.presence == .away ? 0 : 1, left.since, one.key)
        < (right.presence == .away ? 0 : 1, right.since, other.key)
    }
    for (slot, record) in order {
      guard let mac = record.profile.mac, record.profile.isIPv4 else { continue }
      let claim = AddressClaims.Claim(mac: mac, slot: slot, time: Timestamp(milliseconds: 0))
      _ = claims.take(claim, of: record.profile.ip)
    }
  }

  /// Who had just gone away when the history stopped has not been told yet, and may have to be.
  private mutating func restoreLeaving(_ leftAt: [Int: Timestamp]) {
    guard let lastTime else { return }
    for (slot, record) in records
    where record.presence == .away
      && lastTime.elapsed(since: record.since) < Self.shortestAbsence
      && leftAt[slot].map({ $0 < record.since }) ?? true
    {
      update(slot) {
        $0.hasLeft = false
        $0.isLeaving = true
      }
    }
  }

  /// The slots of which something is recorded.
  var slots: [Int] { records.keys.sorted() }

  /// The last id of a recorded device.
  func id(of slot: Int) -> String? { records[slot]?.id }

  /// Whether it is recorded that a device was seen: an earlier version also recorded imported ones.
  func hasSeen(_ slot: Int) -> Bool { records[slot]?.profile.hasAddress == true }

  /// The home as it is recorded, in order of slot.
  var devices: [PastDevice] {
    records.sorted { $0.key < $1.key }.map { slot, record in
      PastDevice(slot: slot, profile: record.profile, presence: record.presence)
    }
  }

  /// Records what changed; `seq` is the last number given to a change, and is raised.
  ///
  /// After a batch that could not be stored, the recorder must be made anew of what is stored, or the
  /// batch be stored later.
  mutating func record(_ input: HistoryInput, at now: Timestamp, seq: inout UInt64) -> HistoryBatch
  {
    var output = HistoryOutput(now: now, seq: seq)
    let isPause = recordPause(&output)
    let isNetworkChanged = recordNetwork(input.home, &output)
    recordWatching(isPaused: input.isPaused, &output)
    remove(input, &output)
    endUnseen(input.unseen, &output)
    tellIdentities(input, &output)
    for device in input.devices.sorted(by: { $0.slot < $1.slot }) { take(device, &output) }
    welcomeParts(input)
    for slot in slots {
      // The present state of the others is that of the last time.
      if isPause || isNetworkChanged { updatePresence(slot, &output) }
      if records[slot]?.isWaiting == true { finish(slot, &output) }
    }
    takeClaims(of: input.devices, &output)
    finishGatewayChanges(&output)
    for (slot, samples) in input.samples where records[slot] != nil && !samples.isEmpty {
      output.batch.samples[slot] = samples
    }
    // Before the first sweep there is nobody yet.
    if !records.isEmpty { hasBaseline = true }
    lastTime = now
    seq = output.seq
    return output.batch
  }

  // MARK: Devices

  private mutating func take(_ device: RecordedDevice, _ output: inout HistoryOutput) {
    guard records[device.slot] != nil else {
      add(device, &output)
      return
    }
    takeEdits(device, &output)
    let stoppedAt = lastTime
    let now = output.now
    update(device.slot) { record in
      if !record.profile.hasAddress, device.profile.hasAddress, record.settling == nil {
        // It was imported, and is seen for the first time: what it is then is no change.
        record.settling = SlotRecord.Settling(since: now, isStation: false)
        record.hasLeft = false
      }
      record.observed = device
      record.id = device.profile.id
      record.reported = device.device.presence.state
      if record.lastKnown == nil { record.restoreLastKnown(device, stoppedAt: stoppedAt) }
    }
    updatePresence(
      device.slot,
      seen: device.device.device.lastSeen,
      since: device.presenceSince,
      &output
    )
    finish(device.slot, &output)
  }

  mutating func add(_ device: RecordedDevice, _ output: inout HistoryOutput) {
    guard hasRoom(for: device, output.now) else { return }
    let isStation = hasBaseline && device.device.isNew
    var record = SlotRecord(device, at: output.now, isStation: isStation)
    if network.isLost, !device.profile.isSelf { record.presence = .unknown }
    records[device.slot] = record
    output.add(version: device.profile, of: device.slot)
    output.add(record.presence, of: device.slot, since: output.now)
  }

  private mutating func hasRoom(for device: RecordedDevice, _ now: Timestamp) -> Bool {
    guard hasBaseline else { return true }
    if let since = newDevices?.since, abs(now.elapsed(since: since)) < 3_600_000 {
      newDevices?.count += 1
    } else {
      newDevices = (1, now)
    }
    return newDevices.map { $0.count <= Self.mostNewDevices } ?? true
  }

  mutating func remove(_ input: HistoryInput, _ output: inout HistoryOutput) {
    claims.remove(input.removed)
    let united = Set(input.identities.filter { $0.kind == .merged }.map(\.other))
    for slot in input.removed.sorted() {
      // Where the merge is undone, nobody knows whether that part was there meanwhile.
      if united.contains(slot) { endPresence(of: slot, &output) }
      guard let record = records.removeValue(forKey: slot) else { continue }
      output.add(version: nil, of: slot)
      let name = record.profile.spokenName
      if input.forgotten.contains(slot) {
        // Nothing says which one it was: its history goes, and this line stays.
        output.add(.forgotten, sources: [.user])
      } else if let other = input.merged[slot], record.settling == nil, !united.contains(slot) {
        // An address that was seen before its device was known has never been told.
        let known = records[other]?.profile ?? input.devices.first { $0.slot == other }?.profile
        output.add(
          .merged,
          of: other,
          called: known?.spokenName,
          was: name,
          now: known?.spokenName
        )
      }
    }
  }

  /// Whether more may be recorded of a device in this hour.
  func mayRecord(_ record: SlotRecord, at now: Timestamp) -> Bool {
    let used = record.allowance.used(at: now)
    return used < ChangeAllowance.ofDeviceAtLeast
      || used < ChangeAllowance.ofDevice && allowance.used(at: now) < ChangeAllowance.ofHome
  }

  /// Counts what was recorded of a device.
  mutating func noteRecorded(_ number: Int, of slot: Int, at now: Timestamp) {
    allowance.take(number, at: now)
    update(slot) { $0.allowance.take(number, at: now) }
  }

  /// Changes the record of a slot.
  mutating func update(_ slot: Int, _ change: (inout SlotRecord) -> Void) {
    guard var record = records.removeValue(forKey: slot) else { return }
    change(&record)
    records[slot] = record
  }
}

/// A batch while it is made.
struct HistoryOutput {
  var batch: HistoryBatch
  /// The last number given to a change.
  var seq: UInt64
  /// Where the versions of the slots are in the batch: of each the last one counts.
  private var places: [Int: Int] = [:]

  var now: Timestamp { batch.time }

  init(now: Timestamp, seq: UInt64) {
    batch = HistoryBatch(time: now)
    self.seq = seq
  }

  mutating func add(
    _ kind: HomeChange.Kind,
    of slot: Int? = nil,
    called name: String? = nil,
    was: String? = nil,
    now value: String? = nil,
    reason: HomeChange.Reason? = nil,
    sources: [Source] = []
  ) {
    seq += 1
    batch.changes.append(
      HomeChange(
        seq: seq,
        time: now,
        slot: slot,
        name: name,
        kind: kind,
        was: was,
        now: value,
        reason: reason,
        sources: sources
      )
    )
  }

  mutating func add(version profile: DeviceProfile?, of slot: Int) {
    let version = ProfileVersion(slot: slot, since: now, profile: profile)
    if let place = places[slot] {
      batch.versions[place] = version
    } else {
      places[slot] = batch.versions.count
      batch.versions.append(version)
    }
  }

  mutating func add(_ state: PresenceState, of slot: Int, since: Timestamp) {
    batch.transitions.append(PresenceTransition(slot: slot, state: state, since: since))
  }
}
