/// What `dns` tells while it runs.
public enum DNSProgress: Encodable, Sendable {
  /// A server's answer.
  case answer(DNSReport.Answer)
  /// A step on the way from the root.
  case step(DelegationTrace.Step)

  /// Writes the answer or the step, as the report has them.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .answer(let answer): try answer.encode(to: encoder)
    case .step(let step): try step.encode(to: encoder)
    }
  }
}
