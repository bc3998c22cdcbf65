import Model

/// Which of the devices' learned silences are to be stored: those that changed, once an hour.
///
/// Each sweep changes nearly all of them, and what an hour taught is soon learned again.
struct SilenceRecording: Sendable {
  /// As they were recorded last, by slot.
  private var recorded: [Int: SilenceModel]
  private var recordedAt: Timestamp?

  /// The time between two recordings, in milliseconds.
  static let pace: Int64 = 3_600_000

  /// What goes on with the stored ones.
  init(_ stored: [Int: SilenceModel] = [:]) { recorded = stored }

  /// What to store now, by slot; no bytes for those of devices that the inventory no longer has.
  mutating func changes(
    in inventory: Inventory,
    at now: Timestamp,
    isLast: Bool
  ) -> [Int: [UInt8]] {
    var changes: [Int: [UInt8]] = [:]
    for slot in recorded.keys where inventory.entries[slot] == nil { changes[slot] = [] }
    for slot in changes.keys { recorded[slot] = nil }
    guard isLast || isDue(at: now) else { return changes }
    recordedAt = now
    for (slot, entry) in inventory.entries where entry.isStored {
      let model = entry.tracker.silences
      guard !model.isEmpty, recorded[slot] != model else { continue }
      recorded[slot] = model
      changes[slot] = model.blob
    }
    return changes
  }

  /// Whether an hour has gone by since the last time, by a clock that may be set.
  private mutating func isDue(at now: Timestamp) -> Bool {
    guard let last = recordedAt else {
      recordedAt = now
      return false
    }
    return abs(now.elapsed(since: last)) >= Self.pace
  }
}
