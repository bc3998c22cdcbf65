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

/// The cause of an incident, sought when it began.
public struct IncidentDiagnosis: Hashable, Sendable {
  /// The cause, as a code of ``ConnectionVerdict`` or `unknown`.
  public var code: String
  /// One sentence.
  public var message: Message
  /// What was found that shows it.
  public var evidence: [Message]

  /// Memberwise initialiser.
  public init(code: String, message: Message, evidence: [Message]) {
    self.code = code
    self.message = message
    self.evidence = evidence
  }
}
