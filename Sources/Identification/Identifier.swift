public import Model

/// Identifies a device: a function of its evidence, its rules, and a registry of makers.
///
/// ``RuleMatcher`` turns evidence into matches, ``Scorer`` weighs them.
public struct Identifier: Sendable {
  /// Reasons given for the category.
  private static let reasons = 3

  /// Who owns which MAC addresses.
  package let vendors: VendorRegistry

  /// An identifier with the built-in rules, which looks up makers in that registry.
  public init(vendors: VendorRegistry = .builtIn) {
    self.vendors = vendors
  }

  /// The verdict on a device.
  public func verdict(for evidence: Evidence) -> Verdict {
    verdict(for: evidence, RuleMatcher(evidence, vendors: vendors))
  }

  /// The verdict on a device, and its statement of its link.
  package func verdictAndLink(for evidence: Evidence) -> (verdict: Verdict, link: LinkStatement?) {
    let matcher = RuleMatcher(evidence, vendors: vendors)
    return (verdict(for: evidence, matcher), LinkStatement(in: matcher.fields))
  }

  private func verdict(for evidence: Evidence, _ matcher: RuleMatcher) -> Verdict {
    let scorer = Scorer(matcher.matches())
    var verdict = Verdict()
    verdict.because.reserveCapacity(Self.reasons + 4)
    (verdict.category, verdict.confidence, verdict.runnerUp) = scorer.category
    if verdict.category != .unknown {
      // Several rules can match the same words: take more matches than reasons.
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

/// Removes unbalanced brackets from models, which are cut out of longer texts: `Shelly Plus (SNSW-0…`.
enum BalancedBrackets {
  /// Removes unopened closing brackets, and an unclosed opening bracket with what follows it, or the
  /// bracket alone if nothing precedes it.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(where: isBracket), !isBalanced(text) else { return text }
    var kept: [Character] = []
    // Open brackets: their positions and their closing characters.
    var open: [(index: Int, closing: Character)] = []
    for character in text {
      switch character {
      case "(": open.append((kept.count, ")"))
      case "[": open.append((kept.count, "]"))
      case ")", "]":
        guard let last = open.last, last.closing == character else { continue }
        open.removeLast()
      default: break
      }
      kept.append(character)
    }
    guard let first = open.first?.index else { return trimmed(kept[...]) }
    let before = trimmed(kept[..<first])
    if !before.isEmpty { return before }
    let places = Set(open.map(\.index))
    return trimmed(kept.indices.filter { !places.contains($0) }.map { kept[$0] }[...])
  }

  /// Whether it is ASCII, every bracket has its partner, and no blank surrounds it.
  private static func isBalanced(_ text: String) -> Bool {
    let bytes = text.utf8.span
    guard bytes.count > 0, bytes[0] > 0x20, bytes[bytes.count - 1] > 0x20 else { return false }
    // The open brackets, the last one lowest: a bit each, which is set for `[`.
    var (open, depth): (UInt64, Int) = (0, 0)
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard byte < 0x80 else { return false }
      guard isBracket(byte) else { continue }
      let isSquare = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
      let kind: UInt64 = isSquare ? 1 : 0
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        guard depth < 64 else { return false }
        open = open << 1 | kind
        depth += 1
      } else {
        guard depth > 0, open & 1 == kind else { return false }
        open >>= 1
        depth -= 1
      }
    }
    return depth == 0
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  private static func trimmed(_ characters: ArraySlice<Character>) -> String {
    var rest = characters.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}
