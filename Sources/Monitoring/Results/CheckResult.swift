public import Model

/// What came of one check.
public struct CheckResult: Hashable, Sendable {
  /// Whether the target is as it should be.
  public var outcome: Outcome
  /// How long the answer took, in milliseconds; `nil` where there was none.
  public var roundTripMs: Double?
  /// What was found.
  public var facts: CheckFacts

  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// It answers, and all conditions hold.
    case passed
    /// It answers, and what is wrong is no outage: a certificate that soon ends.
    case degraded(Message)
    /// It doesn't answer, or not as it should; says why.
    case failed(Message)
    /// It couldn't be asked, for a reason of our own: no link, no route, no descriptors.
    case unknown(Message)
  }

  /// Memberwise initialiser.
  public init(_ outcome: Outcome, roundTripMs: Double? = nil, facts: CheckFacts = CheckFacts()) {
    self.outcome = outcome
    self.roundTripMs = roundTripMs
    self.facts = facts
  }

  /// The sentence of an outcome that has one.
  public var reason: Message? {
    switch outcome {
    case .passed: nil
    case .degraded(let why), .failed(let why), .unknown(let why): why
    }
  }
}
