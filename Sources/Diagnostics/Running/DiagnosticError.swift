internal import HomeNet
public import Net

/// Why a diagnostic could not find out anything: never because the other side was silent.
public enum DiagnosticError: Error, Hashable, Sendable {
  /// What was asked makes no sense; says what would.
  case usage(String)
  /// No name of a host, or one that no resolver knows.
  case unknownHost(String, because: String)
  /// This machine failed: no permission, no descriptors, an interface that is down.
  case local(LocalFailure, during: String)
  /// This machine lacks what it takes; says what.
  case unable(String)
  /// No service that could tell answered; says which were asked.
  case noAnswer(String)

  /// The error in one line.
  public var words: String {
    switch self {
    case .usage(let words), .unable(let words), .noAnswer(let words): words
    case .unknownHost(let host, let because): "\(host): \(because)"
    case .local(let failure, let attempt): "\(attempt): \(failure.words)"
    }
  }
}
