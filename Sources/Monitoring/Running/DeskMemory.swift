import Model

/// What is stored of alerts beside the alerts themselves.
struct DeskMemory: Codable, Hashable, Sendable {
  /// What was gathered and told.
  var desk = AlertDesk()
  /// The last event of monitors that the desk took.
  var lastEvent: Int64 = 0
  /// The last change of the home that the desk took; `nil` before it took any.
  var lastChange: UInt64?
  /// What is muted.
  var mutes: [Mute] = []
}
