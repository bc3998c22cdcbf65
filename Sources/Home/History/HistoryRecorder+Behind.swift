import Model

/// What users do while the clock is behind what is recorded.
extension HistoryRecorder {
  /// Records merges, splits and what was forgotten, and nothing else, at the last recorded moment.
  ///
  /// So nothing comes before what is there; the order is that of the numbers. `nil` where nothing was recorded before.
  mutating func recordBehind(_ input: HistoryInput, seq: inout UInt64) -> HistoryBatch? {
    guard let lastTime else { return nil }
    var output = HistoryOutput(now: lastTime, seq: seq)
    let own = input.ofUsers
    remove(own, &output)
    endUnseen(own.unseen, &output)
    tellIdentities(own, &output)
    for device in own.devices where records[device.slot] == nil { add(device, &output) }
    welcomeParts(own)
    seq = output.seq
    return output.batch
  }
}

extension HistoryInput {
  /// The part of it that merges, splits and forgetting are about.
  fileprivate var ofUsers: HistoryInput {
    let slots = forgotten.union(identities.flatMap { [$0.slot, $0.other] })
    var own = HistoryInput()
    own.devices = devices.filter { slots.contains($0.slot) }
    own.removed = removed.intersection(slots)
    own.unseen = unseen.intersection(slots)
    own.forgotten = forgotten
    own.merged = merged.filter { slots.contains($0.key) }
    own.identities = identities
    return own
  }
}
