public import Model

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
