public import Model

/// Says what a device is.
///
/// A pure function of its evidence: no clock, no network, no memory of earlier answers. Rules, which
/// are tables under `Rules/`, turn evidence into matches; ``Scorer`` weighs the matches.
public struct Identifier: Sendable {
  /// How many matches are given as reasons for the category.
  private static let reasons = 3

  /// An identifier with the built-in rules.
  public init() {}

  /// What the evidence makes of the device.
  public func verdict(for evidence: Evidence) -> Verdict {
    verdict(for: evidence, RuleMatcher(evidence))
  }

  /// What the evidence makes of the device, and what it states of its link.
  package func verdictAndLink(for evidence: Evidence) -> (verdict: Verdict, link: LinkStatement?) {
    let matcher = RuleMatcher(evidence)
    return (verdict(for: evidence, matcher), LinkStatement(in: matcher.fields))
  }

  private func verdict(for evidence: Evidence, _ matcher: RuleMatcher) -> Verdict {
    let scorer = Scorer(matcher.matches())
    var verdict = Verdict()
    verdict.because.reserveCapacity(Self.reasons + 4)
    (verdict.category, verdict.confidence, verdict.runnerUp) = scorer.category
    if verdict.category != .unknown {
      // Two rules may have found the same words, so more are looked at than are given.
      for match in scorer.matches(for: verdict.category, atMost: Self.reasons * 4)
      where verdict.because.count < Self.reasons {
        let reason = match.reason(for: .category)
        if !verdict.because.contains(reason) { verdict.because.append(reason) }
      }
    }
    if let (vendor, match) = scorer.heaviest(\.vendor) {
      verdict.vendor = vendor
      verdict.because.append(match.reason(for: .vendor))
    }
    if let (model, match) = scorer.heaviest(\.model) {
      verdict.model = BalancedBrackets.text(model)
      verdict.because.append(match.reason(for: .model))
    }
    if let (os, match) = scorer.heaviest(\.os) {
      verdict.os = os
      verdict.because.append(match.reason(for: .os))
      if let version = SystemVersion(of: os, in: matcher.fields) {
        verdict.os = version.text
        verdict.because.append(
          Verdict.Reason(
            claim: .os,
            evidence: matcher.fields[version.field].words,
            source: matcher.fields[version.field].source
          )
        )
      }
    }
    if let name = DeviceName.best(for: evidence, fields: matcher.fields) {
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

extension Match {
  fileprivate func reason(for claim: Verdict.Claim) -> Verdict.Reason {
    Verdict.Reason(claim: claim, evidence: evidence, source: source)
  }
}
