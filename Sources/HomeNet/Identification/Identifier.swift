/// Says what a device is.
///
/// A pure function of its evidence: no clock, no network, no memory of earlier answers.
public struct Identifier: Sendable {
  /// An identifier with the built-in rules.
  public init() {}

  /// What the evidence makes of the device.
  public func verdict(for evidence: Evidence) -> Verdict {
    var verdict = Verdict()
    if evidence.isGateway {
      verdict.category = .router
      verdict.confidence = 0.95
    }
    return verdict
  }
}
