public import Networking

/// A check that is to be started.
public struct DueCheck: Hashable, Sendable, Identifiable {
  /// The monitor's id.
  public var id: String
  /// When it was due.
  public var due: MonotonicTime
  /// Whether it is one besides the monitor's rhythm: the first, a hastened or a wanted one.
  public var isExtra: Bool

  /// Memberwise initialiser.
  public init(id: String, due: MonotonicTime, isExtra: Bool = false) {
    self.id = id
    self.due = due
    self.isExtra = isExtra
  }
}
