public import Model

/// What another method says of a target whose checks fail.
public enum Confirmation: Hashable, Sendable {
  /// It is down there, too; says by which method.
  case down(Message)
  /// It answers there: what fails is the service alone, or the check; says by which method.
  case answers(Message)
  /// It is on the network, and answers nothing else that was asked; says by which method.
  case isThere(Message)
  /// Our own side fails; says how.
  case ownFailure(Message)
  /// There is no other method for this target.
  case noOther
}
