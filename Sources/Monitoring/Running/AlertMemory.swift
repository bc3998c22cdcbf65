import Model

/// What is stored of alerts beside the alerts themselves.
struct AlertMemory: Codable, Hashable, Sendable {
  /// What was gathered and told.
  var dispatcher = AlertDispatcher()
  /// The last event of monitors that the dispatcher took.
  var lastEvent: Int64 = 0
  /// The last change of the home that the dispatcher took; `nil` before it took any.
  var lastChange: UInt64?
  /// The channels that the configuration file declared last, by id; `nil` where that was never noted.
  var declaredChannels: [String]?
  /// What is muted.
  var mutes: [Mute] = []
}
