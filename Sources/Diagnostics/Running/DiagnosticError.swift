internal import Glibc
public import Networking

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
  /// It was cancelled before there was anything to report; says what it was about.
  case interrupted(String)

  /// The error in one line.
  public var words: String {
    switch self {
    case .usage(let words), .unable(let words), .noAnswer(let words), .interrupted(let words): words
    case .unknownHost(let host, let because): "\(host): \(because)"
    case .local(.noRoute, let attempt):
      "\(attempt): \(LocalFailure.noRoute.diagnosticWords); see homenet diagnose"
    case .local(let failure, let attempt): "\(attempt): \(failure.words)"
    }
  }

  /// Whether it is this machine's own failure.
  var isOwnFailure: Bool {
    switch self {
    case .local, .unable: true
    case .usage, .unknownHost, .noAnswer, .interrupted: false
    }
  }
}

extension LocalFailure {
  /// That no route leads to an address: this machine's own trouble, not the other side's.
  static let noRoute = LocalFailure.system(errno: ENETUNREACH, call: "connect")

  /// The failure in words; a missing route has its own.
  var diagnosticWords: String {
    self == .noRoute ? "this machine has no route there" : words
  }
}
