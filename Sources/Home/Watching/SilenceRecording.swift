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
  ///
  /// Those of merged and split entries are stored at once: what was stored of the others goes with them.
  mutating func changes(
    in inventory: Inventory,
    at now: Timestamp,
    isLast: Bool,
    afterEditsOf edited: Set<Int> = []
  ) -> [Int: [UInt8]] {
    var changes: [Int: [UInt8]] = [:]
    for slot in recorded.keys where inventory.entries[slot] == nil { changes[slot] = [] }
    for slot in changes.keys { recorded[slot] = nil }
    var slots = Array(edited)
    if isLast || isDue(at: now) {
      recordedAt = now
      slots = Array(inventory.entries.keys)
    }
    for slot in slots {
      guard let entry = inventory.entries[slot], entry.isStored else { continue }
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
