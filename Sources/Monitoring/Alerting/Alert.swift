public import Model

/// A notice on its way to a channel.
public struct Alert: Hashable, Sendable, Identifiable {
  /// Its number in the home, 0 until it is stored; a channel's are sent in this order.
  public var id: Int64
  /// When it was made.
  public var time: Timestamp
  /// The rule's id.
  public var rule: String
  /// The channel's id.
  public var channel: String
  /// What is sent.
  public var notice: AlertNotice
  /// Where it is.
  public var state: State
  /// How often it was tried.
  public var tries: Int
  /// When it is tried next; `nil` unless it is waiting.
  public var nextTry: Timestamp?
  /// Why the last attempt failed.
  public var error: Message?

  /// Where an alert is on its way.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// It will be sent.
    case waiting
    /// It was sent.
    case sent
    /// It could not be sent for three days, or its channel is gone.
    case givenUp = "given_up"
    /// Quiet hours hold it.
    case held
  }

  /// Memberwise initialiser.
  public init(
    id: Int64 = 0,
    time: Timestamp,
    rule: String,
    channel: String,
    notice: AlertNotice,
    state: State = .waiting,
    tries: Int = 0,
    nextTry: Timestamp? = nil,
    error: Message? = nil
  ) {
    self.id = id
    self.time = time
    self.rule = rule
    self.channel = channel
    self.notice = notice
    self.state = state
    self.tries = tries
    self.nextTry = nextTry
    self.error = error
  }
}
