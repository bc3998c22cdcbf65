public import Model

/// What came of sending a notice.
public enum Delivery: Hashable, Sendable {
  /// The channel took it.
  case sent
  /// It didn't; it may later, not before that time where it said one.
  case failed(Message, retryAfter: Duration? = nil)
  /// It refused it, and will go on to until somebody changes the settings.
  case refused(Message)
}
