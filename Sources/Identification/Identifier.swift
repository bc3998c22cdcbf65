public import Model

/// Says what a device is.
///
/// A pure function of its evidence: no clock, no network, no memory of earlier answers. Rules, which
/// are tables under `Rules/`, turn evidence into clues; ``Scales`` weighs the clues.
public struct Identifier: Sendable {
  /// How many clues are given as reasons for the category.
  private static let reasons = 3

  /// An identifier with the built-in rules.
  public init() {}

  /// What the evidence makes of the device.
  public func verdict(for evidence: Evidence) -> Verdict {
    verdict(for: evidence, Detective(evidence))
  }

  /// What the evidence makes of the device, and what it states of its link.
  package func verdictAndLink(for evidence: Evidence) -> (verdict: Verdict, link: LinkStatement?) {
    let detective = Detective(evidence)
    return (verdict(for: evidence, detective), LinkStatement(in: detective.sayings))
  }

  private func verdict(for evidence: Evidence, _ detective: Detective) -> Verdict {
    let scales = Scales(detective.clues())
    var verdict = Verdict()
    verdict.because.reserveCapacity(Self.reasons + 4)
    (verdict.category, verdict.confidence, verdict.runnerUp) = scales.category
    if verdict.category != .unknown {
      // Two rules may have found the same words, so more are looked at than are given.
      for clue in scales.clues(for: verdict.category, atMost: Self.reasons * 4)
      where verdict.because.count < Self.reasons {
        let reason = clue.reason(for: .category)
        if !verdict.because.contains(reason) { verdict.because.append(reason) }
      }
    }
    if let (vendor, clue) = scales.heaviest(\.vendor) {
      verdict.vendor = vendor
      verdict.because.append(clue.reason(for: .vendor))
    }
    if let (model, clue) = scales.heaviest(\.model) {
      verdict.model = BalancedBrackets.text(model)
      verdict.because.append(clue.reason(for: .model))
    }
    if let (os, clue) = scales.heaviest(\.os) {
      verdict.os = os
      verdict.because.append(clue.reason(for: .os))
      if let version = SystemVersion(of: os, in: detective.sayings) {
        verdict.os = version.text
        verdict.because.append(
          Verdict.Reason(
            claim: .os,
            evidence: detective.sayings[version.saying].words,
            source: detective.sayings[version.saying].source
          )
        )
      }
    }
    if let name = DeviceName.best(for: evidence, sayings: detective.sayings) {
      verdict.name = name.text
      verdict.because.append(
        Verdict.Reason(claim: .name, evidence: name.evidence, source: name.source)
      )
    } else {
      verdict.name = DeviceName.descriptive(vendor: verdict.vendor, verdict.category)
    }
    return verdict
  }
}

extension Clue {
  fileprivate func reason(for claim: Verdict.Claim) -> Verdict.Reason {
    Verdict.Reason(claim: claim, evidence: evidence, source: source)
  }
}
