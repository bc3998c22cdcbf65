public import Model

/// Why something that the user asked for was not done.
public enum WatchError: Error, Hashable, Sendable {
  /// There is no such device.
  case noSuchDevice(String)
  /// The name or the note is too long or holds control characters; says which and what is allowed.
  case unacceptable(String)
  /// It can't be asked now; says why and when it will be.
  case notAskable(String)
  /// There is no change with that number.
  case noSuchChange(UInt64)
  /// It can't be done, or undone, as things are now; says why.
  case impossible(Message)
  /// It could not be kept, or read; says why and what to do.
  case notStored(Message)
}

/// Why a split or the end of one, or of a merge, is refused.
extension MessageTemplate {
  static let identityTooMany = MessageTemplate(
    "identity.too_many",
    "there are too many devices already"
  )
  static let identityLaterFirst = MessageTemplate(
    "identity.later_first",
    "one of the two was merged or split again since: undo that first"
  )
  static let identityGone = MessageTemplate("identity.gone", "one of the two is gone")
  static let identityNotKept = MessageTemplate(
    "identity.not_kept",
    "only the last merges and splits can be undone, each once"
  )
}
