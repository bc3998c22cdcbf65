import Model

/// What stands behind a rule's colon: claims, with semicolons between them.
///
/// A claim is any of a category, `vendor`, `model` and `os`, with one weight in per cent: how often it
/// would be right if it were all we had.
struct RuleClaims {
  private(set) var outcome: RuleStatement.Outcome = .nothing

  /// Reads the words.
  init(_ words: ArraySlice<RuleWord>) throws(RuleError.Reason) {
    guard let first = words.first else { throw .incomplete }
    switch first {
    case .plain("nothing"):
      guard words.count == 1 else { throw .incomplete }
    case .plain("name"):
      guard words.count == 2, case .quoted(let name)? = words.last else { throw .incomplete }
      outcome = .name(name)
    case .plain("apple"): outcome = .value(try Self.apple(words.dropFirst()))
    default:
      if words.count == 3, let reading = try Self.reading(Array(words)) {
        outcome = .value(reading)
      } else {
        var claims: [Claim] = []
        for group in words.split(separator: .plain(";"), omittingEmptySubsequences: false) {
          claims.append(try Self.claim(group))
        }
        outcome = .claims(claims)
      }
    }
  }

  private static func apple(
    _ words: ArraySlice<RuleWord>
  ) throws(RuleError.Reason) -> ValueReading {
    switch words.first {
    case nil: return .appleModel(isClaim: false)
    case .plain("claimed") where words.count == 1: return .appleModel(isClaim: true)
    default: throw .incomplete
    }
  }

  /// `model value 90`, `vendor value 85`, `model bracketed 70`.
  private static func reading(_ words: [RuleWord]) throws(RuleError.Reason) -> ValueReading? {
    guard case .plain(let percent) = words[2] else { return nil }
    switch (words[0], words[1]) {
    case (.plain("model"), .plain("value")): return .model(try weight(percent))
    case (.plain("vendor"), .plain("value")): return .vendor(try weight(percent))
    case (.plain("model"), .plain("bracketed")): return .bracketedModel(try weight(percent))
    default: return nil
    }
  }

  private static func claim(_ words: ArraySlice<RuleWord>) throws(RuleError.Reason) -> Claim {
    guard !words.isEmpty else { throw .incomplete }
    var claim = Claim(category: nil, weight: 0)
    var key = ""
    for word in words {
      switch word {
      case .plain(let text):
        if let category = Category(rawValue: text), category != .unknown, claim.category == nil {
          claim.category = category
        } else if text == "vendor" || text == "model" || text == "os" {
          key = text
        } else if text.utf8.first.map(RulePattern.isDigit) == true || text.hasPrefix("-") {
          guard claim.weight == 0 else { throw .weight(text) }
          claim.weight = try weight(text)
        } else {
          throw .unknownClaim(text)
        }
      case .quoted(let text):
        switch key {
        case "vendor" where claim.vendor == nil: claim.vendor = text
        case "model" where claim.model == nil: claim.model = text
        case "os" where claim.os == nil: claim.os = text
        default: throw .misplacedText(text)
        }
        key = ""
      }
    }
    guard key.isEmpty, !claim.isEmpty else { throw .incomplete }
    guard claim.weight > 0 else { throw .weight("none") }
    return claim
  }

  private static func weight(_ text: String) throws(RuleError.Reason) -> Double {
    guard let percent = Int(text), (1...100).contains(percent) else { throw .weight(text) }
    return Double(percent) / 100
  }
}
