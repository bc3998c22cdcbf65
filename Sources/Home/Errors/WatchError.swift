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
  case impossible(String)
  /// It could not be kept; says why and what to do.
  case notStored(String)
}
