import Model

extension HistoryRecorder {
  /// As many changes of link address as are told before a return to an earlier one is none any more.
  private static let mostFlipFlops = 3

  /// Records what the user changed, at once.
  mutating func takeEdits(_ device: RecordedDevice, _ output: inout HistoryOutput) {
    let marks = device.device.marks
    guard let record = records[device.slot], record.marks != marks else { return }
    update(device.slot) { $0.marks = marks }
    // After a start, the user's word may only have been unknown to the recorder.
    guard let before = record.marks else { return }
    var profile = record.profile
    if before.name != marks.name { profile.name = device.profile.name }
    if before.category != marks.category { profile.category = device.profile.category }
    profile.takeUncompared(from: device.profile)
    update(device.slot) { $0.profile = profile }
    output.add(version: profile, of: device.slot)
    func tell(_ now: String, was: String? = nil) {
      output.add(
        .edited,
        of: device.slot,
        called: record.profile.spokenName,
        was: was,
        now: now,
        sources: [.user]
      )
    }
    typealias Edited = HomeChange.EditedProperty
    if before.name != marks.name {
      tell(Edited.name.changed(to: marks.name), was: before.name)
    }
    if before.category != marks.category {
      tell(
        Edited.category.changed(to: marks.category?.rawValue),
        was: before.category?.rawValue
      )
    }
    if before.note != marks.note { tell(Edited.note.rawValue) }
    if before.isHidden != marks.isHidden {
      tell((marks.isHidden ? Edited.hidden : .shown).rawValue)
    }
  }

  /// Decides what waits for its time in a slot.
  mutating func finish(_ slot: Int, _ output: inout HistoryOutput) {
    tellLeaving(slot, &output)
    settle(slot, &output)
    recordDifferences(slot, &output)
    let isWeighed = network.gatewayChanges.values.contains { $0.now.slot == slot }
    update(slot) { record in
      if !record.isWaiting, !isWeighed { record.observed = nil }
    }
  }

  /// Records what a new device is, once it was asked.
  private mutating func settle(_ slot: Int, _ output: inout HistoryOutput) {
    guard let record = records[slot], let settling = record.settling, let seen = record.observed
    else { return }
    let age = output.now.elapsed(since: settling.since)
    let time = seen.device.isProbing ? Self.longestSettling : Self.settlingTime
    guard age >= time || age < 0 else { return }
    update(slot) {
      $0.settling = nil
      $0.profile = seen.profile
      $0.keysProbedAt = seen.probedAt
    }
    if seen.profile != record.profile { output.add(version: seen.profile, of: slot) }
    guard settling.isStation else { return }
    output.add(
      .newStation,
      of: slot,
      called: seen.profile.spokenName,
      now: seen.profile.ip,
      sources: seen.device.device.discoveredBy
    )
  }

  /// Records the differences that have stood for long enough.
  private mutating func recordDifferences(_ slot: Int, _ output: inout HistoryOutput) {
    guard let record = records[slot], record.settling == nil, let seen = record.observed
    else { return }
    // Only a device that is there can have changed.
    guard record.presence == .present else {
      update(slot) { $0.damping.stopWaiting() }
      return
    }
    guard mayRecord(record, at: output.now) else { return }
    let isProbed = seen.probedAt != nil && seen.probedAt != record.keysProbedAt
    let differences = ProfileComparison.differences(from: record.profile, to: seen.profile)
      .filter { difference in
        if case .keys = difference.field { isProbed } else { true }
      }
    let now = output.now
    var damping = record.damping
    let due = damping.due(differences, now: now)
    var profile = record.profile
    for difference in due { profile.take(difference.field, from: seen.profile) }
    let isVersion = !due.isEmpty || profile.id != seen.profile.id
    if isVersion { profile.takeUncompared(from: seen.profile) }
    let isReturning = due.contains { $0.field == .mac && damping.hadBefore($0.now, .mac) }
    // A computer that goes to and fro between cable and Wi-Fi is told of a few times.
    let isHabit = isReturning && damping.count(of: .mac) >= Self.mostFlipFlops
    let told = due.filter { $0.isTold && !($0.field == .mac && isHabit) }
    for difference in due { damping.note(difference, now: now) }
    let areKeysCompared = !damping.isWaitingForKeys
    update(slot) {
      $0.damping = damping
      $0.profile = profile
      if isProbed, areKeysCompared { $0.keysProbedAt = seen.probedAt }
    }
    if isVersion {
      output.add(version: profile, of: slot)
      noteRecorded(max(1, told.count), of: slot, at: now)
    }
    tell(told, of: record, seen, isReturning: isReturning, &output)
  }

  private func tell(
    _ differences: [ProfileDifference],
    of record: SlotRecord,
    _ seen: RecordedDevice,
    isReturning: Bool,
    _ output: inout HistoryOutput
  ) {
    let name = record.profile.spokenName
    for difference in differences {
      guard
        let told = telling(
          difference,
          among: differences,
          of: record,
          seen,
          isReturning: isReturning
        )
      else { continue }
      output.add(
        told.kind,
        of: seen.slot,
        called: difference.field == .name ? difference.was ?? name : name,
        was: difference.was,
        now: difference.now,
        reason: told.reason,
        sources: told.sources
      )
    }
  }

  private func telling(
    _ difference: ProfileDifference,
    among differences: [ProfileDifference],
    of record: SlotRecord,
    _ seen: RecordedDevice,
    isReturning: Bool
  ) -> (kind: HomeChange.Kind, reason: HomeChange.Reason?, sources: [Source])? {
    // One line for all that it is taken to be: its kind, else its model, else its maker.
    let fields = Set(differences.map(\.field))
    switch difference.field {
    case .address: return (.movedAddress, nil, seen.addressSources)
    case .mac:
      // It is in the same slot because of what it states.
      let isSame = DeviceKeys.agree(record.profile.keys, seen.profile.keys) == true
      let reason: HomeChange.Reason = isSame ? .sameKeys : .unproven
      if seen.profile.isGateway { return (.gatewayMACChanged, reason, seen.addressSources) }
      return (isReturning ? .flipFlop : .newMAC, reason, seen.addressSources)
    case .name: return (.renamed, nil, seen.sources(of: .name))
    case .category: return (.identifiedAnew, nil, seen.sources(of: .category))
    case .model:
      guard !fields.contains(.category) else { return nil }
      return (.identifiedAnew, nil, seen.sources(of: .model))
    case .vendor:
      guard !fields.contains(.category), !fields.contains(.model) else { return nil }
      return (.identifiedAnew, nil, seen.sources(of: .vendor))
    case .service:
      return (difference.now == nil ? .serviceGone : .serviceAppeared, nil, [.mdns])
    case .port:
      return (difference.now == nil ? .portGone : .portAppeared, nil, [.tcp])
    case .keys(let kind): return (.keyChanged, nil, [kind == "tls" ? .tls : .banner])
    case .hostname, .os, .link, .gateway: return nil
    }
  }
}

extension ProfileDifference {
  /// Whether a sentence is made of it: what becomes known for the first time is no change, except what
  /// is offered.
  fileprivate var isTold: Bool {
    guard isNews else { return false }
    return switch field {
    case .service, .port: true
    default: was != nil
    }
  }
}
