public import Model

/// Why something that the user asked for was not done.
public enum MonitoringError: Error, Hashable, Sendable {
  /// There is none with that id; says what was looked for.
  case notFound(Message)
  /// A setting is wrong; says which (its key in JSON) and what would be right.
  case unacceptable(key: String, Message)
  /// The configuration file declares it: it can only be changed there.
  case locked(Message)
  /// It can't be done as things are now; says why.
  case impossible(Message)
  /// It could not be kept, or read.
  case notStored(Message)

  /// What it says.
  public var message: Message {
    switch self {
    case .notFound(let message), .unacceptable(_, let message), .locked(let message),
      .impossible(let message), .notStored(let message):
      message
    }
  }
}
