import Model

/// What changed in the home since the history was last recorded.
struct HistoryInput: Sendable {
  /// The devices that changed, as they are now.
  var devices: [RecordedDevice] = []
  /// The slots that the inventory no longer has.
  var removed: Set<Int> = []
  /// The recorded devices of which it turned out that they were never seen: what was seen was another,
  /// with which they were merged.
  var unseen: Set<Int> = []
  /// Those of the removed slots that the user forgot.
  var forgotten: Set<Int> = []
  /// The slots that became part of others, by slot.
  var merged: [Int: Int] = [:]
  /// The merges and splits that a user or a recognised rotation made; they are told, whatever else.
  var identities: [IdentityNews] = []
  /// This machine's network; `nil` where that is not known yet.
  var home: HomeFacts?
  /// Whether the user paused the watch; `nil` where that is as before.
  var isPaused: Bool?
  /// Round trips by slot.
  var samples: [Int: [RoundTripSample]] = [:]
}
